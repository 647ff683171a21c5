"""Everything the command does, a program can do too: each command, and what in Python comes to the same."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Callable, Iterator
from itertools import islice
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl
import pytest
from typer.main import get_command

import histparse
from histparse import stats
from histparse.api.in_and_out import as_json
from histparse.cli import app
from histparse.coach import notes
from histparse.report import gathering
from histparse.simulate import Settings
from histparse.stats.run import unsaid_currencies_to_null
from tests.dealer.violations import make
from tests.running import Run, remembering
from tests.samples import FOLDER

PAGE = (Path(__file__).parents[2] / "docs" / "python.md").read_text(encoding="utf-8")
WITHOUT = {
    "serve": "it is for a browser",
}
"""Commands that have no meaning in a program."""
SOAK = bool(os.environ.get("HISTPARSE_SOAK"))
FORMATS = histparse.formats()
SLOW = ((stats, "rates_overview"), (stats, "compare_players"), (gathering, "gather"), (notes, "take_notes"))


class Place(NamedTuple):
    """A folder with hands, a database of them, and what runs a command there."""

    folder: Path
    run: Run

    @property
    def hands(self) -> Path:
        return self.folder / "hands.txt"

    @property
    def db(self) -> Path:
        return self.folder / "poker.duckdb"

    def prints(self, *words: str | Path) -> str:
        code, out, err = self.run(*words)
        assert code in {0, 1}, err
        return out

    def asks(self, *words: str | Path, of: str = "json") -> Any:  # Any: JSON
        """What a command says of the database."""
        return json.loads(self.prints(*words, "--db", self.db, "--format", of))


def plain(found: object) -> Any:  # Any: JSON
    """As a command would print it."""
    value = unsaid_currencies_to_null(found).to_dicts() if isinstance(found, pl.DataFrame) else found
    return json.loads(as_json(value))


Case = Callable[[Place, histparse.Store], None]
CASES: dict[str, Case] = {}


def does(command: str) -> Callable[[Case], Case]:
    """The command that is compared."""

    def note(case: Case) -> Case:
        CASES[command] = case
        return case

    return note


def commands(group: Any, above: str = "") -> Iterator[str]:  # Any: a group of typer's own, of no public type
    for name, command in group.commands.items():
        yield from commands(command, f"{above}{name} ") if hasattr(command, "commands") else [above + name]


COMMANDS = [*commands(get_command(app.build_app()))]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("place")
    texts = [one.text for one in histparse.simulate_hands(60, seed=4)]
    broken = [one.text for one in islice(make("BET02", 5, Settings(hands=1)), 2)]
    unread = (FOLDER / "malformed" / "SYN01_no_seats.txt").read_text(encoding="utf-8")
    (folder / "hands.txt").write_text("".join([*texts, *broken, unread]), encoding="utf-8")
    with histparse.Store(folder / "poker.duckdb") as store:
        store.import_files(folder / "hands.txt")
    return folder


@pytest.fixture
def place(made: Path, tmp_path: Path, run: Run) -> Place:
    """A copy that a command may change."""
    shutil.copytree(made, tmp_path / "place")
    return Place(tmp_path / "place", run)


@pytest.fixture(autouse=True)
def once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What takes seconds is counted when first asked for: that the other asks for the same is what is shown here.

    HISTPARSE_SOAK=1: counted each time.
    """
    for place, name in SLOW if not SOAK else ():
        monkeypatch.setattr(place, name, remembering(getattr(place, name)))


@does("parse")
def _(place: Place, _store: histparse.Store) -> None:
    printed = [json.loads(line) for line in place.prints("parse", place.hands).splitlines()]
    assert printed == [plain(one.hand) for one in histparse.read(place.hands) if one.hand]
    texts = place.hands.read_text(encoding="utf-8").split("\n\n\n\n")
    several = histparse.read_text([f"{text}\n\n\n\n" for text in texts])
    assert [one.hand.header.hand_id for one in several if one.hand] == [one["header"]["hand_id"] for one in printed]


@does("check")
def _(place: Place, _store: histparse.Store) -> None:
    printed = [json.loads(line) for line in place.prints("check", place.hands, "--format", "jsonl").splitlines()]
    found = [(one.code, one.line, one.message) for one in histparse.check(place.hands)]
    by_line = sorted(found, key=itemgetter(1))
    assert [(one["code"], one["line"], one["message"]) for one in printed] == by_line
    assert {code for code, *_ in found} > {"BET02"}
    for several in (
        [place.hands],
        iter([str(place.hands)]),
        histparse.read(place.hands),
        [*histparse.read(place.hands)],
    ):
        assert [(one.code, one.line, one.message) for one in histparse.check(several)] == found
    hands = [one.hand for one in histparse.read(place.hands) if one.hand]
    assert {one.code for one in histparse.check(hands)} == {"BET02"}
    assert [*histparse.check([])] == []


@does("convert")
def _(place: Place, _store: histparse.Store) -> None:
    for name in FORMATS[:: 1 if SOAK else 3]:
        theirs, ours = place.folder / f"theirs.{name}", place.folder / f"ours.{name}"
        place.prints("convert", place.hands, "--to", name, "--table", "seats", "-o", theirs)
        done = histparse.convert(place.hands, ours, to=name, table="seats")
        assert theirs.read_bytes() == ours.read_bytes(), name
        assert done.number > 60
    assert done.left_out or histparse.convert(place.hands, place.folder / "x", to="phh").left_out


@does("anonymise")
def _(place: Place, _store: histparse.Store) -> None:
    theirs, ours, salt = (place.folder / name for name in ("theirs", "ours", "salt"))
    said = place.run("anonymise", place.hands, "-o", theirs, "--salt-file", salt, "--keep-hero", "--shift")[2]
    done = histparse.anonymise(place.hands, ours, salt_file=salt, keep_hero=True, shift=True)
    assert theirs.read_bytes() == ours.read_bytes()
    assert done.number == 63
    assert all(sentence in said for sentence in [*done.left_out, *done.telling])
    for kept in ("", "Hero"):
        histparse.anonymise(place.hands, place.folder / f"kept{kept}", keep=kept)
        assert (b": Hero " in (place.folder / f"kept{kept}").read_bytes()) == bool(kept)


@does("show")
def _(place: Place, store: histparse.Store) -> None:
    number = store.find_hands(limit=1)["hand_id"][0]
    assert place.asks("show", number) == plain(store.show(number)) == plain(store.replay(number).view)
    at = f"{place.hands}:1"
    assert json.loads(place.prints("show", at, "--format", "json")) == plain(histparse.show(at))
    assert place.prints("show", at, "--oneline").rstrip() == histparse.hand_line(histparse.show(at))
    assert place.prints("show", at, "--html", "-") == histparse.hand_html(histparse.replay_hand(at))


# --- a database -----------------------------------------------------------------------------------------------


@does("import")
def _(place: Place, _store: histparse.Store) -> None:
    timed = {"seconds", "hands_per_second"}
    said = json.loads(place.prints("import", place.hands, "--db", place.folder / "new.duckdb", "--format", "json"))
    with histparse.Store() as new:
        summary = new.import_files(place.hands)
    assert {key: said[key] for key in said.keys() - timed} == {
        key: value for key, value in plain(summary).items() if key not in timed
    }


@does("export")
def _(place: Place, store: histparse.Store) -> None:
    words = ("--stat", "vpip", "--made", "--position", "BTN", "--limit", "9")
    for name in FORMATS if SOAK else FORMATS[1::3]:
        theirs, ours = place.folder / f"theirs.{name}", place.folder / f"ours.{name}"
        place.prints("export", *words, "--db", place.db, "--format", name, "--table", "draws", "-o", theirs)
        button = histparse.Filters(position="BTN")
        store.export(ours, "vpip", to=name, table="draws", made=True, filters=button, limit=9)
        assert theirs.read_bytes() == ours.read_bytes(), name


@does("aliases")
def _(place: Place, store: histparse.Store) -> None:
    store.close()
    with histparse.Store(place.db) as own:
        own.join("Me", ["Hero"])
        own.join("You", [own.players()["player"][0]])
        own.part("You")
    printed = place.asks("aliases")
    with histparse.Store(place.db, read_only=True) as own:
        assert printed == plain(own.aliases()) == [{"alias": "Me", "site": "pokerstars", "name": "Hero"}]
        assert own.hero() == "Me"
        with pytest.raises(histparse.StoreError, match="opened for reading only"):
            own.part("Me")


@does("publish")
def _(place: Place, store: histparse.Store) -> None:
    done = store.publish(place.folder / "copy")
    said = json.loads(place.prints("publish", place.folder / "theirs", "--db", place.db, "--format", "json"))
    assert said == plain(done) | {"address": str(place.folder / "theirs")}
    with histparse.Store(place.folder / "copy", read_only=True) as copy:
        assert copy.players().equals(store.players())
        assert copy.info().rows == store.info().rows
    assert "nothing new" in place.prints("publish", place.folder / "copy", "--db", place.db)
    assert store.publish(place.folder / "copy", vacuum=True).removed == 0


@does("db info")
def _(place: Place, store: histparse.Store) -> None:
    said = place.asks("db", "info")
    del said["months"]
    assert said == plain(store.info())
    assert said["rows"]["hands"] == 63


@does("db findings")
def _(place: Place, store: histparse.Store) -> None:
    listed = place.asks("db", "findings", "BET02", "SYN")
    found = store.findings().sort("path", "line", "code", "message").collect()
    assert listed == plain(found.select(*listed[0]))
    aside = place.asks("db", "findings", "--set-aside")
    assert aside == plain(store.table("set_aside").collect().select(*aside[0]))


@does("results")
def _(place: Place, store: histparse.Store) -> None:
    found = store.results(outlook=histparse.Outlook(hands=500, risk=0.1))
    with_verdicts = [{"verdict": result.verdict} | plain(result) for result in found]
    assert place.asks("results", "--next", "500", "--risk", "10") == with_verdicts
    with pytest.raises(histparse.HistparseError) as refused:  # tests/coach/test_luck_shown.py has more hands
        store.luck()
    code, _, said = place.run("results", "--luck", "--db", place.db)
    assert code == 2
    assert str(refused.value) in said


@does("leaks")
def _(place: Place, store: histparse.Store) -> None:
    found = store.leaks()
    assert place.asks("leaks") == plain(found)
    unproven = "; ".join(row["player"] for row in found[:-1].to_dicts() if not row["shown"])
    assert f"Not proven yet: {unproven}." in place.prints("leaks", "--db", place.db)


EVIDENCE = pl.col("evidence").list.join("; ")


SQL = "SELECT position, sum(net) AS net FROM seats GROUP BY ALL ORDER BY ALL"


ASKED: dict[str, dict[tuple[str, ...], Callable[[histparse.Store], object]]] = {
    "hands": {
        ("--stat", "vpip", "--player", "Hero", "--made", "--sort", "net", "--limit", "5"): lambda store: (
            store.find_hands("vpip", "Hero", made=True, sort="net", limit=5)
        )
    },
    "query": {(SQL,): lambda store: store.query(SQL)},
    "db check": {(): lambda store: store.verify()},
    "players": {
        ("--top", "3"): lambda store: store.players(top=3),
        ("--stat", "pat_rate", "--of", "draw=2", "--sort", "rate", "--players", "5"): lambda store: store.players(
            "pat_rate", of={"draw": 2}, sort="rate", filters=histparse.Filters(players=5)
        ),
    },
    "sessions": {(): lambda store: store.statistic("sessions", store.hero())},
    "tournaments": {
        (): lambda store: store.tournaments(),
        ("--by", "site"): lambda store: store.tournament_totals(by="site"),
    },
    "stats": {
        (): lambda store: store.rates(store.hero()),
        ("pat_rate", "--by", "position"): lambda store: store.statistic(
            "pat_rate", "Hero", by="position", with_pool=True
        ),
        ("snow", "--set", "worst=500"): lambda store: store.statistic(
            "snow", "Hero", parameters={"worst": 500}, with_pool=True
        ),
    },
    "compare": {("Hero", "{rival}"): lambda store: store.compare("Hero", rival_in(store))},
    "audit deal": {(): lambda store: store.audit_deal().tests},
    "audit play": {(): lambda store: store.audit_play().pairs.with_columns(EVIDENCE)},
    "notes": {(): lambda store: store.notes()},
    "report": {(): lambda store: histparse.report_data(store.report(lists=False))},
}
"""By command, what it is asked and which function answers it in Python."""


def rival_in(store: histparse.Store) -> str:
    """Somebody else."""
    return str(next(name for name in store.players()["player"] if name != "Hero"))


def compare_answers(command: str, place: Place, store: histparse.Store) -> None:
    """What the command prints, with what the functions return."""
    for words, answer in ASKED[command].items():
        said = place.asks(*command.split(), *(word.format(rival=rival_in(store)) for word in words))
        assert said == plain(answer(store)), words


@does("equity")
def _(place: Place, _store: histparse.Store) -> None:
    said = json.loads(place.prints("equity", "J8653", "2347", "--format", "json"))
    assert said["equity"] == plain(histparse.equity("J8653", "2347"))
    said = json.loads(place.prints("equity", "2347/K", "--draws", "2", "--to", "8", "--format", "json"))
    assert said["chances"] == plain(histparse.draw_chances("2347/K", draws=2, to=["8"]))


@does("draw")
def _(place: Place, _store: histparse.Store) -> None:
    said = json.loads(place.prints("draw", "J8653", "--against", "2347", "--pot", "6", "--format", "json"))
    assert said == plain(histparse.draw("J8653", "2347", pot=6))


@does("chart pat-or-break")
def _(place: Place, _store: histparse.Store) -> None:
    words = ("--pat", "J8653", "--against", "2347", "--against", "237", "--dead", "2c", "--format", "json")
    blocked, free = (
        histparse.pat_or_break(["J8653"], ["2347", "237"], dead="2c"),
        histparse.pat_or_break(["J8653"], ["2347", "237"]),
    )
    assert json.loads(place.prints("chart", "pat-or-break", *words)) == plain([*free, *blocked])


@does("river")
def _(place: Place, store: histparse.Store) -> None:
    words = ("river", "98765", "pool 1", "--pot", "4", "--cap", "1", "--format", "json", "--pool")
    said = json.loads(place.prints(*words, place.db))
    assert said == plain(histparse.solve_river("98765", "pool 1", pot=4, cap=1, pool=place.db))
    assert said == plain(histparse.solve_river("98765", "pool 1", pot=4, cap=1, pool=store))


@does("street")
def _(place: Place, _store: histparse.Store) -> None:
    words = ("street", "98765", "7c5d4h3s2c", "--pot", "4", "--cap", "1", "--format", "json")
    assert json.loads(place.prints(*words)) == plain(histparse.solve_street("98765", "7c5d4h3s2c", pot=4, cap=1))


# --- all of them ----------------------------------------------------------------------------------------------


@pytest.mark.nightly(1)
@pytest.mark.parametrize("command", [*CASES, *ASKED])
def test_a_program_can_do_what_a_command_does(command: str, place: Place) -> None:
    with histparse.Store(place.db, read_only=True) as store:
        if command in ASKED:
            compare_answers(command, place, store)
        else:
            CASES[command](place, store)


def test_the_docs_name_the_function_of_every_command() -> None:
    chapter = PAGE.partition("\n## Commands and functions\n")[2].partition("\n## ")[0]
    rows = dict(re.findall(r"(?m)^\| `(.+?)` \| (.+) \|$", chapter))
    assert rows.keys() == {*COMMANDS}
    for command, said in rows.items():
        names = re.findall(r"`([\w.]+)`", said)
        assert bool(names) != (command in WITHOUT), command
        for name in names:
            _, _, method = name.rpartition("store.")
            assert callable(getattr(histparse.Store if "." in name else histparse, method)), name
