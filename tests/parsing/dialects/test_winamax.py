"""Every line of Winamax, in both its spellings, the hands written for this project, and a real one where it is."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from histparse.judging.engine import judge
from histparse.model.cards import parse_cards
from histparse.model.events import Fold, Post, PostKind, Raise, Receive, SummaryBegins, of_type
from histparse.model.hand import Hand, Header, Limit, Seat, TableLine
from histparse.model.house import house
from histparse.parsing.parser import Parsed, parse_hand
from tests.parsing.dialects.tables import describe, read_table
from tests.parsing.reading import codes, expect_hand, hand_texts, parse, read_hand

HEADER = (
    "Winamax Poker - CashGame - HandId: #12-3-1475957714 - 2-7 Triple Draw fixed limit (5€/10€) - "
    "2016/10/08 20:15:14 UTC"
)
TABLE = "Table: 'Honfleur' 6-max (real money) Seat #5 is the button"
SEATS = ("Seat 1: Ada (40€)", "Seat 5: Linus (31.50€)")
TOTAL = "Total pot 20€ | No rake"
FIVE = parse_cards("2c 3c 4c 5c 7d")


def read(*lines: str) -> Parsed:
    return parse("\n".join(lines), "winamax")


def hand(
    *play: str, header: str = HEADER, table: str = TABLE, seats: tuple[str, ...] = SEATS, total: str = TOTAL
) -> Hand:
    """A hand around those lines: the first of them is line 5."""
    return expect_hand(read(header, table, *seats, *play, "*** SUMMARY ***", total))


LINES = read_table("""
Ada posts small blind 2.50€ => Post: player Ada, kind small blind, amount 250
Ada posts big blind 5€ => Post: player Ada, kind big blind, amount 500
Ada posts big blind 1.20€ and is all-in => Post: player Ada, kind big blind, amount 120, all_in True
Ada posts big blind 5€ out of position => Post: player Ada, kind extra blind, amount 500
Ada posts small blind 2.50€ out of position => Post: player Ada, kind dead blind, amount 250
Ada posts small blind 7.50€ out of position => Post: player Ada, kind small and big blind, amount 750
Ada posts dead blind (2.50€) => Post: player Ada, kind dead blind, amount 250
Ada: posts small & big blind ( 7.50€) => Post: player Ada, kind small and big blind, amount 750
Ada posts ante 0.50€ => Post: player Ada, kind ante, amount 50
*** FIRST-BET *** => BettingBegins: round 0
*** FOURTH-BET *** => BettingBegins: round 3
Dealt to Ada [2c 3c 4c 5c 7d] => Deal: player Ada, cards [2c 3c 4c 5c 7d]
Dealt to Ada [X X X X X] => Deal: player Ada, cards [?? ?? ?? ?? ??]
Dealt to Ada [2c 3c 4c] [5c 7d] => Receive: player Ada, count 2, kept [2c 3c 4c], new [5c 7d]
Ada folds => Fold: player Ada
Ada checks => Check: player Ada
Ada calls 2.50€ => Call: player Ada, added 250
Ada calls 0.18€ and is all-in => Call: player Ada, added 18, all_in True
Ada bets 10€ => Bet: player Ada, added 1000
Ada raises 5€ to 10€ => Raise: player Ada, by 500, to 1000
Ada raises 0.02€ to 5.02€ and is all-in => Raise: player Ada, by 2, to 502, all_in True
Ada raises -5€ to 20€ => Raise: player Ada, to 2000
*** FIRST-DRAW *** => DrawBegins: draw 1
*** THIRD-DRAW *** => DrawBegins: draw 3
Ada discard 1 card => Discard: player Ada, count 1
Ada discards 2 cards => Discard: player Ada, count 2
Ada discard 2 cards [2c 3c] => Discard: player Ada, count 2, cards [2c 3c]
Ada discard 0 card => StandPat: player Ada
Ada stands pat [2c 3c 4c 5c 7d] => StandPat: player Ada, held [2c 3c 4c 5c 7d]
Ada stands pat [X X X X X] => StandPat: player Ada
*** SHOW DOWN *** => ShowdownBegins
Ada shows [2c 3c 4c 5c 7d] (High card : 7) => Show: player Ada, cards [2c 3c 4c 5c 7d], says High card : 7
Ada (button) shows [2c 3c 4c 5c 7d] (High card : 7) => Show: player Ada, cards [2c 3c 4c 5c 7d], says High card : 7
Ada collected 19.50€ from pot => Collect: player Ada, amount 1950
Ada collected 64€ from main pot => Collect: player Ada, amount 6400, pot 0
Ada collected 3.20€ from side pot 1 => Collect: player Ada, amount 320, pot 1
""")


SUMMARY = read_table("""
Total pot 298€ | Rake 2€ => Total: pot 29800, rake 200
Total pot 12.15 | Rake 0.85 => Total: pot 1215, rake 85
Total pot 600 | No rake => Total: pot 60000, rake 0
Total pot 12k | No rake => Total: pot None, rake 0
Seat 5: Linus (small blind) (button) won 298€ => Result: seat 5, player Linus, outcome collected, positions [small blind button], won 29800
Seat 5: Linus showed [2c 3c 4c 5c 7d] and won 12.15 with High card : 7 => Result: seat 5, player Linus, outcome showed, cards [2c 3c 4c 5c 7d], won 1215, says High card : 7
Seat 5: Linus (big blind) showed [2c 3c 4c 5c 7d] and lost with One pair : Aces => Result: seat 5, player Linus, outcome showed, positions [big blind], cards [2c 3c 4c 5c 7d], says One pair : Aces
Seat 5: Linus folded => Result: seat 5, player Linus, outcome folded
""")  # noqa: E501 - rows of a table


@pytest.mark.parametrize("blank", ["", " "])
@pytest.mark.parametrize(("line", "event"), LINES, ids=[line for line, _ in LINES])
def test_a_line_of_play(line: str, event: str, blank: str) -> None:
    first = hand(line + blank).events[0]
    assert (first.line, describe(first)) == (5, event)


@pytest.mark.parametrize(("line", "event"), SUMMARY, ids=[line for line, _ in SUMMARY])
def test_a_line_of_the_summary(line: str, event: str) -> None:
    lines = [HEADER, TABLE, *SEATS, "*** FIRST-BET ***", "Ada folds", "*** SUMMARY ***", line]
    events = read_hand("\n".join(lines), "winamax").events
    assert [(last.line, describe(last)) for last in events[2:]] == [(7, "SummaryBegins"), (8, event)]


def test_after_a_draw_one_bracket_is_the_whole_hand() -> None:
    assert hand("*** FIRST-DRAW ***", "Dealt to Ada [2c 3c 4c 5c 7d]").events[1] == Receive(6, "Ada", held=FIVE)


def test_the_heading_of_the_forced_bets_is_no_event_and_no_note() -> None:
    headed = hand("*** ANTE/BLINDS ***")
    assert (headed.events[0], headed.notes) == (SummaryBegins(6), ())


def test_the_hero_is_who_sees_his_cards() -> None:
    assert hand("Dealt to Ada [X X X X X]", "Dealt to Linus [2c 3c 4c 5c 7d]").hero == "Linus"
    assert hand("Ada folds").hero is None


def test_the_header_of_a_cash_game() -> None:
    moment = datetime(2016, 10, 8, 20, 15, 14, tzinfo=UTC)
    assert hand().header == Header(1, "winamax", "12-3-1475957714", Limit.FIXED, 500, 1000, "EUR", moment, "UTC")
    assert hand().table == TableLine(2, "Honfleur", 6, 5)
    assert hand("Ada checks", "Linus checks").seats == (Seat(3, 1, "Ada", 4000), Seat(4, 5, "Linus", 3150))


def test_the_export_of_play_money() -> None:
    header = "Winamax Poker - CashGame - HandId: #12-3-14 - Lowball27 fixed limit (0.50/1) - 2016/10/08 20:15:14 UTC"
    exported = hand(header=header, table="Table: 'Honfleur' 6-max (play money) Seat #5 is the button")
    assert (exported.header.currency, exported.header.low, exported.header.high) == ("play", 50, 100)
    assert exported.table.play_money


@pytest.mark.parametrize("occasion", ['Go Fast "Bayeux"', 'HOLD-UP "X"', "ESCAPE"])
def test_special_tables(occasion: str) -> None:
    assert hand(header=HEADER.replace("CashGame", occasion)).header.kind == occasion.partition(' "')[0]


def test_a_table_line_without_colon_or_button() -> None:
    assert hand(table="Table 'Honfleur' 6-max (real money)").table == TableLine(2, "Honfleur", 6, None)


TOURNAMENT = (
    'Winamax Poker - Tournament "Deuce, "late" one" buyIn: {} level: 4 - HandId: #12-3-14 - '
    "2-7 Triple Draw fixed limit (0/20/40) - 2016/10/08 20:15:14 UTC"
)
TOURNAMENT_TABLE = "Table: 'Deuce, (1)(77)#2' 6-max (real money) Seat #5 is the button"


BUY_INS = read_table("""
9€ + 1€ => Tournament: tournament_id 77, level 4, buy_in 900, fee 100, currency EUR
0.80€ + 1€ + 0.20€ => Tournament: tournament_id 77, level 4, buy_in 80, bounty 100, fee 20, currency EUR
Ticket only => Tournament: tournament_id 77, level 4, buy_in 0
100 + 0 => Tournament: tournament_id 77, level 4, buy_in 10000, fee 0
""")


@pytest.mark.parametrize(("buy_in", "tournament"), BUY_INS)
def test_the_header_of_a_tournament(buy_in: str, tournament: str) -> None:
    seats = ("Seat 1: Ada (4000, 0.50€ bounty)", "Seat 5: Linus (3150)")
    played = hand(header=TOURNAMENT.format(buy_in), table=TOURNAMENT_TABLE, seats=seats)
    header = played.header
    assert header.tournament is not None
    assert describe(header.tournament) == tournament
    assert (header.currency, header.ante, header.low, header.high) == ("chips", 0, 2000, 4000)
    assert played.seats[0].bounty == 50


POSTS = read_table("""
Ada posts small blind 20 => 4000/8000
Ada posts big blind 40 => 4000/8000
Ada posts small blind 10 => 2000/4000
Ada posts big blind 20 => 2000/4000
Ada posts big blind 7 and is all-in => 2000/4000
""")


@pytest.mark.parametrize(("post", "bets"), POSTS)
def test_the_blinds_posted_show_whether_a_tournament_names_blinds_or_bets_as_cash_games_do(
    post: str, bets: str
) -> None:
    header = hand(post, header=TOURNAMENT.format("9€ + 1€"), table=TOURNAMENT_TABLE).header
    assert f"{header.low}/{header.high}" == bets


@pytest.mark.parametrize("play", [("Ada denies big blind", "Linus checks"), ("Linus checks",)])
def test_who_does_nothing_has_no_cards(play: tuple[str, ...]) -> None:
    assert [(seat.player, seat.dealt_in) for seat in hand(*play).seats] == [("Ada", False), ("Linus", True)]


@pytest.mark.parametrize("act", ["Ada posts ante 0.50€", "Dealt to Ada [X X X X X]", "Ada folds", "Ada checks"])
def test_who_is_dealt_cards_posts_or_acts_has_cards(act: str) -> None:
    assert hand("Ada denies big blind", act).seats[0].dealt_in
    assert hand("Linus deny BB 0€", "Linus folds").seats[1].dealt_in


def test_in_a_text_that_is_cut_short_everybody_may_have_cards() -> None:
    cut = expect_hand(read(HEADER, TABLE, *SEATS, "Linus posts big blind 5€"), "SYN02")
    assert cut.header.partial
    assert [seat.dealt_in for seat in cut.seats] == [True, True]


def test_a_big_blind_of_nothing_is_no_post() -> None:
    posted = hand("Ada posts small blind 7.50€ out of position", "Ada posts big blind 0€ out of position")
    assert [*of_type(posted.events, Post)] == [Post(5, "Ada", PostKind.SMALL_AND_BIG, 750)]


@pytest.mark.parametrize(
    "game", ["Razz fixed limit", "Holdem no limit", "Omaha5 pot limit", "7-Card Stud Hi/Lo fixed limit"]
)
def test_other_games(game: str) -> None:
    result = read(HEADER.replace("2-7 Triple Draw fixed limit", game), TABLE, *SEATS, "*** PRE-FLOP ***")
    assert (result.hand, result.skipped) == (None, game)
    assert [(finding.code, finding.hand_id) for finding in result.findings] == [("SYN05", "12-3-1475957714")]


def test_tournament_summaries(tmp_path: Path) -> None:
    file = tmp_path / "summary.txt"
    file.write_text(
        "Winamax Poker - Tournament summary : Deuce(77)\nPlayer : Ada\nBuy-In : 9€ + 1€\nRegistered players : 9\n",
        encoding="utf-8",
    )
    (text,) = hand_texts(file)
    summary = parse_hand(text).summary
    assert summary is not None
    assert (summary.number, summary.name) == ("77 of Ada", "Deuce")


# --- the judge -------------------------------------------------------------------------------------------


ALL_IN = (
    "Linus posts small blind 2.50€",
    "Ada posts big blind 5€",
    "Linus raises {} to 10€",
    "Ada folds",
    "Linus collected 14.50€ from pot",
)


def judge_all_in(step: str = "5€", pot: str = "14.50€") -> list[str]:
    """The codes found in a hand of that raise and that pot."""
    played = hand(*(line.format(step) for line in ALL_IN), total=f"Total pot {pot} | Rake 0.50€")
    return codes(judge(played, house("winamax")).findings)


@pytest.mark.parametrize(("step", "expected"), [("5€", []), ("-5€", []), ("4€", ["BET03"])])
def test_a_step_below_nothing_is_no_finding(step: str, expected: list[str]) -> None:
    assert judge_all_in(step=step) == expected


@pytest.mark.parametrize(("pot", "expected"), [("14.50€", []), ("15€", ["POT01"]), ("9.50€", ["POT01"])])
def test_the_pot_is_net_and_has_the_uncalled_bet_in_it(pot: str, expected: list[str]) -> None:
    assert judge_all_in(pot=pot) == expected


# --- names and junk ---------------------------------------------------------------------------------------


NAME = st.text(st.characters(exclude_categories=("C", "Z"), include_characters=" "), min_size=1, max_size=20).filter(
    lambda name: name == name.strip()
)


@given(st.lists(NAME, min_size=2, max_size=2, unique=True))
def test_a_name_can_be_anything(names: list[str]) -> None:
    first, second = names
    seats = (f"Seat 1: {first} (40€)", f"Seat 5: {second} (31.50€)")
    named = hand(f"{second} posts small blind 2.50€", f"{first} raises 5€ to 10€", f"{second} folds", seats=seats)
    assert [seat.player for seat in named.seats] == names
    assert named.events[:3] == (
        Post(5, second, PostKind.SMALL_BLIND, 250),
        Raise(6, first, 500, 1000),
        Fold(7, second),
    )


@given(
    st.lists(
        st.sampled_from([HEADER, TABLE, *SEATS, "*** SUMMARY ***", TOTAL, *(line for line, _ in LINES)]), max_size=12
    )
)
def test_lines_in_any_order_are_read_or_refused(lines: list[str]) -> None:
    result = read(HEADER, *lines)
    assert result.hand is not None or result.findings


# --- real hands -------------------------------------------------------------------------------------------


def test_the_real_hand(real_histories: Path) -> None:
    text = hand_texts(real_histories / "winamax" / "cash-8games-25-50eur-201611.txt")[0]
    judged = judge(expect_hand(parse_hand(text)), house("winamax"))
    assert judged.findings == ()
    assert {player.name: player.net for player in judged.table.players} == {"Hero": -12_500, "Player0": 12_300}


def test_a_real_hand_of_another_game(real_histories: Path) -> None:
    text = hand_texts(real_histories / "other_games" / "winamax-razz-8games.txt")[0]
    assert parse_hand(text).skipped == "Razz fixed limit"
