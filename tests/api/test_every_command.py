"""Everything the command does, a program can do too: each command, and what in Python comes to the same."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import closing
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
from histparse.model.errors import HistparseError
from histparse.report import gathering
from histparse.simulate import Settings
from histparse.stats.run import currency_marks_to_null
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
    value = currency_marks_to_null(found).to_dicts() if isinstance(found, pl.DataFrame) else found
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


# --- files ----------------------------------------------------------------------------------------------------


@does("start")
def _(place: Place, _store: histparse.Store) -> None:
    there = place.folder / ".wine" / "drive_c" / "Program Files" / "Full Tilt Poker" / "HandHistory"
    shutil.copytree(FOLDER / "fulltilt", there)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Path, "home", lambda: place.folder)
        patch.setattr("sys.platform", "linux")
        patch.delenv("WINEPREFIX", raising=False)
        [found] = histparse.find_hands_here()
        printed = place.prints("start", "--db", place.folder / "new.duckdb")
    assert found.path == there
    assert printed.startswith(f"{there}\n    {found.files} files\n    {found.hands['fulltilt']} hands of")


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


@does("doctor")
def _(place: Place, _store: histparse.Store) -> None:
    [found] = histparse.doctor(place.hands)
    assert json.loads(place.prints("doctor", place.hands, "--format", "json")) == plain(found)
    assert found.hands["pokerstars"]


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


@does("simulate")
def _(place: Place, _store: histparse.Store) -> None:
    dealt = histparse.simulate_hands(3, seed=7, players=(3, 4))
    printed = place.prints("simulate", "--hands", "3", "--seed", "7", "--players", "3-4")
    assert printed == "".join(one.text for one in dealt)


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


@does("watch")
def _(place: Place, store: histparse.Store) -> None:
    numbers = {*store.hands().select("hand_id").collect()["hand_id"]}
    with closing(histparse.watch_folders(place.hands, place.folder / "new", settle=0.05, poll=True)) as watching:
        assert {hand.hand_id for hand in next(watching)} == numbers
    with pytest.raises(histparse.HistparseError, match="there is no such folder"):
        histparse.watch_folders(place.folder / "nowhere", place.db)


@does("export")
def _(place: Place, store: histparse.Store) -> None:
    words = ("--stat", "vpip", "--made", "--position", "BTN", "--limit", "9")
    for name in FORMATS if SOAK else FORMATS[1::3]:
        theirs, ours = place.folder / f"theirs.{name}", place.folder / f"ours.{name}"
        place.prints("export", *words, "--db", place.db, "--format", name, "--table", "draws", "-o", theirs)
        button = histparse.Filters(position="BTN")
        store.export(ours, "vpip", to=name, table="draws", made=True, filters=button, limit=9)
        assert theirs.read_bytes() == ours.read_bytes(), name


@does("hands")
def _(place: Place, store: histparse.Store) -> None:
    listed = store.find_hands("vpip", "Hero", made=True, sort="net", limit=5)
    words = ("--stat", "vpip", "--player", "Hero", "--made", "--sort", "net", "--limit", "5")
    assert place.asks("hands", *words) == plain(listed)


@does("query")
def _(place: Place, store: histparse.Store) -> None:
    sql = "SELECT position, sum(net) AS net FROM seats GROUP BY ALL ORDER BY ALL"
    assert place.asks("query", sql) == plain(store.query(sql))


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


@does("tags list")
def _(place: Place, store: histparse.Store) -> None:
    hand = store.sql("SELECT site || ':' || hand_id FROM hands LIMIT 1").item()
    with pytest.raises(HistparseError, match="there is no hand `pokerstars:1` in this database"):
        store.tag("pokerstars:1", ["star"])
    store.tag(hand, ["star", "bluff"], "a note")
    listed = store.tags().with_columns(pl.col("tags").list.join(", "))
    assert listed.rows() == [(*hand.split(":"), "bluff, star", "a note")]
    assert place.asks("tags", "list") == plain(listed)


@does("tags export")
def _(place: Place, store: histparse.Store) -> None:
    store.tag(store.sql("SELECT site || ':' || hand_id FROM hands LIMIT 1").item(), ["star"])
    (row,) = store.tags().to_dicts()
    said = json.loads(place.prints("tags", "export", "--db", place.db))
    assert said == [
        {"hand": f"{row['site']}:{row['hand_id']}", "tags": row["tags"], "note": row["note"], "answers": []}
    ]


@does("tags import")
def _(place: Place, store: histparse.Store) -> None:
    given = place.folder / "tags.json"
    given.write_text('[{"hand": "pokerstars:2", "tags": ["fish"], "note": "seen"}]', encoding="utf-8")
    place.prints("tags", "import", given, "--db", place.db)
    assert store.tags().rows()[-1] == ("pokerstars", "2", ["fish"], "seen")


@does("retry")
def _(place: Place, store: histparse.Store) -> None:
    store.close()
    found = histparse.retry(place.db)
    assert (found.hands, found.set_aside) == (1, 1)
    said = place.asks("retry", "--jobs", "1")
    assert (said["hands"], said["set_aside"]) == (1, 1)


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


@does("db compact")
def _(place: Place, store: histparse.Store) -> None:
    store.close()
    done = histparse.compact(place.db)
    said = place.asks("db", "compact")
    assert (said["path"], said["before"]) == (done.path, done.after)


@does("db upgrade")
def _(place: Place, store: histparse.Store) -> None:
    store.close()
    said = place.asks("db", "upgrade")
    assert said["before"] == said["after"]
    assert histparse.upgrade(place.db) is None


@does("db info")
def _(place: Place, store: histparse.Store) -> None:
    said = place.asks("db", "info")
    del said["months"]
    assert said == plain(store.info())
    assert said["rows"]["hands"] == 63


@does("db check")
def _(place: Place, store: histparse.Store) -> None:
    assert place.asks("db", "check") == plain(store.verify())
    assert len(store.verify()) > 5


@does("db findings")
def _(place: Place, store: histparse.Store) -> None:
    listed = place.asks("db", "findings", "BET02", "SYN")
    found = store.findings().sort("path", "line", "code", "message").collect()
    assert listed == plain(found.select(*listed[0]))
    aside = place.asks("db", "findings", "--set-aside")
    assert aside == plain(store.table("set_aside").collect().select(*aside[0]))


# --- figures --------------------------------------------------------------------------------------------------


@does("players")
def _(place: Place, store: histparse.Store) -> None:
    assert place.asks("players", "--top", "3") == plain(store.players(top=3))
    rates = store.players("pat_rate", of={"draw": 2}, sort="rate", filters=histparse.Filters(players=5))
    words = ("--stat", "pat_rate", "--of", "draw=2", "--sort", "rate", "--players", "5")
    assert place.asks("players", *words) == plain(rates)


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


@does("sessions")
def _(place: Place, store: histparse.Store) -> None:
    assert place.asks("sessions") == plain(store.statistic("sessions", store.hero()))


@does("tournaments")
def _(place: Place, store: histparse.Store) -> None:
    assert place.asks("tournaments") == plain(store.tournaments())
    assert place.asks("tournaments", "--totals") == plain(store.tournament_totals())
    assert place.asks("tournaments", "--by", "site") == plain(store.tournament_totals(by="site"))


@does("stats")
def _(place: Place, store: histparse.Store) -> None:
    assert place.asks("stats") == plain(store.rates(store.hero()))
    assert place.asks("stats", "vpip") == plain(store.statistic("vpip", store.hero(), with_pool=True))
    by = store.statistic("pat_rate", "Hero", by="position", with_pool=True)
    assert place.asks("stats", "pat_rate", "--by", "position") == plain(by)
    worse = store.statistic("snow", "Hero", parameters={"worst": 500}, with_pool=True)
    assert place.asks("stats", "snow", "--set", "worst=500") == plain(worse)
    assert [one["name"] for one in json.loads(place.prints("stats", "--definitions", "--format", "json"))] == [
        *histparse.statistics()
    ]


@does("compare")
def _(place: Place, store: histparse.Store) -> None:
    one, two = store.players()["player"][:2]
    assert place.asks("compare", one, two) == plain(store.compare(one, two))


@does("leaks")
def _(place: Place, store: histparse.Store) -> None:
    found = store.leaks()
    assert place.asks("leaks") == plain(found)
    unproven = "; ".join(row["player"] for row in found[:-1].to_dicts() if not row["shown"])
    assert f"Not proven yet: {unproven}." in place.prints("leaks", "--db", place.db)


@does("audit deal")
def _(place: Place, store: histparse.Store) -> None:
    assert place.asks("audit", "deal") == plain(store.audit_deal().tests)


@does("audit evidence")
def _(place: Place, store: histparse.Store) -> None:
    folder = place.db.with_name("evidence")
    place.prints("audit", "evidence", "--db", place.db, "-o", folder)
    there = {file.relative_to(folder).as_posix(): file.read_bytes() for file in folder.rglob("*") if file.is_file()}
    assert there == store.audit_evidence()


@does("audit play")
def _(place: Place, store: histparse.Store) -> None:
    evidence = pl.col("evidence").list.join("; ")
    assert place.asks("audit", "play") == plain(store.audit_play().pairs.with_columns(evidence))


@does("notes")
def _(place: Place, store: histparse.Store) -> None:
    assert place.asks("notes") == plain(store.notes())


@does("report")
def _(place: Place, store: histparse.Store) -> None:
    assert place.asks("report") == plain(histparse.report_data(store.report(lists=False)))


# --- knowledge ------------------------------------------------------------------------------------------------


@does("rules")
def _(place: Place, _store: histparse.Store) -> None:
    printed = json.loads(place.prints("rules", "--format", "json"))
    assert printed == [plain(rule) for rule in histparse.rulebook().values()]


@does("sites")
def _(place: Place, _store: histparse.Store) -> None:
    printed = json.loads(place.prints("sites", "--format", "json"))
    assert printed == plain(histparse.known_lines())
    assert sorted({one["site"] for one in printed}) == histparse.sites()


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
@pytest.mark.parametrize("command", COMMANDS)
def test_a_program_can_do_what_a_command_does(command: str, place: Place) -> None:
    if command in WITHOUT:
        return
    assert command in CASES, f"which function does what `histparse {command}` does? Compare them here"
    with histparse.Store(place.db, read_only=True) as store:
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
