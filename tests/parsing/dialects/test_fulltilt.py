"""Every line of Full Tilt, talk that looks like play, who was dealt in, and the real hands where they are."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from histparse import flow
from histparse.model.cards import parse_cards
from histparse.model.events import Call, Cancelled, Check, Outcome, Receive, Result, SummaryBegins, Total
from histparse.model.findings import Severity
from histparse.model.hand import Hand, Header, Limit
from histparse.parsing.parser import Parsed
from tests.parsing.dialects.tables import describe, read_table
from tests.parsing.reading import codes, expect_hand, hand_texts, parse, read_hand, rename_players
from tests.samples import FOLDER

SAMPLES = FOLDER / "fulltilt"
BY_HAND = (SAMPLES / "by_hand_earlier_bettor_shows_first.txt").read_text(encoding="utf-8")


HEADER = "Full Tilt Poker Game #1: Table Tam (6 max) - $1/$2 - Limit 2-7 Triple Draw - 10:00:00 ET - 2011/01/05"
SEATS = ["Seat 1: Ada ($40)", "Seat 5: Linus ($31)"]
CANCELLED = "Hand #1 has been canceled"


def read(*lines: str) -> Parsed:
    return parse("\n".join(lines), "fulltilt")


def hand(*play: str, header: str = HEADER, seats: list[str] = SEATS) -> Hand:
    """A hand around those lines: the first of them is line 4."""
    return expect_hand(read(header, *seats, *play, CANCELLED), "SYN08")


LINES = read_table("""
Ada posts the small blind of $0.50 => Post: player Ada, kind small blind, amount 50
Ada posts the big blind of 20, and is all in => Post: player Ada, kind big blind, amount 2000, all_in True
Ada posts a dead small blind of $2.50 => Post: player Ada, kind dead blind, amount 250
Ada posts $5 => Post: player Ada, kind extra blind, amount 500
Ada antes 10,000 => Post: player Ada, kind ante, amount 1000000
Ada antes $0.05, and is all in => Post: player Ada, kind ante, amount 5, all_in True
Dealt to Ada [7d 5c 4c 3c 2c] => Deal: player Ada, cards [7d 5c 4c 3c 2c]
Dealt to Ada [7d 5c 4c 3c] [2c] => Receive: player Ada, count 1, kept [7d 5c 4c 3c], new [2c]
Dealt to Ada [7d] [5c 4c 3c 2c] => Receive: player Ada, count 4, kept [7d], new [5c 4c 3c 2c]
Dealt to Ada [] [7d 5c 4c 3c 2c] => Receive: player Ada, count 5, kept [], new [7d 5c 4c 3c 2c]
Ada folds => Fold: player Ada
Ada checks => Check: player Ada
Ada calls $1,500 => Call: player Ada, added 150000
Ada calls 25, and is all in => Call: player Ada, added 2500, all_in True
Ada bets 2,935 => Bet: player Ada, added 293500
Ada bets $0.17, and is all in => Bet: player Ada, added 17, all_in True
Ada raises to $4,500 => Raise: player Ada, to 450000
Ada raises to $10.90, and is all in => Raise: player Ada, to 1090, all_in True
Ada raises to $240, and is capped => Raise: player Ada, to 24000, all_in True
*** FIRST DRAW *** => DrawBegins: draw 1
*** SECOND DRAW *** (Pot: $1,725) => DrawBegins: draw 2, pot 172500
*** THIRD DRAW *** (Total Pot: 1,120, 2 Players) => DrawBegins: draw 3, pot 112000, players 2
*** THIRD DRAW *** (Total Pot: $130, 2 Players, 1 All-In) => DrawBegins: draw 3, pot 13000, players 2, all_in 1
Ada discards 1 card => Discard: player Ada, count 1
Ada discards 2 cards [7d 5c] => Discard: player Ada, count 2, cards [7d 5c]
Ada stands pat => StandPat: player Ada
Ada stands pat on [7d 5c 4c 3c 2c] => StandPat: player Ada, held [7d 5c 4c 3c 2c]
Ada is dealt 1 card => Receive: player Ada, count 1
Ada is dealt 5 cards => Receive: player Ada, count 5
Uncalled bet of $2 returned to Ada => Uncalled: player Ada, amount 200
Uncalled bet of 1,173,164 returned to Ada => Uncalled: player Ada, amount 117316400
*** SHOW DOWN *** => ShowdownBegins
Ada shows [7d 5c 4c 3c 2c] 7,5,4,3,2 => Show: player Ada, cards [7d 5c 4c 3c 2c], says 7,5,4,3,2
Ada shows [7d 5c 4c 3c 2c] a pair of Sevens => Show: player Ada, cards [7d 5c 4c 3c 2c], says a pair of Sevens
Ada shows [7d 5c 4c 3c 2c] => Show: player Ada, cards [7d 5c 4c 3c 2c]
Ada mucks => Muck: player Ada
Ada wins the pot ($150) => Collect: player Ada, amount 15000
Ada wins the pot (2,922) with J,7,5,3,2 => Collect: player Ada, amount 292200, says J,7,5,3,2
Ada wins the main pot ($45) => Collect: player Ada, amount 4500, pot 0
Ada wins the side pot (500) with a pair of Twos => Collect: player Ada, amount 50000, pot 1, says a pair of Twos
Ada wins the side pot #2 ($7,121) => Collect: player Ada, amount 712100, pot 2
Ada ties for the pot ($2.85) with 9,8,6,4,3 => Collect: player Ada, amount 285, says 9,8,6,4,3
Ada ties for the main pot ($45) => Collect: player Ada, amount 4500, pot 0
Ada ties for pot 1 ($62.10) with two pair, Aces and Sevens => Collect: player Ada, amount 6210, pot 0, says two pair, Aces and Sevens
Ada wins pot 2 ($124.20) => Collect: player Ada, amount 12420, pot 1
Hand #1 has been canceled => Cancelled
""")  # noqa: E501 - rows of a table


SUMMARY = read_table("""
Total pot $42,750 | Rake $2 => Total: pot 4275000, rake 200
Total pot 1,760 | Rake 0 => Total: pot 176000, rake 0
Total pot 650 Main pot 150. Side pot 500. | Rake 0 => Total: pot 65000, rake 0, main 15000, sides [50000]
Total pot $9 Main pot $5. Side pot 1 $3. Side pot 2 $1. | Rake $0 => Total: pot 900, rake 0, main 500, sides [300 100]
Seat 5: Linus folded before the Draw (didn't bet) => Result: seat 5, player Linus, outcome folded, folded_after 0, bet False
Seat 5: Linus (button) didn't bet (folded) => Result: seat 5, player Linus, outcome folded, positions [button], folded_after 0, bet False
Seat 5: Linus (small blind) folded before the draw => Result: seat 5, player Linus, outcome folded, positions [small blind], folded_after 0
Seat 5: Linus folded after the 3rd Draw => Result: seat 5, player Linus, outcome folded, folded_after 3
Seat 5: Linus collected ($98), mucked => Result: seat 5, player Linus, outcome collected, won 9800
Seat 5: Linus (big blind) collected ($150) => Result: seat 5, player Linus, outcome collected, positions [big blind], won 15000
Seat 5: Linus mucked [7d 5c 4c 3c 2c] - 7,5,4,3,2 => Result: seat 5, player Linus, outcome mucked, cards [7d 5c 4c 3c 2c], says 7,5,4,3,2
Seat 5: Linus mucked => Result: seat 5, player Linus, outcome mucked
Seat 5: Linus (button) showed [7d 5c 4c 3c 2c] and won (2,922) with 7,5,4,3,2 => Result: seat 5, player Linus, outcome showed, positions [button], cards [7d 5c 4c 3c 2c], won 292200, says 7,5,4,3,2
Seat 5: Linus showed [7d 5c 4c 3c 2c] and lost with a pair of Sevens => Result: seat 5, player Linus, outcome showed, cards [7d 5c 4c 3c 2c], says a pair of Sevens
Seat 5: Linus is sitting out => Result: seat 5, player Linus, outcome sitting out
Seat 5: Linus (button) is sitting out => Result: seat 5, player Linus, outcome sitting out, positions [button]
Seat 5: Linus (big blind)  => Result: seat 5, player Linus, outcome unsaid, positions [big blind]
""")  # noqa: E501 - rows of a table


NOTES = read_table("""
Ada: hi => chat
Ada: => chat
Bob (Observer): get a job => chat
*** HOLE CARDS *** => dealing hands
Bob sits down => join
Bob stands up => leave
Ada is sitting out => sit out
Ada has returned => return
Ada has 15 seconds left to act => clock
Ada has requested TIME => time
Ada has timed out => time out
Time has expired => time expired
Ada has been disconnected => connection
Ada has reconnected => connection
Ada has 60 seconds to reconnect => connection
Ada adds $31,998.50 => chips
Ada is feeling angry => mood
Bob has registered late for the tournament and will be dealt in on their big blind => late
The blinds are now 40/80 => blinds rise
Players agree to Run It Twice => run it twice
Ada shows a pair of Aces => shown before
Duration 106s => duration
""")


@pytest.mark.parametrize("blank", ["", "  "])
@pytest.mark.parametrize(("line", "event"), LINES, ids=[line for line, _ in LINES])
def test_a_line_of_play(line: str, event: str, blank: str) -> None:
    first = hand(line + blank).events[0]
    assert (first.line, describe(first)) == (4, event)


@pytest.mark.parametrize(("line", "event"), SUMMARY, ids=[line for line, _ in SUMMARY])
def test_a_line_of_the_summary(line: str, event: str) -> None:
    events = expect_hand(read(HEADER, *SEATS, CANCELLED, "*** SUMMARY ***", line), "SYN08").events
    assert events[:2] == (Cancelled(4), SummaryBegins(5))
    assert [(last.line, describe(last)) for last in events[2:]] == [(6, event)]


@pytest.mark.parametrize(("line", "kind"), NOTES)
def test_a_harmless_line(line: str, kind: str) -> None:
    noted = hand(line)
    assert noted.events == (Cancelled(5),)
    assert [(note.kind, note.text, note.line) for note in noted.notes] == [(kind, line, 4)]


def test_five_fresh_cards_in_one_bracket() -> None:
    *_, receive, _ = hand("Dealt to Ada [7d 5c 4c 3c 2c]", "*** FIRST DRAW ***", "Dealt to Ada [7c 5d 4d 3d 2d]").events
    assert receive == Receive(6, "Ada", 5, (), parse_cards("7c 5d 4d 3d 2d"))


def test_the_button_is_printed_after_the_blinds() -> None:
    assert hand("The button is in seat #5").table.button == 5
    assert hand().table.button is None


# --- the header ---------------------------------------------------------------------------------------------


def headed(text: str) -> Hand:
    """A hand under that header."""
    return hand(header=f"Full Tilt Poker Game #1: {text}")


MOMENT = datetime(2011, 1, 5, 15, tzinfo=UTC)
CLOCK = "10:00:00 ET - 2011/01/05"
GAME = "Limit 2-7 Triple Draw"


def test_a_ring_game() -> None:
    assert hand().header == Header(1, "fulltilt", "1", Limit.FIXED, 100, 200, "USD", MOMENT, "ET")


def test_the_archive_writes_the_site_in_one_word() -> None:
    assert hand(header=HEADER.replace("Full Tilt Poker", "FullTiltPoker")).header == hand().header


TABLES = read_table("""
Table Lambie Dew 1 (6 max) => Lambie Dew 1, 6 seats, None
Table David's Draw (heads up) => David's Draw, 2 seats, None
Table Teddy (6 max, shallow) => Teddy, 6 seats, shallow
Table Clackers (New to the Game) => Clackers, None seats, New to the Game
Table Clackers (New to the Game, 6 max) => Clackers, 6 seats, New to the Game
Table Laurelvale => Laurelvale, None seats, None
Table Play Chip 2409 (heads up, deep) => Play Chip 2409, 2 seats, deep
""")


@pytest.mark.parametrize(("printed", "meaning"), TABLES)
def test_tables(printed: str, meaning: str) -> None:
    seated = headed(f"{printed} - $1/$2 - {GAME} - {CLOCK}")
    assert f"{seated.table.name}, {seated.table.seats} seats, {seated.header.kind}" == meaning


STAKES = read_table("""
$0.10/$0.20 => 10 20 USD, play money: False
$1,500/$3,000 => 150000 300000 USD, play money: False
€1/€2 => 100 200 EUR, play money: False
25/50 => 2500 5000 play, play money: True
500K/1000K => 50000000 100000000 play, play money: True
""")


@pytest.mark.parametrize(("printed", "meaning"), STAKES)
def test_stakes(printed: str, meaning: str) -> None:
    staked = headed(f"Table Tam (6 max) - {printed} - {GAME} - {CLOCK}")
    header = staked.header
    assert f"{header.low} {header.high} {header.currency}, play money: {staked.table.play_money}" == meaning


GAMES_AND_STAKES = read_table("""
$1/$2 - Limit 2-7 Triple Draw => fixed limit 100 200, ante None, cap None
$1/$2 Ante $0.20 - Limit 2-7 Triple Draw => fixed limit 100 200, ante 20, cap None
$1/$2 - $40 Cap Pot Limit 2-7 Triple Draw => pot limit 100 200, ante None, cap 4000
$1/$2 - No Limit 2-7 Triple Draw => no limit 100 200, ante None, cap None
FL 2-7 Triple Draw - $1/$2 => fixed limit 100 200, ante None, cap None
CAP PL 2-7 Triple Draw - $1/$2 => pot limit 100 200, ante None, cap None
NL 2-7 Triple Draw - $1/$2 Ante $0.20 => no limit 100 200, ante 20, cap None
""")


@pytest.mark.parametrize(("printed", "meaning"), GAMES_AND_STAKES)
def test_game_and_stakes_in_either_order(printed: str, meaning: str) -> None:
    header = headed(f"Table Tam (6 max) - {printed} - {CLOCK}").header
    assert f"{header.limit} {header.low} {header.high}, ante {header.ante}, cap {header.stack_cap}" == meaning


@pytest.mark.parametrize("mix", ["8-Game", "10-Game", "HORSE"])
def test_a_mix(mix: str) -> None:
    assert headed(f"Table Tam (6 max) - {mix} - $1/$2 - {GAME} - {CLOCK}").header.mix == mix


CLOCKS = read_table("""
10:00:00 ET - 2011/01/05 => ET
16:00:00 CET - 2011/01/05 [10:00:00 ET - 2011/01/05] => CET
23:00:00 CCT - 2011/01/05 [10:00:00 ET - 2011/01/05] => CCT
15:00:00 UTC - 2011/01/05 [10:00:00 ET - 2011/01/05] => UTC
10:00 ET - Wed, January 5, 2011 => ET
""")


@pytest.mark.parametrize(("clock", "zone"), CLOCKS)
def test_times_are_utc_and_the_zone_is_kept(clock: str, zone: str) -> None:
    header = headed(f"Table Tam (6 max) - $1/$2 - {GAME} - {clock}").header
    assert (header.zone, header.played_at) == (zone, MOMENT)


@pytest.mark.parametrize(
    "clock", ["9:15:07 XYZ - 2011/01/05", "9:15:07 ET - 2011/13/45", "9:15 ET - Wed, Juno 5, 2011"]
)
def test_a_time_that_cannot_be_read_is_unknown(clock: str) -> None:
    assert headed(f"Table Tam (6 max) - $1/$2 - {GAME} - {clock}").header.played_at is None


TOURNAMENTS = read_table("""
$10 Heads-Up Sit & Go (77), Table 1 => Heads-Up Sit & Go => Tournament: tournament_id 77, buy_in 1000, currency USD => 77 1, 2, False
$26 + $2 Sit & Go (Turbo) (77), Table 1 => Sit & Go (Turbo) => Tournament: tournament_id 77, buy_in 2600, fee 200, currency USD => 77 1, None, False
500 Sit & Go (77), Table 1 => Sit & Go => Tournament: tournament_id 77, buy_in 50000 => 77 1, None, False
Super Turbo Matrix (77), Match 3 => Super Turbo Matrix => Tournament: tournament_id 77 => 77 Match 3, None, False
$7,000 KO Guarantee (77), Table 11 => $7,000 KO Guarantee => Tournament: tournament_id 77 => 77 11, None, False
MiniFTOPS Event #9 (77), Table 179 => MiniFTOPS Event #9 => Tournament: tournament_id 77 => 77 179, None, False
""")  # noqa: E501


@pytest.mark.parametrize(("text", "kind", "tournament", "table"), TOURNAMENTS)
def test_tournaments(text: str, kind: str, tournament: str, table: str) -> None:
    played = headed(f"{text} - 1,500/3,000 - {GAME} - {CLOCK}")
    assert (played.header.currency, played.header.low, played.header.kind) == ("chips", 150_000, kind)
    assert played.header.tournament is not None
    assert describe(played.header.tournament) == tournament
    assert f"{played.table.name}, {played.table.seats}, {played.table.play_money}" == table


OTHER_GAMES = read_table("""
Table Butterfield (6 max) - $0.05/$0.10 - Limit A-5 Triple Draw => Limit A-5 Triple Draw
Table Laurelvale - $0.05/$0.10 - Limit Badugi => Limit Badugi
Table Clackers (New to the Game) - FL Badugi - $0.10/$0.20 => Limit Badugi
Table Holdsworth (6 max) - $0.20/$0.40 Ante $0.10 - No Limit 2-7 Single Draw => No Limit 2-7 Single Draw
Table SDF (6 max) - CAP NL Hold'em - $0.01/$0.02 => No Limit Hold'em
Table Atable (6 max) - $25/$50 - $2,000 Cap Pot Limit Omaha Hi => Pot Limit Omaha Hi
$7,000 KO Guarantee (2), Table 11 - 50K/100K Ante 10000 - No Limit Hold'em => No Limit Hold'em
The 2-7 Triple Draw Cup (2), Table 1 - 30/60 - Limit Razz => Limit Razz
""")


@pytest.mark.parametrize(("text", "name"), OTHER_GAMES)
def test_other_games_by_one_name_for_all_clients(text: str, name: str) -> None:
    result = read(f"Full Tilt Poker Game #12: {text} - {CLOCK}", *SEATS)
    assert (result.hand, result.skipped) == (None, name)
    assert [(finding.code, finding.hand_id) for finding in result.findings] == [("SYN05", "12")]


@pytest.mark.parametrize(("part", "instead"), [("$1/$2 - ", ""), ("Table Tam", "Tbl Tam"), ("10:00:00", "")])
def test_a_broken_header_is_named(part: str, instead: str) -> None:
    (finding,) = read(HEADER.replace(part, instead), *SEATS).findings
    assert (finding.code, finding.line) == ("SYN01", 1)
    assert "expected the header of a ring game (`Full Tilt Poker Game #1:" in finding.message


def test_a_broken_seat_line_is_no_talk() -> None:
    result = read(HEADER, *SEATS, "Seat 6: Grace ($5", CANCELLED)
    assert [(finding.code, finding.line) for finding in result.findings] == [("SYN03", 4), ("SYN08", 5)]


# --- talk and names -----------------------------------------------------------------------------------------


IMITATIONS = [
    "Linus folds",
    "Linus raises to $2",
    "*** SUMMARY ***",
    "*** SECOND DRAW *** (Pot: $4)",
    "Seat 3: nobody ($5)",
    "Seat 5: Linus folded before the Draw",
    "Uncalled bet of $2 returned to Linus",
    "Dealt to Linus [7d 5c 4c 3c 2c]",
    "The button is in seat #1",
    "Total pot $20 | Rake $1",
    HEADER,
]


@pytest.mark.parametrize("talk", IMITATIONS)
@pytest.mark.parametrize("speaker", ["Ada", "Bob", "Bob (Observer)", "Seat 7"])
def test_talk_is_never_play(speaker: str, talk: str) -> None:
    chatted = hand("Ada checks", f"{speaker}: {talk}", seats=[*SEATS, "Seat 6: Seat 7 ($4)"])
    assert [type(event) for event in chatted.events] == [Check, Cancelled]
    assert [(note.kind, note.player) for note in chatted.notes] == [("chat", speaker)]


def test_a_name_may_hold_the_colon() -> None:
    chatted = hand("wo_olly :D calls $1", "wo_olly :D: gg", "wo_olly: D folds", seats=["Seat 1: wo_olly :D ($4)"])
    assert chatted.events[0] == Call(3, "wo_olly :D", 100)
    assert [note.player for note in chatted.notes] == ["wo_olly :D", "wo_olly"]


def test_a_player_may_be_called_like_a_seat() -> None:
    seats = ["Seat 1: Seat 4 ($40)", "Seat 4: Linus ($31)"]
    summary = ["*** SUMMARY ***", "Total pot $4 | Rake $0", "Seat 1: Seat 4 is sitting out", "Seat 4: Linus mucked"]
    result = read(HEADER, *seats, "Seat 4: Linus mucked", "Seat 4 folds", CANCELLED, *summary)
    cancelled = expect_hand(result, "SYN08")
    assert [seat.player for seat in cancelled.seats] == ["Seat 4", "Linus"]
    assert [note.player for note in cancelled.notes] == ["Seat 4"]
    assert [event.player for event in cancelled.events if isinstance(event, Result)] == ["Seat 4", "Linus"]


NAME = st.text(st.characters(categories=["L", "N", "P", "S"], include_characters=" "), min_size=1, max_size=15)
NAMES = st.lists(NAME.map(str.strip).filter(bool), min_size=6, max_size=6, unique=True)
PLAYERS = ("Katja72", "Bodo Pat", "mira.low", "Tante Erna", "Old Smoothie", "LimpLena")


@given(NAMES)
@example(["Big Blind", "calls $1", "posts", "the pot", "Seat 4", "and is all in"])
@example(["Seat 2", "Seat 3", "Seat 4", "Seat 5", "Seat 6", "Seat 1"])
@example(["x (button)", "x", "x (button) (", "is sitting out", "Dealt to", "*** FIRST DRAW *** (Pot"])
@example(["The", "Uncalled", "Total pot $27 |", "Full", "x: y", "x"])
def test_names_of_any_letters_survive(names: list[str]) -> None:
    text = "\n".join(line for line in BY_HAND.rstrip().split("\n") if ": Katja72 folds" not in line)
    renamed = dict(zip(PLAYERS, names, strict=True))
    original, read = (read_hand(words, "fulltilt") for words in (text, rename_players(text, renamed)))
    assert [seat.player for seat in read.seats] == names
    assert [(type(event), renamed.get(getattr(event, "player", ""))) for event in original.events] == [
        (type(event), getattr(event, "player", None)) for event in read.events
    ]
    assert [seat.dealt_in for seat in read.seats] == [seat.dealt_in for seat in original.seats]


# --- who has cards, and hands that are none -----------------------------------------------------------------


def dealt_in(*play: str, seats: list[str] = SEATS) -> list[str]:
    hand = read_hand("\n".join([HEADER, *seats, *play]), "fulltilt")
    return [seat.player for seat in hand.seats if seat.dealt_in]


END = ("*** SUMMARY ***", "Total pot $4 | Rake $0")


def test_the_summary_decides_who_was_dealt_in() -> None:
    assert dealt_in(*END, "Seat 1: Ada collected ($4), mucked", "Seat 5: Linus is sitting out") == ["Ada"]
    folding = "Seat 1: Ada folded before the Draw"
    assert dealt_in("Linus posts $1", "Ada folds", *END, folding, "Seat 5: Linus is sitting out") == ["Ada"]


ADA_AWAY = ["Seat 1: Ada ($40), is sitting out", "Seat 5: Linus ($31)"]


def test_who_acts_was_dealt_in_whatever_is_said() -> None:
    assert dealt_in("Ada checks", *END, "Seat 1: Ada is sitting out", seats=ADA_AWAY) == ["Ada"]
    assert dealt_in("Linus posts $1", *END, seats=ADA_AWAY) == []


def test_of_a_hand_cut_short_all_count_who_are_not_marked() -> None:
    assert dealt_in(seats=ADA_AWAY) == ["Linus"]
    assert dealt_in("Ada checks", seats=ADA_AWAY) == ["Ada", "Linus"]


NO_POT = ("*** SUMMARY ***", "Total pot $0 | Rake $0")


def test_a_hand_without_cards_and_pot_is_dead() -> None:
    dead = expect_hand(read(HEADER, *SEATS, "Ada posts the small blind of $0.50", *NO_POT), "SYN08")
    assert dead.events[-1] == Cancelled(6)


def test_a_pot_of_nothing_after_the_deal_is_a_pot() -> None:
    assert expect_hand(read(HEADER, *SEATS, "*** HOLE CARDS ***", *NO_POT)).events[-1] == Total(6, 0, 0)


def test_a_hand_that_the_site_marks_as_partial_is_kept_with_a_note() -> None:
    result = read(f"{HEADER} (partial)", "*** SUMMARY ***", "Total pot $4 | Rake $0", "Seat 1: Steve Z (button) ")
    partial = expect_hand(result, "SYN02")
    assert result.findings[0].severity is Severity.NOTE
    assert partial.header.partial
    assert partial.events[-1] == Result(4, 1, "Steve Z", Outcome.UNSAID, ("button",))


# --- files --------------------------------------------------------------------------------------------------


def test_the_archive_numbers_its_hands() -> None:
    texts = hand_texts(SAMPLES / "session_archive_2011.txt")
    assert len(texts) == 40
    assert all(text.text.startswith("FullTiltPoker Game #") for text in texts)


def test_a_tournaments_result_is_no_hand(tmp_path: Path) -> None:
    file = tmp_path / "summary.txt"
    file.write_text(
        "Full Tilt Poker Tournament Summary Step 2 (2) Hold'em No Limit\nBuy-In: $8.30 + $0.40\n9 Entries\n\n" + BY_HAND
    )
    results = list(flow.parse_file(file))
    assert [result.summary and result.summary.tournament_id for result in results] == ["2", None]
    assert results[1].hand is not None


REAL = read_table("""
cash-0.10-0.20-201011.txt => 3 players, pot 105, []
cash-0.10-0.20-201011.utf16-broken-tail.txt => 3 players, pot 105, []
cash-10-20-201101-dead-hand.txt => 0 players, pot 0, ['SYN08']
cash-150-300-201011-sitting-out.txt => 3 players, pot 15000, []
cash-150-300-201012.txt => 5 players, pot 292500, []
cash-1500-3000-201101-archive.txt => 4 players, pot 4275000, []
cash-20-40-201101-partial.txt => 0 players, pot 0, ['SYN02']
cash-5-10-201211-dead-sb.txt => 5 players, pot 1500, []
""")


@pytest.mark.parametrize(("name", "expected"), REAL)
def test_a_real_hand(name: str, expected: str, real_histories: Path) -> None:
    (result,) = (result for result in flow.judge_file(real_histories / "fulltilt" / name) if result.hand)
    assert result.table is not None
    table = result.table
    assert f"{len(table.players)} players, pot {table.pot}, {codes(result.findings)}" == expected
    assert all(finding.severity is Severity.NOTE for finding in result.findings)


def test_real_hands_of_other_games(real_histories: Path) -> None:
    files = sorted((real_histories / "other_games").glob("fulltilt*"))
    skipped = [result.skipped for file in files for result in flow.parse_file(file)]
    assert skipped == ["Limit A-5 Triple Draw", "Limit Badugi"]
