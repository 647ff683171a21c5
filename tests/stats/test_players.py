"""Who is who: names at sites, and several that the user joined into one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from shutil import copy

import pytest

from histparse.model.errors import HistparseError, escape_unprintable
from histparse.report.gathering import begin_report
from histparse.simulate import Settings, deal_hands
from histparse.stats import Filters, StatisticsError, find_name_at_site, find_player, run_statistic
from histparse.store import Database
from histparse.store.database.aliases import Player, alias_table, delete_alias_and_return_players, join_players
from tests.stats.dealing import database_of_hands, fill_with_hands
from tests.store.filling import SAMPLES, fill

SITES = ("pokerstars", "winamax")
ANN = [Player("pokerstars", "Katja72"), Player("winamax", "Katja72")]


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Samples of two sites, which share players' names."""
    files = [file for site in SITES for file in sorted((SAMPLES / site).iterdir())[:3]]
    made = tmp_path_factory.mktemp("players") / "filled.duckdb"
    with Database(made) as database:
        fill(database, files)
    return made


@pytest.fixture
def database(filled: Path, tmp_path: Path) -> Iterator[Database]:
    """A copy of them, for a test of its own."""
    with Database(copy(filled, tmp_path / "copy.duckdb")) as made:
        yield made


def dealt(database: Database, *players: Player) -> int:
    """The same by the tables."""
    query = "SELECT count(*) FROM seats JOIN hands USING (hand_key) WHERE dealt_in AND site = ? AND player = ?"
    counts = [database.connection.execute(query, [player.site, player.name]).fetchall()[0][0] for player in players]
    return sum(map(int, counts))


def test_a_name_at_two_sites_is_two_players(database: Database) -> None:
    for player in ANN:
        assert find_player(database, str(player)) == str(player)
        assert run_statistic(database, "vpip", str(player))["label"].to_list() == [str(player)]
    for name in ("Katja72", "KATJA72"):
        sentence = f"`{name}` matches several players: name `pokerstars:Katja72` or `winamax:"
        with pytest.raises(StatisticsError, match=sentence):
            find_player(database, name)


@pytest.mark.nightly(1)
@pytest.mark.parametrize("name", ["a\tb", "\u202eAnn", "x\x01", "back\\tslash", "\U000e0001", "é\x85"])
def test_a_name_can_be_typed_as_it_is_shown(name: str, tmp_path: Path) -> None:
    hands = (SAMPLES / "winamax" / "session_tournament.txt").read_text()
    player = next(re.finditer(r"(?m)^Seat 1: ([^(\n]+) [(]", hands))[1]
    file = tmp_path / "hands.txt"
    file.write_text(hands.replace(player, name))
    with Database(tmp_path / "new.duckdb") as database:
        fill(database, [file])
        assert find_player(database, name) == find_player(database, escape_unprintable(name)) == name
        assert find_name_at_site(database, f"winamax:{escape_unprintable(name)}") == Player("winamax", name)


def test_the_case_of_a_name_does_not_count(database: Database) -> None:
    assert find_player(database, "POKERSTARS:katja72") == "pokerstars:Katja72"


def test_a_name_at_one_site_needs_no_site(database: Database) -> None:
    ((site, name),) = database.connection.execute("""
        SELECT min(site), name FROM players GROUP BY name HAVING count(*) = 1 ORDER BY name LIMIT 1
    """).fetchall()
    assert find_player(database, name) == find_player(database, f"{site.upper()}:{name}") == name
    with pytest.raises(StatisticsError, match="did you mean"):
        find_player(database, f"{site}:{name[:-1]}")


def test_rows_go_to_the_player_of_their_site(database: Database) -> None:
    by_player = dict(run_statistic(database, "vpip", filters=Filters(by="player")).select("player", "chances").rows())
    for player in ANN:
        chances = run_statistic(database, "vpip", str(player))["chances"][0]
        chances_at_site = run_statistic(database, "vpip", str(player), filters=Filters(site=player.site))["chances"][0]
        assert by_player[str(player)] == chances == chances_at_site
        assert 0 < chances <= dealt(database, player)
    assert "Katja72" not in by_player


def test_aliases_join_players_and_can_be_undone(database: Database) -> None:
    separate = [run_statistic(database, "vpip", str(player)) for player in ANN]
    join_players(database, "Ann", [find_name_at_site(database, str(player)) for player in ANN])
    joined = run_statistic(database, "vpip", find_player(database, "Ann"))
    assert joined["chances"][0] == sum(frame["chances"][0] for frame in separate)
    assert joined["label"].to_list() == ["Ann"]
    assert {find_player(database, name) for name in ("Ann", "Katja72", *map(str, ANN))} == {"Ann"}
    assert delete_alias_and_return_players(database, "Ann") == ANN
    assert [run_statistic(database, "vpip", str(player)).rows() for player in ANN] == [
        frame.rows() for frame in separate
    ]
    assert alias_table(database).is_empty()


def test_an_alias_may_be_a_name(database: Database) -> None:
    """Whoever else is so called has their site before the name."""
    join_players(database, "Katja72", ANN[:1])
    assert find_player(database, "Katja72") == "Katja72"
    assert find_player(database, "winamax:Katja72") == "winamax:Katja72"
    assert dealt(database, ANN[0]) == begin_report(database, "Katja72").hands


def test_a_name_that_begins_like_a_site(database: Database) -> None:
    first = "(SELECT min(hand_key) FROM seats WHERE player = 'Katja72')"
    database.connection.execute(
        f"UPDATE seats SET player = 'winamax:x' WHERE player = 'Katja72' AND hand_key = {first}"  # noqa: S608 - ours
    )
    database.connection.execute("INSERT INTO players VALUES ('pokerstars', 'winamax:x'), ('winamax', 'x')")
    assert find_player(database, "pokerstars:winamax:x") == "pokerstars:winamax:x"
    assert find_player(database, "winamax:x") == "x"


@pytest.mark.nightly
def test_everybody_at_a_table_is_known_once(database: Database) -> None:
    query = "SELECT DISTINCT site, player AS name FROM seats JOIN hands USING (hand_key) ORDER BY ALL"
    seated = database.connection.execute(query).fetchall()
    assert database.connection.execute("FROM players ORDER BY ALL").fetchall() == seated
    fill(database, [SAMPLES / "winamax"])
    everybody = database.connection.execute("FROM players ORDER BY ALL").fetchall()
    assert everybody == database.connection.execute(query).fetchall()


@pytest.mark.parametrize(
    ("alias", "players", "sentence"),
    [
        (" ", ANN, "cannot be empty"),
        ("Winamax:Ann", ANN, "reads like a player of that site"),
        ("Bob", ANN[:1], "`pokerstars:Katja72` is joined in `Ann`: undo that alias first"),
    ],
)
def test_what_cannot_be_joined(database: Database, alias: str, players: list[Player], sentence: str) -> None:
    join_players(database, "Ann", ANN)
    join_players(database, "Ann", ANN)
    with pytest.raises(HistparseError, match=re.escape(sentence)):
        join_players(database, alias, players)
    with pytest.raises(HistparseError, match="an alias has at most 100 letters, not 101"):
        join_players(database, "x" * 101, ANN)
    with pytest.raises(HistparseError, match="nobody has the alias `Bob`"):
        delete_alias_and_return_players(database, "Bob")
    assert alias_table(database).rows() == [("Ann", "pokerstars", "Katja72"), ("Ann", "winamax", "Katja72")]


def test_aliases_survive_an_import(database: Database) -> None:
    join_players(database, "Ann", ANN[:1])
    fill(database, sorted((SAMPLES / "fulltilt").iterdir())[:1])
    assert alias_table(database).rows() == [("Ann", "pokerstars", "Katja72")]
    assert find_player(database, "pokerstars:Katja72") == "Ann"
    assert find_player(database, "fulltilt:Katja72") == "fulltilt:Katja72"


# -- nobody, or nobody by that name ---------------------------------------------------------------------------


@pytest.fixture(scope="module")
def dealt_hands() -> Iterator[Database]:
    with database_of_hands(deal_hands(Settings(hands=10, seed=77, hero="Hero"))) as database:
        yield database


def test_without_a_name_it_is_the_hero_with_most_hands(dealt_hands: Database) -> None:
    assert find_player(dealt_hands) == "Hero"
    assert find_player(dealt_hands, "Hero") == "Hero"


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("hreo", r"no player `hreo`: did you mean .*`Hero`"),
        ("he", "did you mean `Hero`"),
        ("\x1b[31m'; DROP TABLE seats; --" * 3, "there is `Hero` or "),  # so few are listed
    ],
)
def test_near_names_are_offered(dealt_hands: Database, name: str, sentence: str) -> None:
    with pytest.raises(StatisticsError, match=sentence):
        find_player(dealt_hands, name)


def test_without_hands_or_a_hero_it_says_so() -> None:
    with Database(":memory:") as database:
        with pytest.raises(StatisticsError, match="there are no hands"):
            find_player(database, "x")
        fill_with_hands(database, deal_hands(Settings(hands=3, hero=None)))
        with pytest.raises(StatisticsError, match="name a player"):
            find_player(database)
