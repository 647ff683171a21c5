"""Tournament summaries in databases: every text ends in one of four states, in whatever order it comes.

HISTPARSE_SOAK=1: in all orders, otherwise in some.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations
from pathlib import Path

import pytest

from histparse.store import Database
from histparse.store.rows.tournaments import NAMES
from histparse.store.settle.neighbours import OF_THEM
from histparse.store.upkeep.integrity import run_checks
from tests.conftest import SOAK
from tests.samples import FOLDER
from tests.store import filling

OVER = """PokerStars Tournament #7, Triple Draw 2-7 Lowball Limit
Buy-In: $9.00/$1.00 USD
3 players
Total Prize Pool: $27.00 USD
Tournament started 2013/03/16 19:00:00 CET [2013/03/16 14:00:00 ET]
  1: Ada (Germany), $27.00 (100%)
  2: Bob (Sweden),
  3: Katja72 (Germany),
"""
"""The end of `WHOLE` is missing."""
WHOLE = f"{OVER}\nYou finished in 3rd place.\n"
EARLY = WHOLE.replace("$27.00 (100%)", "still playing").replace("(Sweden),", "(Sweden), still playing")
"""Written while others were still playing."""
SHORT = "PokerStars Tournament #8, Razz Limit\nBuy-In: $9.00/$1.00 USD\n"
TEXTS = {"a_early": EARLY, "b_over": OVER, "c_whole": WHOLE, "d_copy": f"{WHOLE}\n\n", "e_short": SHORT}
STORED = "SELECT path, number, place, prize, cost, player FROM tournaments ORDER BY ALL"
SET_ASIDE = "SELECT path, code, hand_id, reason FROM set_aside ORDER BY ALL"
FINDINGS = "SELECT path, code, severity, message FROM findings ORDER BY ALL"


def written(folder: Path, names: Iterable[str] = TEXTS) -> list[Path]:
    """A file for each."""
    files = [folder / f"{name}.txt" for name in names]
    for file in files:
        file.write_text(TEXTS[file.stem], "utf-8")
    return files


def recorded_rows(database: Database) -> list[list[tuple[object, ...]]]:
    """What there is to know of these texts, paths without their folder."""
    tables = (filling.rows(database, query) for query in (STORED, SET_ASIDE, FINDINGS))
    return [[(Path(str(path)).name, *columns) for path, *columns in table] for table in tables]


def check_integrity(database: Database) -> None:
    """No check finds anything."""
    assert [check.name for check in run_checks(database) if check.wrong] == []


def expected(folder: Path) -> list[list[tuple[object, ...]]]:
    """The whole text is stored, the early one aside, the one that it begins with is gone, and so is the copy."""
    reason = f"tournament 7 has other content at {folder / 'c_whole.txt'}:1, and that counts"
    cut_short = "the summary is cut short: it does not say how many play"
    return [
        [("c_whole.txt", "7", 3, 0, 1000, "Katja72")],
        [("a_early.txt", "SYN07", "tournament 7", reason), ("e_short.txt", "SYN02", "tournament 8", cut_short)],
        [("a_early.txt", "SYN07", "note", reason), ("e_short.txt", "SYN02", "warning", cut_short)],
    ]


@pytest.mark.nightly
@pytest.mark.soak(1)
@pytest.mark.parametrize("size", [1, 100])
def test_every_text_ends_in_one_state_in_whatever_order_it_comes(size: int, tmp_path: Path) -> None:
    files = written(tmp_path)
    for order in [*permutations(files)][:: 1 if SOAK else 43]:
        with Database(":memory:") as database:
            summary = filling.fill(database, order, size)
            assert recorded_rows(database) == expected(tmp_path)
            assert (summary.hands, summary.stored, summary.tournaments) == (5, 0, 1)
            assert (summary.duplicates, summary.set_aside, summary.skipped) == (2, 2, {})
            check_integrity(database)


@pytest.mark.nightly
def test_imports_one_after_the_other_end_alike(tmp_path: Path) -> None:
    files = written(tmp_path)
    for order in [*permutations(files)][:: 1 if SOAK else 59]:
        with Database(":memory:") as database:
            for file in order:
                filling.fill(database, [file])
            assert recorded_rows(database) == expected(tmp_path)
            check_integrity(database)


def test_a_file_that_grows(database: Database, tmp_path: Path) -> None:
    """The client writes the whole summary over the earlier one, under the name that it had."""
    (file,) = written(tmp_path, ["a_early"])
    filling.fill(database, [file])
    assert filling.rows(database, "SELECT in_progress FROM tournaments") == [(True,)]
    file.write_text(WHOLE, "utf-8")
    filling.fill(database, [file])
    assert filling.rows(database, "SELECT in_progress FROM tournaments") == [(False,)]
    check_integrity(database)


def test_hands_say_who_finished_where(database: Database) -> None:
    """Of the sample session: the first tournament is over, in the second the hero is fourth."""
    query = """
        SELECT tournament_id, player, tournament_place, tournament_prize FROM seats JOIN hands USING (hand_key)
        WHERE tournament_place IS NOT NULL ORDER BY tournament_id, tournament_place
    """
    filling.fill(database, [FOLDER / "pokerstars" / "session_tournament.txt"])
    assert filling.tell_rows(database, query) == [
        "'503049883', Katja72, 1, 3900",
        "'503049883', LimpLena, 2, 2100",
        "'503049883', Old Smoothie, 3, 0",
        "'503049883', Bodo Pat, 4, 0",
        "'503049883', Max Raise, 5, 0",
        "'503049883', snow.white, 6, 0",
        "'503052009', Katja72, 4, 0",
        "'503052009', snow.white, 5, 0",
        "'503052009', LimpLena, 6, 0",
    ]


LINES = {
    "Katja72 finished the tournament in 3rd place and received $21.50.": "3, 2150, None, None, None, None",
    "Katja72 finished the tournament in 3rd place": "3, 0, None, None, None, None",
    "Katja72 finished the tournament": "None, None, None, None, None, None",
    "Katja72 wins the tournament and receives $39 - congratulations!": "1, 3900, None, None, None, None",
    "Katja72 wins the tournament": "1, None, None, None, None, None",
    "Katja72 finished the tournament in 2nd place and received a ticket.": "2, None, None, None, None, None",
    "Katja72 wins the $5 bounty for eliminating snow.white": "None, None, 1, 500, None, None",
    "Katja72 wins $2.50 for eliminating snow.white and their own bounty increases by $2.50 to $7.50": (
        "None, None, 1, 250, None, None"
    ),
    "Katja72 re-buys and receives 1500 chips for $10": "None, None, None, None, 1, None",
    "Katja72 takes the add-on and receives 2000 chips for $10": "None, None, None, None, None, 1",
    "Katja72 finished the tournament in 3rd place and received $9223372036854775807": "3, None, None, None, None, None",
    'Max Raise said, "Katja72 wins the $5 bounty for eliminating me"': "None, None, None, None, None, None",
}


@pytest.mark.nightly(2)
@pytest.mark.soak(4)
@pytest.mark.parametrize("line", LINES)
def test_lines_of_hands_about_the_tournament(database: Database, line: str, tmp_path: Path) -> None:
    session = (FOLDER / "pokerstars" / "session_tournament.txt").read_text("utf-8")
    hand = session.split("\n\n")[0].replace("*** SUMMARY ***", f"{line}\n*** SUMMARY ***")
    file = tmp_path / "hand.txt"
    file.write_text(hand, "utf-8")
    query = f"SELECT {', '.join(NAMES)} FROM seats WHERE player = 'Katja72'"  # noqa: S608 - our names
    filling.fill(database, [file])
    assert filling.tell_rows(database, query) == [LINES[line]]
    assert filling.rows(database, "SELECT code FROM findings") == []


ILLEGAL = FOLDER / "illegal"
MESSAGES = {
    "TRN06": "an entry costs $22 here, $11 by hand 109757942067",
    "TRN07": "Katja72 finished in place 3 here, in place 4 by hand",
    "TRN08": "began at 2013-03-16 19:44:48, after the tournament finished at 2013-03-16 19:04:00 (UTC)",
    "TRN09": "1 bounties of Katja72 here, 2 in the hands",
}


def findings_between(database: Database) -> list[tuple[str, str, str]]:
    """Code, number and sentence of what is found between summaries and hands."""
    return filling.rows(database, f"SELECT code, hand_id, message FROM findings WHERE {OF_THEM}")  # noqa: S608


@pytest.mark.nightly(1)
@pytest.mark.soak(3)
@pytest.mark.parametrize("code", MESSAGES)
@pytest.mark.parametrize("summary_first", [True, False])
def test_what_contradicts_the_hands_is_found_whichever_comes_first(
    database: Database, code: str, tmp_path: Path, *, summary_first: bool
) -> None:
    (sample,) = ILLEGAL.glob(f"{code}_*")
    summary, hand = sample.read_text("utf-8").split("PokerStars Hand", 1)
    files = [tmp_path / name for name in ("summary.txt", "hand.txt")]
    for file, text in zip(files, (summary, f"PokerStars Hand{hand}"), strict=True):
        file.write_text(text, "utf-8")
    for file in files if summary_first else reversed(files):
        filling.fill(database, [file])
    findings = findings_between(database)
    check_integrity(database)
    ((found_code, number, message),) = findings
    assert (found_code, number.partition(" ")[0]) == (code, "tournament")
    assert MESSAGES[code] in message


def test_a_hand_after_the_end_of_a_tournament_whose_start_is_not_stated(database: Database, tmp_path: Path) -> None:
    (sample,) = ILLEGAL.glob("TRN08_*")
    file = tmp_path / "session.txt"
    lines = sample.read_text("utf-8").splitlines(keepends=True)
    file.write_text("".join(line for line in lines if "Tournament started" not in line), "utf-8")
    filling.fill(database, [file])
    ((code, _, message),) = findings_between(database)
    assert (code, MESSAGES[code] in message) == ("TRN08", True)
