"""What must add up, whatever is counted: players to the pool, groups to the whole, shares to one, money to nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from histparse.simulate import Settings, Stakes, deal_hands
from histparse.stats import Filters, groups, run, run_all
from histparse.stats.run import RATE
from histparse.store import Database
from tests.dealer.writing import write_all
from tests.stats.compare import SUMS, rows
from tests.store.filling import fill
from tests.store.filling import rows as ask

COUNTS = {name: one for name, one in SUMS.items() if name != "rake"}
"""The rake is looked at below: its parts are rounded."""
SHARES = (
    *("draw_frequency", "draw_frequency_by_role", "draw_frequency_by_place", "draw_path"),
    *("showdown_hands", "river_unbet", "river_facing_bet"),
)
Figures = dict[tuple[Any, ...], tuple[int, ...]]


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    """300 hands of two currencies and several stakes, with short stacks."""
    dollars = Settings(hands=200, seed=21, stakes=(Stakes(10, 20, 5), Stakes(100, 200, 50)), stacks=(2, 15))
    euros = Settings(hands=100, seed=22, currency="EUR", players=(2, 4))
    file = tmp_path_factory.mktemp("identities") / "hands.txt"
    file.write_text(write_all([*deal_hands(dollars), *deal_hands(euros)]), encoding="utf-8")
    with Database(":memory:") as made:
        assert fill(made, [file]).stored == 300
        yield made


def added_up(parts: dict[str, Figures]) -> Figures:
    """The figures of all labels together."""
    total: dict[tuple[Any, ...], list[int]] = {}
    for figures in parts.values():
        for key, row in figures.items():
            so_far = total.setdefault(key, [0] * len(row))
            total[key] = [one + more for one, more in zip(so_far, row, strict=True)]
    return {key: tuple(row) for key, row in total.items()}


@pytest.fixture(scope="module")
def pool(database: Database) -> dict[str, Figures]:
    """What is counted for all players, by statistic."""
    return {name: found.get("all players", {}) for name, found in counted(database, Filters()).items()}


def counted(database: Database, filters: Filters) -> dict[str, dict[str, Figures]]:
    """By statistic, then by label."""
    names = [name for name in COUNTS if filters.by != "role" or "role" not in name]  # told apart by roles already
    frames = run_all(database, [COUNTS[name] for name in names], None, filters)
    return {name: rows(name, frame, filters.by or "label") for name, frame in zip(names, frames, strict=True)}


OF_OTHERS = {"opponent", "rival"}
"""Groups by somebody else: a hand counts for each opponent, or for none."""


@pytest.mark.soak(4)
@pytest.mark.parametrize("by", sorted(groups().keys() - OF_OTHERS))
def test_players_and_groups_add_up_to_the_pool(database: Database, pool: dict[str, Figures], by: str) -> None:
    parts = {name: added_up(labels) for name, labels in counted(database, Filters(by=by)).items()}
    assert parts == {name: pool[name] for name in parts}


def test_the_pool_is_the_sum_of_the_players_asked_one_by_one(database: Database, pool: dict[str, Figures]) -> None:
    names = ("three_bet", "fold_to_bet", "river_unbet", "river_facing_bet")
    asked = [COUNTS[name] for name in names]
    players = [player for (player,) in ask(database, "SELECT DISTINCT player FROM seats")]
    answers = [run_all(database, asked, player) for player in players]
    for name, *frames in zip(names, *answers, strict=True):
        own = zip(players, frames, strict=True)
        assert added_up({player: rows(name, frame).get(player, {}) for player, frame in own}) == pool[name] != {}


@pytest.mark.parametrize("name", SHARES)
def test_shares_add_up_to_one(database: Database, name: str) -> None:
    frame = run(database, name)
    share = {"showdown_hands": "made", "river_unbet": "action", "river_facing_bet": "action"}.get(name, "drawn")
    kinds = [column for column in frame.columns if column not in {"label", share, *RATE}]
    shares: Counter[tuple[Any, ...]] = Counter()
    done: Counter[tuple[Any, ...]] = Counter()
    chances: dict[tuple[Any, ...], int] = {}
    for row in frame.rows(named=True):
        key = tuple(row[kind] for kind in kinds)
        shares[key] += row["rate"]
        done[key] += row["done"]
        chances[key] = row["chances"]
    assert done == chances
    assert list(shares.values()) == pytest.approx([1] * len(shares))


def test_a_branch_is_the_draws_that_came_to_it(database: Database) -> None:
    """The draws after a path are those of the path that reached another; after none, all first draws."""
    found = {(row["after"], row["drawn"]): row for row in run(database, "draw_path").rows(named=True)}
    frequencies = rows("draw_frequency", run(database, "draw_frequency"))["all players"]
    assert found["deal", "pat"]["chances"] == frequencies[1, 0][1] > 0
    for draw, dashes in ((2, 0), (3, 1)):
        paths = {after: row for (after, _), row in found.items() if after != "deal" and after.count("-") == dashes}
        assert sum(row["chances"] for row in paths.values()) == frequencies[draw, 0][1] > 0
        for after, row in paths.items():
            before, _, last = after.rpartition("-")
            assert row["chances"] <= found[before or "deal", last]["done"]
    pats = sum(row["done"] for (after, drawn), row in found.items() if "-" in after and drawn == "pat")
    assert pats == frequencies[3, 0][0]


def test_the_three_answers_to_a_steal_are_all_answers(database: Database) -> None:
    answers = [
        rows(name, run(database, name))["all players"] for name in ("fold_to_steal", "call_steal", "three_bet_steal")
    ]
    for blind in [("SB",), ("BB",)]:
        assert sum(answer[blind][0] for answer in answers) == answers[0][blind][1] > 0


def test_first_in_is_raise_limp_or_fold(database: Database) -> None:
    (raised, chances), (limped, same) = (
        rows(name, run(database, name))["all players"][()] for name in ("rfi", "open_limp")
    )
    assert chances == same >= raised + limped > 0


def test_nets_and_rake_are_nothing(database: Database) -> None:
    rakes = dict(ask(database, "SELECT currency, sum(rake) FROM hands GROUP BY currency"))
    assert set(rakes) == {"USD", "EUR"}
    assert {row["currency"]: -row["net"] for row in run(database, "net").rows(named=True)} == rakes
    assert {row["currency"]: row["rake"] for row in run(database, "rake").rows(named=True)} == rakes
    each = run(database, "rake", filters=Filters(by="player"))
    for currency, rake in rakes.items():
        parts = each.filter(each["currency"] == currency)["rake"]
        assert abs(parts.sum() - rake) <= len(parts) / 2


def test_showdown_and_other_winnings_are_the_net(database: Database) -> None:
    for row in run(database, "showdown_winnings", filters=Filters(by="player")).rows(named=True):
        assert row["showdown_net"] + row["other_net"] == row["net"]
