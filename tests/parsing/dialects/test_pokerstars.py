"""Every line of PokerStars, the hands written for this project as they were, and real ones where they are."""

from __future__ import annotations

import os
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from histparse.model.cards import parse_cards
from histparse.model.events import Call, Cancelled, Receive, SummaryBegins
from histparse.model.hand import Hand, Header, Limit, Tournament
from histparse.parsing.parser import parse_hand
from tests.parsing.dialects.tables import describe, read_table
from tests.parsing.reading import codes, expect_hand, hand_texts, parse
from tests.samples import FOLDER

HEADER = "PokerStars Game #20349633663:  Triple Draw 2-7 Lowball Limit ($1/$2 USD) - 2008/09/12 14:09:41 ET"
TABLE = "Table 'Miriam III' 6-max Seat #5 is the button"
SEATS = ["Seat 1: Ada ($40 in chips)", "Seat 5: Linus ($31 in chips)"]
CANCELLED = "Hand cancelled"


def hand(*play: str, header: str = HEADER, table: str = TABLE, seats: list[str] = SEATS) -> Hand:
    """A hand around those lines: the first of them is line 5."""
    return expect_hand(parse("\n".join([header, table, *seats, *play, CANCELLED]), "pokerstars"), "SYN08")


def header(text: str) -> Header:
    return hand(header=text).header


LINES = read_table("""
Ada: posts small blind $0.50 => Post: player Ada, kind small blind, amount 50
Ada: posts big blind $1 and is all-in => Post: player Ada, kind big blind, amount 100, all_in True
Ada: posts the ante 5 => Post: player Ada, kind ante, amount 500
Ada: posts the ante 5 and is all-in => Post: player Ada, kind ante, amount 500, all_in True
Ada: posts small & big blinds $1.50 => Post: player Ada, kind small and big blind, amount 150
Ada: posts straddle $2 => Post: player Ada, kind straddle, amount 200
Ada: posts button blind $2 => Post: player Ada, kind button blind, amount 200
Dealt to Ada [2c 3c 4c 5c 7d] => Deal: player Ada, cards [2c 3c 4c 5c 7d]
Dealt to Ada [2c 3c 4c 5c] [7d] => Receive: player Ada, count 1, kept [2c 3c 4c 5c], new [7d]
Dealt to Ada [2c 3c 4c 5c 7d] [2c 3c 4c 5c 7d] => Receive: player Ada, count 5, kept [2c 3c 4c 5c 7d], new [2c 3c 4c 5c 7d]
Ada: folds => Fold: player Ada
Ada: folds [Ks] => Fold: player Ada, cards [Ks]
Ada: folds (disconnect) => Fold: player Ada
Ada: checks => Check: player Ada
Ada: calls $1 => Call: player Ada, added 100
Ada: calls $0.18 and is all-in => Call: player Ada, added 18, all_in True
Ada: calls $5 and has reached the $20 cap => Call: player Ada, added 500, all_in True
Ada: bets 320 => Bet: player Ada, added 32000
Ada: bets $0.17 and is all-in => Bet: player Ada, added 17, all_in True
Ada: raises $1 to $2 => Raise: player Ada, by 100, to 200
Ada: raises $0.02 to $0.22 and is all-in => Raise: player Ada, by 2, to 22, all_in True
Ada: raises $1 to $20 and has reached the $20 cap => Raise: player Ada, by 100, to 2000, all_in True
Betting is capped => Capped
*** FIRST DRAW *** => DrawBegins: draw 1
*** THIRD DRAW *** => DrawBegins: draw 3
*** FOURTH DRAW *** => DrawBegins: draw 4
Ada: discards 1 card => Discard: player Ada, count 1
Ada: discards 2 cards [2c 3c] => Discard: player Ada, count 2, cards [2c 3c]
Ada: discards 2 cards [] => Discard: player Ada, count 2, cards []
Ada: discards 5 cards [2c 3c 4c 5c 7d] => Discard: player Ada, count 5, cards [2c 3c 4c 5c 7d]
Ada: stands pat => StandPat: player Ada
Ada: stands pat on [2c 3c 4c 5c 7d] => StandPat: player Ada, held [2c 3c 4c 5c 7d]
The deck is reshuffled => Reshuffle
Uncalled bet ($2) returned to Ada => Uncalled: player Ada, amount 200
Uncalled bet (80) returned to Ada => Uncalled: player Ada, amount 8000
*** SHOW DOWN *** => ShowdownBegins
Ada: shows [2c 3c 4c 5c 7d] (Lo: 7,5,4,3,2) => Show: player Ada, cards [2c 3c 4c 5c 7d], says 7,5,4,3,2
Ada: shows [2c 3c 4c 5c 7d] (Lo: a pair of Fives) => Show: player Ada, cards [2c 3c 4c 5c 7d], says a pair of Fives
Ada: shows [7d] => Show: player Ada, cards [7d]
Ada: mucks hand => Muck: player Ada
Ada: doesn't show hand => NoShow: player Ada
Ada collected $19.20 from pot => Collect: player Ada, amount 1920
Ada collected 640 from main pot => Collect: player Ada, amount 64000, pot 0
Ada collected 320 from side pot => Collect: player Ada, amount 32000, pot 1
Ada collected 320 from side pot-2 => Collect: player Ada, amount 32000, pot 2
Hand cancelled => Cancelled
""")  # noqa: E501 - rows of a table


SUMMARY = read_table("""
Total pot $20 | Rake $0.80 => Total: pot 2000, rake 80
Total pot 960 Main pot 640. Side pot 320. | Rake 0 => Total: pot 96000, rake 0, main 64000, sides [32000]
Total pot $9.50 Main pot $5. Side pot-1 $3. Side pot-2 $1.50. | Rake $0 => Total: pot 950, rake 0, main 500, sides [300 150]
Seat 5: Linus (button) folded before the Draw (didn't bet) => Result: seat 5, player Linus, outcome folded, positions [button], folded_after 0, bet False
Seat 5: Linus folded after the 3rd Draw => Result: seat 5, player Linus, outcome folded, folded_after 3
Seat 5: Linus (button) (small blind) collected (160) => Result: seat 5, player Linus, outcome collected, positions [button small blind], won 16000
Seat 5: Linus mucked [2c 3c 4c 5c 7d] => Result: seat 5, player Linus, outcome mucked, cards [2c 3c 4c 5c 7d]
Seat 5: Linus mucked (no cards) => Result: seat 5, player Linus, outcome mucked
Seat 5: Linus (big blind) showed [2c 3c 4c 5c 7d] and won ($1.23) with Lo: 7,5,4,3,2 => Result: seat 5, player Linus, outcome showed, positions [big blind], cards [2c 3c 4c 5c 7d], won 123, says 7,5,4,3,2
Seat 5: Linus showed [2c 3c 4c 5c 7d] and lost with Lo: a straight, Four to Eight => Result: seat 5, player Linus, outcome showed, cards [2c 3c 4c 5c 7d], says a straight, Four to Eight
""")  # noqa: E501 - rows of a table


NOTES = read_table("""
Bob said, "Ada: folds" => chat
*** DEALING HANDS *** => dealing hands
Bob joins the table at seat #6 => join
Bob leaves the table => leave
Bob is sitting out => sit out
Bob: is sitting out => sit out
Bob: sits out => sit out
Bob has returned => return
Bob has timed out => time out
Bob has timed out while disconnected => time out
Bob has timed out while being disconnected => time out
Bob is disconnected => connection
Bob is connected => connection
Bob will be allowed to play after the button => wait
Bob was removed from the table for failing to post => removed
Bob cashed out the hand for $4 => cash out
Cash Out Fee $0.04 => cash out fee
Bob finished the tournament => finish
Bob finished the tournament in 5th place => finish
Bob finished the tournament in 3rd place and received $4.50. => finish
Bob wins the tournament and receives $9 - congratulations! => winner
Bob wins the $5 bounty for eliminating Ada => bounty
Ada, Bob split the $5 bounty for eliminating Linus => bounty
Bob wins $5 for eliminating Ada and their own bounty increases by $2 to $7 => bounty
Bob wins $5 for splitting the elimination of Ada and their own bounty increases by $2 to $7 => bounty
Bob re-buys and receives 1500 chips for $5 => buy
Bob takes the add-on and receives 1500 chips for $5 => buy
""")


@pytest.mark.parametrize("blank", ["", " ", "   "])
@pytest.mark.parametrize(("line", "event"), LINES, ids=[line for line, _ in LINES])
def test_a_line_of_play(line: str, event: str, blank: str) -> None:
    first = hand(line + blank).events[0]
    assert (first.line, describe(first)) == (5, event)


@pytest.mark.parametrize(("line", "event"), SUMMARY, ids=[line for line, _ in SUMMARY])
def test_a_line_of_the_summary(line: str, event: str) -> None:
    text = "\n".join([HEADER, TABLE, *SEATS[1:], CANCELLED, "*** SUMMARY ***", line])
    events = expect_hand(parse(text, "pokerstars"), "SYN08").events
    assert events[:2] == (Cancelled(4), SummaryBegins(5))
    assert [(last.line, describe(last)) for last in events[2:]] == [(6, event)]


@pytest.mark.parametrize(("line", "kind"), NOTES)
def test_a_harmless_line(line: str, kind: str) -> None:
    noted = hand(line)
    assert noted.events == (Cancelled(6),)
    assert [(note.kind, note.text, note.line) for note in noted.notes] == [(kind, line, 5)]


def test_five_fresh_cards_come_in_one_bracket() -> None:
    lines = ("Dealt to Ada [2c 3c 4c 5c 7d]", "*** FIRST DRAW ***", "Dealt to Ada [2d 3d 4d 5d 7c]")
    assert hand(*lines).events[2] == Receive(7, "Ada", 5, (), parse_cards("2d 3d 4d 5d 7c"))


def test_an_act_by_a_stranger_is_passed_on() -> None:
    assert hand("Bob: calls $1").events[0] == Call(5, "Bob", 100)
    assert hand("Dealt to Bob [2c 3c 4c 5c 7d]").hero == "Bob"


# --- the header ---------------------------------------------------------------------------------------------


GAME = "Triple Draw 2-7 Lowball Limit"
CLOCK = "2014/01/05 9:15:07 ET"
MOMENT = datetime(2014, 1, 5, 14, 15, 7, tzinfo=UTC)


def cash(stakes: str = "$1/$2 USD", site: str = "PokerStars Hand", clock: str = CLOCK, game: str = GAME) -> Header:
    return header(f"{site} #1:  {game} ({stakes}) - {clock}")


def test_a_ring_game() -> None:
    assert cash() == Header(1, "pokerstars", "1", Limit.FIXED, 100, 200, "USD", MOMENT, "ET")


STAKES = read_table("""
$0.10/$0.20 USD => 10 20 USD
$0.10/$0.20 => 10 20 USD
€1/€2 EUR => 100 200 EUR
£1/£2 GBP => 100 200 GBP
¥100/¥200 => 10000 20000 JPY
₹10/₹20 INR => 1000 2000 INR
Rs. 10/Rs. 20 => 1000 2000 INR
$1/$2 CAD => 100 200 CAD
5/10 => 500 1000 play
""")


@pytest.mark.parametrize(("stakes", "read"), STAKES)
def test_stakes_in_any_currency(stakes: str, read: str) -> None:
    header = cash(stakes)
    assert f"{header.low} {header.high} {header.currency}" == read


def test_the_cap_of_a_cap_table() -> None:
    assert cash("$0.50/$1.00 - $20 Cap -  USD").stack_cap == 2000


LIMITS = read_table("""
Triple Draw 2-7 Lowball Limit => fixed limit
Triple Draw 2-7 Lowball Pot Limit => pot limit
2-7 Triple Draw No Limit => no limit
""")


@pytest.mark.parametrize(("game", "limit"), LIMITS)
def test_limits(game: str, limit: str) -> None:
    assert cash(game=game).limit == limit


KINDS = read_table("""
PokerStars Game => None
POKERSTARS GAME => None
PokerStars Zoom Hand => Zoom
PokerStars Rush Hand => Rush
PokerStars Home Game Hand => Home Game
BetOnline Hand => BetOnline
Full Tilt Hand => Full Tilt
""")


@pytest.mark.parametrize(("site", "kind"), KINDS)
def test_words_before_the_number(site: str, kind: str) -> None:
    header = cash(site=site)
    assert (str(header.kind), header.club) == (kind, None)


@pytest.mark.parametrize(
    ("printed", "differences"),
    [
        (
            f"PokerStars Home Game Hand #1: {{Dazzle's {{Room}}}}  {GAME} ($1/$2 USD)",
            {"kind": "Home Game", "club": "Dazzle's {Room}"},
        ),
        (f"PokerStars Hand #1:  8-Game ({GAME}, $1/$2 USD)", {"mix": "8-Game"}),
        (f"PokerStars Hand #1:  {GAME} (€1/€2 EUR) [AAMS ID: N20A5B13]", {"currency": "EUR"}),
    ],
)
def test_home_games_mixes_and_italian_hands(printed: str, differences: dict[str, str]) -> None:
    """A home game has a club, a mix names its game in brackets, Italian hands carry a number of the state."""
    assert header(f"{printed} - {CLOCK}") == replace(cash(), **differences)


CLOCKS = read_table("""
2014/01/05 9:15:07 ET => ET
2014/01/05 15:15:07 CET [2014/01/05 9:15:07 ET] => CET
2014/01/05 19:45:07 XYZ [2014/01/05 9:15:07 ET] => XYZ
2014/01/05 14:15:07 UTC => UTC
2014/01/05 - 09:15:07 (ET) => ET
2014/01/05 23:15:07 JST => JST
2014/01/05 6:15:07 PT => PT
""")


@pytest.mark.parametrize(("clock", "zone"), CLOCKS)
def test_times_are_utc_and_the_zone_is_kept(clock: str, zone: str) -> None:
    header = cash(clock=clock)
    assert (header.zone, header.played_at) == (zone, MOMENT)


HOURS = read_table("""
2014/11/02 6:48:00 CET [2014/11/02 1:48:00 ET] => 2014-11-02 05:48:00+00:00
2014/11/02 7:01:20 CET [2014/11/02 1:01:20 ET] => 2014-11-02 06:01:20+00:00
2014/11/02 1:48:00 ET => 2014-11-02 05:48:00+00:00
2014/11/02 9:01:20 XYZ [2014/11/02 1:01:20 ET] => 2014-11-02 05:01:20+00:00
""")


@pytest.mark.parametrize(("clock", "moment"), HOURS)
def test_the_other_clock_says_which_of_two_hours_is_meant(clock: str, moment: str) -> None:
    assert str(cash(clock=clock).played_at) == moment


@pytest.mark.parametrize("clock", ["2014/01/05 9:15:07 XYZ", "2014/13/45 9:15:07 ET", "2014/01/05 9:15:07"])
def test_a_time_that_cannot_be_read_is_unknown(clock: str) -> None:
    assert cash(clock=clock).played_at is None


TOURNAMENTS = read_table("""
Tournament #77, $25+$25+$5 USD 8-Game (GAME) - Level I => Tournament: tournament_id 77, level I, buy_in 2500, bounty 2500, fee 500, currency USD
Tournament #77, €10+€1 EUR GAME - Level XIX => Tournament: tournament_id 77, level XIX, buy_in 1000, fee 100, currency EUR
Tournament #77, $10+$1 GAME - Level VII => Tournament: tournament_id 77, level VII, buy_in 1000, fee 100, currency USD
Tournament #77, 200FPP GAME - Level II => Tournament: tournament_id 77, level II, buy_in 20000
Tournament #77, Freeroll  GAME - Level II => Tournament: tournament_id 77, level II, buy_in 0
Tournament #77, 250 SC GAME - Level II => Tournament: tournament_id 77, level II, buy_in 25000
Tournament #77, GAME - Match Round I, Level II => Tournament: tournament_id 77, level II
Tournament #77, 8-Game (GAME) - Level II => Tournament: tournament_id 77, level II
Tournament #77, 1000+0 8-Game (GAME) - Match Round I, Level III => Tournament: tournament_id 77, level III, buy_in 100000, fee 0
""")  # noqa: E501


@pytest.mark.parametrize(("text", "tournament"), TOURNAMENTS)
def test_tournaments(text: str, tournament: str) -> None:
    read = header(f"PokerStars Home Game Hand #1: {{Club}} {text.replace('GAME', GAME)} (10/20) - {CLOCK}")
    assert read.tournament is not None
    assert describe(read.tournament) == tournament
    assert (read.low, read.high, read.currency) == (1000, 2000, "chips")
    assert read.mix == ("8-Game" if "8-Game" in text else None)


def test_a_fast_tournament_is_no_sequence_of_hands() -> None:
    zoom = header(f"PokerStars Hand #1: Zoom Tournament #77, $5+$1 USD {GAME} - Level I (10/20) - {CLOCK}")
    assert (zoom.kind, zoom.in_sequence) == ("Zoom", False)
    assert zoom.tournament == Tournament("77", "I", 500, None, 100, "USD")


def test_a_header_in_capitals() -> None:
    assert header(f"POKERSTARS GAME #1:  {GAME.upper()} ($1/$2) - {CLOCK}") == cash()


OTHER_GAMES = read_table("""
#9: Zoom Tournament #7, $5+$1 USD Hold'em No Limit - Level I (10/20) => Hold'em No Limit
#9: Tournament #7, 250 SC Razz Limit - Level I (10/20) => Razz Limit
#9: Tournament #7, 5 Card Draw Limit - Level I (10/20) => 5 Card Draw Limit
#9:  Hold'em No Limit ($0.10/$0.25 USD) => Hold'em No Limit
#9:  8-Game (Razz Limit, 100/200) => Razz Limit
#9:  Mixed Hold'em (Limit) ($1/$2) => Mixed Hold'em
#9: Tournament #7, $5+$1 USD 8-Game (7 Card Stud Hi/Lo Limit) - Level I (10/20) => 7 Card Stud Hi/Lo Limit
#9: Tournament #7, Freeroll  Hold'em No Limit - Level I (10/20) => Hold'em No Limit
#9: {Club} Tournament #7, 1+0 Badugi Limit - Level I (10/20) => Badugi Limit
#9:  Single Draw 2-7 Lowball No Limit ($1/$2) => Single Draw 2-7 Lowball No Limit
#9:  Chinese Poker - 5 => Chinese Poker
""")


@pytest.mark.parametrize(("text", "game"), OTHER_GAMES)
def test_other_games_by_name(text: str, game: str) -> None:
    result = parse(f"PokerStars Hand {text} - {CLOCK}\nwhatever", "pokerstars")
    assert (result.hand, result.skipped) == (None, game)
    assert [(finding.code, finding.hand_id) for finding in result.findings] == [("SYN05", "9")]


# --- table and seats ----------------------------------------------------------------------------------------


TABLES = read_table("""
Table 'Miriam III' 6-max Seat #5 is the button => TableLine: name Miriam III, seats 6, button 5
Table 'David's Draw' 2-max Seat #1 is the button => TableLine: name David's Draw, seats 2, button 1
Table '559 1' 6-max (Play Money) Seat #3 is the button => TableLine: name 559 1, seats 6, button 3, play_money True
Table 'T' Seat #3 is the button => TableLine: name T, seats None, button 3
Table ID '12' 9-Max (Real Money) Seat #3 is the button => TableLine: name 12, seats 9, button 3
""")


@pytest.mark.parametrize(("text", "table"), TABLES)
def test_tables(text: str, table: str) -> None:
    assert describe(hand(table=text).table) == table


SEAT_LINES = read_table("""
Seat 1: Ada ($40.50 in chips)  => Seat: seat 1, player Ada, stack 4050
Seat 1: Ada (1500 in chips) => Seat: seat 1, player Ada, stack 150000
Seat 1: Ada (1500 in chips, $25 bounty) => Seat: seat 1, player Ada, stack 150000, bounty 2500
Seat 1: Ada ($5 in chips) ($40 in chips) => Seat: seat 1, player Ada ($5 in chips), stack 4000
Seat 1: Ada ($40 in chips) is sitting out => Seat: seat 1, player Ada, stack 4000, dealt_in False
Seat 1: Ada (1500 in chips) out of hand (moved from another table into small blind) => Seat: seat 1, player Ada, stack 150000, dealt_in False, out_of_hand True
""")  # noqa: E501


@pytest.mark.parametrize(("text", "seat"), SEAT_LINES)
def test_seats(text: str, seat: str) -> None:
    assert [*map(describe, hand(seats=[text]).seats)] == [seat]


SITTING_OUT = ["Seat 1: Ada ($40 in chips) is sitting out", "Seat 5: Linus ($31 in chips)"]


@pytest.mark.parametrize(
    ("seats", "play", "dealt_in"),
    [
        (SITTING_OUT, ["*** DEALING HANDS ***"], False),
        (SITTING_OUT, ["*** DEALING HANDS ***", "Ada: folds"], True),
        (SITTING_OUT, ["Ada: posts big blind 20", "*** DEALING HANDS ***"], True),
        (SEATS, ["Ada: sits out", "*** DEALING HANDS ***"], False),
        (SEATS, ["Ada is sitting out", "*** DEALING HANDS ***", "Ada: folds"], True),
        (SEATS, ["*** DEALING HANDS ***", "Ada is sitting out"], True),
    ],
)
def test_who_is_dealt_in(seats: list[str], play: list[str], dealt_in: bool) -> None:
    assert [seat.dealt_in for seat in hand(*play, seats=seats).seats] == [dealt_in, True]


# --- whole hands --------------------------------------------------------------------------------------------


GOLDEN = Path(__file__).parents[1] / "golden"


@pytest.mark.parametrize("name", ["chat_like_acts", "odd_names", "SYN08_cancelled", "SYN02_breaks_off"])
def test_hands_are_parsed_as_before(name: str) -> None:
    """With HISTPARSE_GOLDEN=write in the environment the files are written anew: look at the difference then."""
    texts = hand_texts(FOLDER / "malformed" / f"{name}.txt")
    results = [parse_hand(replace(text, path=name)) for text in texts]
    file = GOLDEN / f"{name}.json"
    encoded = msgspec.json.format(msgspec.json.encode(results)) + b"\n"
    if os.environ.get("HISTPARSE_GOLDEN") == "write":
        file.write_bytes(encoded)
    assert encoded == file.read_bytes()


REAL = read_table("""
cash-0.10-0.20-200911-17hands.txt => 17 hands, []
cash-0.10-0.20-201106.txt => 1 hands, []
cash-1-2-201206-duplicate-holecards.txt => 1 hands, []
cash-1-2-200809-hand-cancelled.txt => 1 hands, ['SYN08']
""")


@pytest.mark.parametrize(("file", "expected"), REAL)
def test_real_hands(real_histories: Path, file: str, expected: str) -> None:
    results = [parse_hand(text) for text in hand_texts(real_histories / "pokerstars" / file)]
    found_codes = codes(finding for result in results for finding in result.findings)
    assert f"{sum(result.hand is not None for result in results)} hands, {found_codes}" == expected


def test_real_hands_of_other_games(real_histories: Path) -> None:
    skipped: Counter[str | None] = Counter()
    for file in sorted((real_histories / "other_games").glob("pokerstars-*.txt")):
        skipped.update(parse_hand(text).skipped for text in hand_texts(file))
    assert skipped == {
        "5 Card Draw Limit": 30,
        "Badugi Limit": 4,
        "Hold'em No Limit": 1,
        "Single Draw 2-7 Lowball No Limit": 1,
    }
