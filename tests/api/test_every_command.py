"""Everything the command does, a program can do too: each command, and what in Python comes to the same."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterator
from itertools import islice
from operator import attrgetter, itemgetter
from pathlib import Path
from shlex import quote, split
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
from tests.conftest import SOAK
from tests.dealer.violations import make
from tests.running import Run, remembering
from tests.samples import FOLDER

PAGE = (Path(__file__).parents[2] / "docs" / "python.md").read_text("utf-8")
NOT_IN_PYTHON = {
    "serve": "it is for a browser",
}
"""Commands that have no meaning in a program."""
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

    def prints_json(self, *words: str | Path) -> Any:  # Any: JSON
        return json.loads(self.prints(*words, "--format", "json"))

    def ask_database(self, *words: str | Path) -> Any:  # Any: JSON
        """What a command says of the database."""
        return self.prints_json(*words, "--db", self.db)


def plain(answer: object) -> Any:  # Any: JSON
    """As a command would print it."""
    value = unsaid_currencies_to_null(answer).to_dicts() if isinstance(answer, pl.DataFrame) else answer
    return json.loads(as_json(value))


Case = Callable[[Place, histparse.Store], None]
CASES: dict[str, Case] = {}


def does(command: str) -> Callable[[Case], Case]:
    """The command that is compared."""

    def register(case: Case) -> Case:
        CASES[command] = case
        return case

    return register


def commands(group: Any, group_name: str = "") -> Iterator[str]:  # Any: a group of typer's own, of no public type
    for name, command in group.commands.items():
        yield from commands(command, f"{group_name}{name} ") if hasattr(command, "commands") else [group_name + name]


COMMANDS = [*commands(get_command(app.build_app()))]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("place")
    texts = [dealt.text for dealt in histparse.simulate_hands(60, seed=4)]
    broken = [dealt.text for dealt in islice(make("BET02", 5, Settings(hands=1)), 2)]
    unread = (FOLDER / "malformed" / "SYN01_no_seats.txt").read_text("utf-8")
    (folder / "hands.txt").write_text("".join([*texts, *broken, unread]), "utf-8")
    with histparse.Store(folder / "poker.duckdb") as store:
        store.import_files(folder / "hands.txt")
    return folder


@pytest.fixture
def place(made: Path, tmp_path: Path, run: Run) -> Place:
    """A copy that a command may change."""
    shutil.copytree(made, tmp_path / "place")
    return Place(tmp_path / "place", run)


@pytest.fixture(autouse=True)
def _remember_slow_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """What takes seconds is counted when first asked for: that the other asks for the same is what is shown here.

    HISTPARSE_SOAK=1: counted each time.
    """
    for place, name in SLOW if not SOAK else ():
        monkeypatch.setattr(place, name, remembering(getattr(place, name)))


@does("parse")
def _(place: Place, _store: histparse.Store) -> None:
    printed = [json.loads(line) for line in place.prints("parse", place.hands).splitlines()]
    assert printed == [plain(result.hand) for result in histparse.read(place.hands) if result.hand]
    texts = place.hands.read_text("utf-8").split("\n\n\n\n")
    several = histparse.read_text([f"{text}\n\n\n\n" for text in texts])
    assert [result.hand.header.hand_id for result in several if result.hand] == [
        hand["header"]["hand_id"] for hand in printed
    ]


@does("check")
def _(place: Place, _store: histparse.Store) -> None:
    of_finding = attrgetter("code", "line", "message")
    printed = [json.loads(line) for line in place.prints("check", place.hands, "--format", "jsonl").splitlines()]
    findings = [*map(of_finding, histparse.check(place.hands))]
    by_line = sorted(findings, key=itemgetter(1))
    assert [*map(itemgetter("code", "line", "message"), printed)] == by_line
    assert {code for code, *_ in findings} > {"BET02"}
    for several in (
        [place.hands],
        iter([str(place.hands)]),
        histparse.read(place.hands),
        [*histparse.read(place.hands)],
    ):
        assert [*map(of_finding, histparse.check(several))] == findings
    hands = [result.hand for result in histparse.read(place.hands) if result.hand]
    assert {finding.code for finding in histparse.check(hands)} == {"BET02"}
    assert [*histparse.check([])] == []


@does("convert")
def _(place: Place, _store: histparse.Store) -> None:
    for name in FORMATS[:: 1 if SOAK else 3]:
        theirs, ours = place.folder / f"theirs.{name}", place.folder / f"ours.{name}"
        place.prints("convert", place.hands, "--to", name, "--table", "seats", "-o", theirs)
        outcome = histparse.convert(place.hands, ours, to=name, table="seats")
        assert theirs.read_bytes() == ours.read_bytes(), name
        assert outcome.number > 60
    assert outcome.left_out or histparse.convert(place.hands, place.folder / "x", to="phh").left_out


@does("anonymise")
def _(place: Place, _store: histparse.Store) -> None:
    theirs, ours, salt = (place.folder / name for name in ("theirs", "ours", "salt"))
    printed = place.run("anonymise", place.hands, "-o", theirs, "--salt-file", salt, "--keep-hero", "--shift")[2]
    outcome = histparse.anonymise(place.hands, ours, salt_file=salt, keep_hero=True, shift=True)
    assert theirs.read_bytes() == ours.read_bytes()
    assert outcome.number == 63
    assert all(sentence in printed for sentence in [*outcome.left_out, *outcome.telling])
    for name in ("", "Hero"):
        histparse.anonymise(place.hands, place.folder / f"kept{name}", keep=name)
        assert (b": Hero " in (place.folder / f"kept{name}").read_bytes()) == bool(name)


@does("show")
def _(place: Place, store: histparse.Store) -> None:
    number = store.find_hands(limit=1)["hand_id"][0]
    assert place.ask_database("show", number) == plain(store.show(number)) == plain(store.replay(number).view)
    line = f"{place.hands}:1"
    assert place.prints_json("show", line) == plain(histparse.show(line))
    assert place.prints("show", line, "--oneline").rstrip() == histparse.hand_line(histparse.show(line))
    assert place.prints("show", line, "--html", "-") == histparse.hand_html(histparse.replay_hand(line))


# --- a database -----------------------------------------------------------------------------------------------


@does("import")
def _(place: Place, _store: histparse.Store) -> None:
    timed = {"seconds": 0, "hands_per_second": 0}
    printed = place.prints_json("import", place.hands, "--db", place.folder / "new.duckdb")
    with histparse.Store() as new:
        summary = new.import_files(place.hands)
    assert printed | timed == plain(summary) | timed


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
    with histparse.Store(place.db) as writable:
        writable.join("Me", ["Hero"])
        writable.join("You", [writable.players()["player"][0]])
        writable.part("You")
    printed = place.ask_database("aliases")
    with histparse.Store(place.db, read_only=True) as read_only_store:
        assert printed == plain(read_only_store.aliases()) == [{"alias": "Me", "site": "pokerstars", "name": "Hero"}]
        assert read_only_store.hero() == "Me"
        with pytest.raises(histparse.StoreError, match="opened for reading only"):
            read_only_store.part("Me")


@does("publish")
def _(place: Place, store: histparse.Store) -> None:
    outcome = store.publish(place.folder / "copy")
    printed = place.prints_json("publish", place.folder / "theirs", "--db", place.db)
    assert printed == plain(outcome) | {"address": str(place.folder / "theirs")}
    with histparse.Store(place.folder / "copy", read_only=True) as copy:
        assert copy.players().equals(store.players())
        assert copy.info().rows == store.info().rows
    assert "nothing new" in place.prints("publish", place.folder / "copy", "--db", place.db)
    assert store.publish(place.folder / "copy", vacuum=True).removed == 0


@does("db info")
def _(place: Place, store: histparse.Store) -> None:
    printed = place.ask_database("db", "info")
    del printed["months"]
    assert printed == plain(store.info())
    assert printed["rows"]["hands"] == 63


@does("db findings")
def _(place: Place, store: histparse.Store) -> None:
    listed = place.ask_database("db", "findings", "BET02", "SYN")
    findings = store.findings().sort("path", "line", "code", "message").collect()
    assert listed == plain(findings.select(*listed[0]))
    set_aside = place.ask_database("db", "findings", "--set-aside")
    assert set_aside == plain(store.table("set_aside").collect().select(*set_aside[0]))


@does("results")
def _(place: Place, store: histparse.Store) -> None:
    results = store.results(outlook=histparse.Outlook(hands=500, risk=0.1))
    with_verdicts = [{"verdict": result.verdict} | plain(result) for result in results]
    assert place.ask_database("results", "--next", "500", "--risk", "10") == with_verdicts
    with pytest.raises(histparse.HistparseError) as refused:  # tests/coach/test_luck_shown.py has more hands
        store.luck()
    code, _, printed = place.run("results", "--luck", "--db", place.db)
    assert code == 2
    assert str(refused.value) in printed


@does("leaks")
def _(place: Place, store: histparse.Store) -> None:
    leaks = store.leaks()
    assert place.ask_database("leaks") == plain(leaks)
    unproven = "; ".join(row["player"] for row in leaks[:-1].to_dicts() if not row["shown"])
    assert f"Not proven yet: {unproven}." in place.prints("leaks", "--db", place.db)


EVIDENCE = pl.col("evidence").list.join("; ")


SQL = "SELECT position, sum(net) AS net FROM seats GROUP BY ALL ORDER BY ALL"


QUESTIONS: dict[str, dict[str, Callable[[histparse.Store], object]]] = {
    "hands": {
        "--stat vpip --player Hero --made --sort net --limit 5": lambda store: store.find_hands(
            "vpip", "Hero", made=True, sort="net", limit=5
        )
    },
    "query": {quote(SQL): lambda store: store.query(SQL)},
    "db check": {"": lambda store: store.verify()},
    "players": {
        "--top 3": lambda store: store.players(top=3),
        "--stat pat_rate --of draw=2 --sort rate --players 5": lambda store: store.players(
            "pat_rate", of={"draw": 2}, sort="rate", filters=histparse.Filters(players=5)
        ),
    },
    "sessions": {"": lambda store: store.statistic("sessions", store.hero())},
    "tournaments": {
        "": lambda store: store.tournaments(),
        "--by site": lambda store: store.tournament_totals(by="site"),
    },
    "stats": {
        "": lambda store: store.rates(store.hero()),
        "pat_rate --by position": lambda store: store.statistic("pat_rate", "Hero", by="position", with_pool=True),
        "snow --set worst=500": lambda store: store.statistic(
            "snow", "Hero", parameters={"worst": 500}, with_pool=True
        ),
    },
    "compare": {"Hero {rival}": lambda store: store.compare("Hero", rival_in(store))},
    "audit deal": {"": lambda store: store.audit_deal().tests},
    "audit play": {"": lambda store: store.audit_play().pairs.with_columns(EVIDENCE)},
    "notes": {"": lambda store: store.notes()},
    "report": {"": lambda store: histparse.report_data(store.report(lists=False))},
}
"""By command, what it is asked and which function answers it in Python."""


def rival_in(store: histparse.Store) -> str:
    """Somebody else."""
    return str(next(name for name in store.players()["player"] if name != "Hero"))


def compare_answers(command: str, place: Place, store: histparse.Store) -> None:
    """What the command prints, with what the functions return."""
    for options, answer in QUESTIONS[command].items():
        line = f"{command} {options}".format(rival=quote(rival_in(store)))
        assert place.ask_database(*split(line)) == plain(answer(store)), line


@does("equity")
def _(place: Place, _store: histparse.Store) -> None:
    printed = place.prints_json("equity", "J8653", "2347")
    assert printed["equity"] == plain(histparse.equity("J8653", "2347"))
    printed = place.prints_json("equity", "2347/K", "--draws", "2", "--to", "8")
    assert printed["chances"] == plain(histparse.draw_chances("2347/K", draws=2, to=["8"]))


@does("draw")
def _(place: Place, _store: histparse.Store) -> None:
    printed = place.prints_json("draw", "J8653", "--against", "2347", "--pot", "6")
    assert printed == plain(histparse.draw("J8653", "2347", pot=6))


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
    printed = json.loads(place.prints(*words, place.db))
    assert printed == plain(histparse.solve_river("98765", "pool 1", pot=4, cap=1, pool=place.db))
    assert printed == plain(histparse.solve_river("98765", "pool 1", pot=4, cap=1, pool=store))


@does("street")
def _(place: Place, _store: histparse.Store) -> None:
    words = ("street", "98765", "7c5d4h3s2c", "--pot", "4", "--cap", "1", "--format", "json")
    assert json.loads(place.prints(*words)) == plain(histparse.solve_street("98765", "7c5d4h3s2c", pot=4, cap=1))


# --- all of them ----------------------------------------------------------------------------------------------


@pytest.mark.nightly(1)
@pytest.mark.parametrize("command", [*CASES, *QUESTIONS])
def test_a_program_can_do_what_a_command_does(command: str, place: Place) -> None:
    with histparse.Store(place.db, read_only=True) as store:
        if command in QUESTIONS:
            compare_answers(command, place, store)
        else:
            CASES[command](place, store)


def test_the_docs_name_the_function_of_every_command() -> None:
    chapter = PAGE.partition("\n## Commands and functions\n")[2].partition("\n## ")[0]
    rows = dict(re.findall(r"(?m)^\| `(.+?)` \| (.+) \|$", chapter))
    assert rows.keys() == {*COMMANDS}
    for command, functions in rows.items():
        names = re.findall(r"`([\w.]+)`", functions)
        assert bool(names) != (command in NOT_IN_PYTHON), command
        for name in names:
            _, _, method = name.rpartition("store.")
            assert callable(getattr(histparse.Store if "." in name else histparse, method)), name
