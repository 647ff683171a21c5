"""KingsClub: lines to events, street totals to chips, and what only the nets of the summary show."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from histparse.flow import judge_file
from histparse.judging.engine import Judged, judge
from histparse.model.cards import parse_cards
from histparse.model.events import (
    Bet,
    Call,
    Collect,
    Event,
    Post,
    PostKind,
    Receive,
    Result,
    Show,
    ShowdownBegins,
    Total,
    of_type,
)
from histparse.model.hand import Hand, Header, Limit, TableLine, Tournament
from histparse.model.house import house
from histparse.parsing.dialects.inferred_payouts import infer_dead_blinds_and_payouts
from histparse.parsing.parser import Parsed, parse_hand
from histparse.simulate import Stakes, deal_hands
from tests.dealer.writing import numbered, write
from tests.parsing.dialects.tables import describe_lines, read_table
from tests.parsing.reading import codes, expect_hand, hand_texts, parse, read_hand, rename_players
from tests.samples import FOLDER
from tests.simulate.games import game

SAMPLES = FOLDER / "kingsclub"
SIDE_POT = (SAMPLES / "by_hand_lone_side_pot.txt").read_text(encoding="utf-8").rstrip()
"""A side pot of one player, which no line pays out."""
LINES = SIDE_POT.split("\n")
TOP = ["#12: Limit 2-7 Triple Draw - 40/80", "2021-01-02 15:42:06", "Table 'Oak' Seat 1 is the button"]
SEATS = ["Seat 1: Ada (1,478.50)", "Seat 6: Bo (900)"]


def read(*play: str, top: list[str] = TOP, seats: list[str] = SEATS) -> Parsed:
    return parse("\n".join([*top, *seats, *play]), "kingsclub")


def hand(*play: str, top: list[str] = TOP, seats: list[str] = SEATS) -> Hand:
    """A hand that ends after those lines."""
    return expect_hand(read(*play, top=top, seats=seats), "SYN02")


def events(*play: str) -> list[Event]:
    result = read(*play)
    assert codes(result.findings) in ([], ["SYN02"])
    assert result.hand is not None
    return list(result.hand.events)


def test_header() -> None:
    cut = hand()
    moment = datetime(2021, 1, 2, 15, 42, 6, tzinfo=UTC)
    assert cut.header == Header(1, "kingsclub", "12", Limit.FIXED, 4000, 8000, "?", moment, partial=True)
    assert cut.table == TableLine(3, "Oak", None, 1)
    assert [(seat.seat, seat.player, seat.stack) for seat in cut.seats] == [(1, "Ada", 147850), (6, "Bo", 90000)]


LIMITS = read_table("""
#9: No Limit 2-7 Triple Draw - 25/50 => no limit 2500 5000
#9: Pot Limit 2-7 Triple Draw - 0.50/1 => pot limit 50 100
#9: Limit 2-7 Triple Draw - 500/1,000 => fixed limit 50000 100000
""")


@pytest.mark.parametrize(("first", "stakes"), LIMITS)
def test_limits(first: str, stakes: str) -> None:
    header = hand(top=[first, *TOP[1:]]).header
    assert f"{header.limit} {header.low} {header.high}" == stakes


def test_a_tournament_s_table_is_called_after_it() -> None:
    cut = hand(top=[*TOP[:2], "Table 'T123 [4]' Seat #1 is the button"])
    assert (cut.header.tournament, cut.header.currency, cut.table.button) == (Tournament("123"), "chips", 1)


def test_points_behind_the_stack_and_no_clock() -> None:
    cut = hand(top=[TOP[0], "2021-13-02 15:42:06", "Table 'Oak'"], seats=["Seat 1: Ada (5) (100) (3 pts)"])
    assert (cut.header.played_at, cut.table.button) == (None, None)
    assert [(seat.player, seat.stack) for seat in cut.seats] == [("Ada (5)", 10000)]


@pytest.mark.parametrize(
    ("first", "name"),
    read_table("""
#45381014: Limit 2-7 Drawmaha - 60/120 => Limit 2-7 Drawmaha
#3516416: No Limit 2-7 Single Draw - 125/250 => No Limit 2-7 Single Draw
#3: Limit Omaha Hi-Lo - 500/1,000 => Limit Omaha Hi-Lo
#3: Open Face - 5/pt => Open Face
"""),
)
def test_other_games(tmp_path: Path, first: str, name: str) -> None:
    file = tmp_path / "x.txt"
    file.write_text("\n".join([first, *TOP[1:], *SEATS, "what ever follows"]))
    (text,) = hand_texts(file)
    result = parse_hand(text)
    assert (result.skipped, codes(result.findings)) == (name, ["SYN05"])


PLAYS = """
*** 1ST BETTING ROUND *** => BettingBegins: round 0
Ada: posts ante 5.50 => Post: player Ada, kind ante, amount 550
Ada: posts the small blind 20, and is all in => Post: player Ada, kind small blind, amount 2000, all_in True
Bo: posts the big blind 40 => Post: player Bo, kind big blind, amount 4000
Ada: posts blind 40 => Post: player Ada, kind extra blind, amount 4000
Bo: posts blind 60 => Post: player Bo, kind small and big blind, amount 6000
Bo: straddles 80 => Post: player Bo, kind straddle, amount 8000
Ada: posts straddle 80 => Post: player Ada, kind straddle, amount 8000

Dealt to Ada: [X X X X X] => Deal: player Ada, cards [?? ?? ?? ?? ??]
Dealt to Bo: [Ts 8h Jh 4c 6h] => Deal: player Bo, cards [Ts 8h Jh 4c 6h]
Ada raises to 80 => Raise: player Ada, to 8000
Bo calls 80 => Call: player Bo, to 8000
*** 1ST DRAW *** => DrawBegins: draw 1
Bo discards [Ts Jh] draws [3c 6c] => Discard: player Bo, count 2, cards [Ts Jh]; Receive: player Bo, count 2, new [3c 6c]
Ada draws 2 => Discard: player Ada, count 2
*** 2ND BETTING ROUND *** => BettingBegins: round 1
Bo checks => Check: player Bo
Ada bets 1,040.50, and is all in => Bet: player Ada, added 104050, all_in True
Bo folds => Fold: player Bo
*** 2ND DRAW *** => DrawBegins: draw 2
Ada stands pat => StandPat: player Ada

*** SUMMARY *** => SummaryBegins
Seat 1: Ada (78.50) -1,400 => Result: seat 1, player Ada, outcome unsaid, stack 7850, net -140000
Seat 6: Bo (2,154.50) +399.50 => Result: seat 6, player Bo, outcome unsaid, stack 215450, net 39950
Rake 1.50 => Total: pot None, rake 150
Bo wins pot (799) => Collect: player Bo, amount 79900

*** SUMMARY *** => SummaryBegins
Seat 1: Ada (32,500) => Result: seat 1, player Ada, outcome unsaid, stack 3250000, net 0

*** SUMMARY *** => SummaryBegins
Bo wins pot (799) => Collect: player Bo, amount 79900

*** SUMMARY *** => SummaryBegins
Bo wins (400) from pot => Collect: player Bo, amount 40000
Ada wins (400) from pot => Collect: player Ada, amount 40000

*** SUMMARY *** => SummaryBegins
Bo wins (30) from side pot 1 => Collect: player Bo, amount 3000, pot 1
Ada wins (30) from side pot 1 => Collect: player Ada, amount 3000, pot 1
Ada wins (90) from pot => Collect: player Ada, amount 9000, pot 0

*** SUMMARY *** => SummaryBegins
Bo wins side pot 1 (60) => Collect: player Bo, amount 6000, pot 1
Ada wins main pot (90) => Collect: player Ada, amount 9000, pot 0
"""  # noqa: E501 - lines as they are


@pytest.mark.parametrize("play", PLAYS.split("\n\n"))
def test_what_lines_mean(play: str) -> None:
    lines, meanings = zip(*read_table(play), strict=True)
    assert describe_lines(events(*lines), range(6, 6 + len(lines))) == [*meanings]


def test_the_hero_is_he_whose_cards_are_seen_and_those_dealt_in_have_cards() -> None:
    cut = hand("Dealt to Bo: [Ts 8h Jh 4c 6h]")
    assert cut.hero == "Bo"
    assert [seat.dealt_in for seat in cut.seats] == [False, True]


def test_a_cancelled_hand() -> None:
    expect_hand(read("Ada: posts the small blind 20", "Hand cancelled"), "SYN08")


def test_notes() -> None:
    notes = hand("Ada sits out", "Bo finished the tournament in 2nd place and received 40.").notes
    assert [(note.kind, note.player) for note in notes] == [("sit out", "Ada"), ("finish", "Bo")]


LAST = ["*** 3RD DRAW ***", "Ada stands pat", "Bo draws 1", "*** 4TH BETTING ROUND ***"]
SHOWS = ["Ada shows [7c 5d 4s 3h 2h]", "Bo shows [8c 6d 5s 4h 2c]"]


def test_a_showdown_begins_after_a_last_round_that_was_played() -> None:
    played = events(*LAST, "Bo checks", "Ada checks", *SHOWS)
    assert [event for event in played if isinstance(event, ShowdownBegins)] == [ShowdownBegins(12)]
    assert [type(event) for event in played[-3:]] == [ShowdownBegins, Show, Show]


@pytest.mark.parametrize("play", [[*LAST[:-1], *SHOWS, LAST[-1]], [*LAST, *SHOWS], ["Ada checks", *LAST[:-1], *SHOWS]])
def test_cards_of_players_all_in_only_lie_open(play: list[str]) -> None:
    assert not any(isinstance(event, ShowdownBegins) for event in events(*play))


RUN_TWICE = """#45383142: No Limit 2-7 Triple Draw - 25/50
2021-08-04 06:54:20
Table 'Twice' Seat 1 is the button
Seat 1: Ada (1,000)
Seat 2: Bo (1,000)
*** 1ST BETTING ROUND ***
Ada: posts the small blind 25
Bo: posts the big blind 50
Dealt to Ada: [5d 7h Th Td 2h]
Dealt to Bo: [X X X X X]
Ada raises to 150
Bo calls 150
*** 1ST DRAW ***
Bo draws 1
Ada discards [Td] draws [3c]
*** 2ND BETTING ROUND ***
Bo checks
Ada checks
*** 2ND DRAW ***
Bo draws 1
Ada stands pat
*** 3RD BETTING ROUND ***
Bo bets 850, and is all in
Ada calls 850, and is all in
*** 3RD DRAW ***
Bo draws 1
Ada discards [Th] draws [8c] [Qs]
{shows}
*** 4TH BETTING ROUND ***
*** SUMMARY ***
{summary}"""
ADAS_RUNS = ["Run 1: Ada shows [5d 7h 8c 3c 2h]", "Run 2: Ada shows [5d 7h Qs 3c 2h]"]
BOS_RUNS = ["Run 1: Bo shows [9c 7d 4s 3h 2c]", "Run 2: Bo shows [9c 7d 4s 3h 2s]"]
SPLIT = ["Seat 1: Ada (999.50) -0.50", "Seat 2: Bo (999.50) -0.50", "Rake 1"]
SHARES = ["Ada wins (999.50) from pot", "Bo wins (999.50) from pot"]


@pytest.mark.parametrize("shows", [[*ADAS_RUNS, *BOS_RUNS], [*ADAS_RUNS, "Bo shows [9c 7d 4s 3h 2c]"]])
def test_two_runs_are_noted_and_neither_is_the_hand(shows: list[str]) -> None:
    text = RUN_TWICE.format(shows="\n".join(shows), summary="\n".join([*SPLIT, *SHARES]))
    twice = expect_hand(parse(text, "kingsclub"))
    assert [note.kind for note in twice.notes] == ["run"] * len([line for line in shows if "Run" in line])
    assert Receive(27, "Ada", 1) in twice.events
    judged = judge(twice, house("kingsclub"))
    assert judged.findings == ()
    assert [player.net for player in judged.table.players] == [-50, -50]


# --- what only the nets show ------------------------------------------------------------------------------


def judge_text(text: str, *expected: str) -> Judged:
    """The verdict on the hand in that text, about which just the findings of these codes are made."""
    return judge(expect_hand(parse(text, "kingsclub"), *expected), house("kingsclub"))


def nets(judged: Judged) -> dict[str, int]:
    return {player.name: player.net for player in judged.table.players}


def posts(judged: Judged) -> list[Post]:
    return of_type(judged.table.hand.events, Post)


def collects(judged: Judged) -> list[Collect]:
    return of_type(judged.table.hand.events, Collect)


def test_words_behind_a_hand_leave_its_nets_as_they_are() -> None:
    judged = judge_text(f"{SIDE_POT}\nwords of another program", "SYN03")
    assert judged.findings == ()
    assert nets(judged) == nets(judge_text(SIDE_POT))


@pytest.mark.parametrize("net", ["-,", "+,,", "-"])
def test_a_net_without_a_digit_is_no_net(net: str) -> None:
    expect_hand(parse(SIDE_POT.replace("(940) -60", f"(940) {net}"), "kingsclub"), "SYN03")


def test_a_pot_that_one_player_claims_is_proven_by_his_net() -> None:
    judged = judge_text(SIDE_POT)
    assert judged.findings == ()
    assert collects(judged) == [Collect(42, "snow.white", 20900), Collect(37, "Katja72", 2000)]
    assert LINES[36] == "Seat 1: Katja72 (940) -60"
    assert nets(judged) == {"Katja72": -6000, "snow.white": 13900, "LimpLena": 0, "Max Raise": -8000}


def test_a_dead_blind_is_proven_by_a_net() -> None:
    judged = judge_text(hand_texts(SAMPLES / "by_hand_deck_runs_out.txt")[0].text)
    dead_blinds = [post for post in posts(judged) if post.kind is PostKind.DEAD_BLIND]
    assert dead_blinds == [Post(73, "LimpLena", PostKind.DEAD_BLIND, 1000)]
    assert judged.findings == ()
    assert nets(judged)["LimpLena"] == -7500
    assert judged.table.reshuffle_count == 1


def test_a_dead_blind_without_any_line_before_the_summary() -> None:
    """Max Raise missed the small blind: 20 of their chips are in the pot, and no line says so."""
    text = SIDE_POT.replace("(820) -80", "(800) -100").replace("(209)", "(229)").replace("+139", "+159")
    judged = judge_text(text)
    assert judged.findings == ()
    dead_blind, *blinds = posts(judged)
    assert dead_blind == Post(40, "Max Raise", PostKind.DEAD_BLIND, 2000)
    assert [post.kind for post in blinds] == [PostKind.SMALL_BLIND, PostKind.BIG_BLIND]


@pytest.mark.parametrize(("stack", "missing"), [("(920) -80", 2000), ("(930) -70", 1000)])
def test_a_dead_blind_and_a_lone_pot_of_one_player_show_in_one_net(stack: str, missing: int) -> None:
    """Katja72 takes the side pot of 20 without a line, and missed a blind, which no line says either."""
    blind = missing // 100
    text = SIDE_POT.replace("(940) -60", stack).replace("(209)", f"({209 + blind})").replace("+139", f"+{139 + blind}")
    text = text.replace("posts the small blind 20", f"posts the small blind {blind}")
    judged = judge_text(text)
    assert Post(37, "Katja72", PostKind.DEAD_BLIND, missing) in posts(judged)
    assert Collect(37, "Katja72", 2000) in collects(judged)


@pytest.mark.parametrize(
    ("old", "new", "code"),
    read_table("""
(940) -60 => (940) -50 => POT02
(940) -60 => (950) -60 => SHD06
(500) => (500) -300 => POT02
wins pot (209) => wins pot (239) => POT02
"""),
)
def test_a_summary_that_does_not_cancel_proves_nothing(old: str, new: str, code: str) -> None:
    text = "\n".join(LINES[:35]) + "\n" + "\n".join(LINES[35:]).replace(old, new)
    assert code in codes(judge_text(text).findings)


def test_a_dead_blind_is_a_small_one() -> None:
    """The nets cancel, but 30 is no blind at 40/80: the books do not fit, and that is said."""
    text = SIDE_POT.replace("(820) -80", "(790) -110").replace("(209)", "(239)").replace("+139", "+169")
    judged = judge_text(text)
    assert "POT02" in codes(judged.findings)
    assert len(posts(judged)) == 2


def test_what_balances_is_left_alone() -> None:
    summary = events("*** SUMMARY ***", "Seat 1: Ada (1) -40", "Seat 6: Bo (1) +39", "Rake 1", "Bo wins pot (79)")
    balanced = [Bet(1, "Ada", 4000), Call(1, "Bo", to=4000), *summary]
    assert infer_dead_blinds_and_payouts(list(balanced), 4000) == balanced
    assert infer_dead_blinds_and_payouts([Bet(1, "Ada", 4000), Bet(1, "Bo", 4000), Bet(1, "Cy", 900)], 4000)[3:] == []


# --- names, junk, cuts ------------------------------------------------------------------------------------


NAME = st.text(st.characters(categories=["L", "N", "P", "S"], include_characters=" "), min_size=1, max_size=12)


@given(st.lists(NAME.map(str.strip).filter(bool), min_size=4, max_size=4, unique=True))
@example(["Ada", "Ada folds", "Ada folds folds", "pot (2"])
@example(["***", "#1", "Seat 1", "Run 1: x"])
@example(["Dealt to", "wins pot", "draws 2", "x: posts ante 5"])
@example(["<b>", "&amp;", '"q"', "'"])
def test_names_of_any_letters_survive(names: list[str]) -> None:
    players = ("Katja72", "snow.white", "LimpLena", "Max Raise")
    judged = judge_text(rename_players(SIDE_POT, dict(zip(players, names, strict=True))))
    assert judged.findings == ()
    assert nets(judged) == dict(zip(names, (-6000, 13900, 0, -8000), strict=True))


@pytest.mark.parametrize("cut", range(1, len(LINES)))
def test_a_hand_may_be_cut_anywhere(cut: int) -> None:
    result = parse("\n".join(LINES[:cut]), "kingsclub")
    assert codes(result.findings) == ["SYN02"]
    assert (result.hand is None) == (cut < 4)


@given(st.text(max_size=60), st.integers(0, len(LINES)))
@example("Katja72 wins the lottery", 30)
def test_junk_never_raises(junk: str, place: int) -> None:
    result = parse("\n".join([*LINES[:place], junk.replace("\n", " "), *LINES[place:]]), "kingsclub")
    assert result.hand is not None or result.findings


# --- whole sessions ---------------------------------------------------------------------------------------


SEVEN = {"players": (7, 7), "stakes": (Stakes(4400, 8800, 2200, 1100),), "callers": 0.9, "stacks": (2, 30)}
ANTES = {"stakes": (Stakes(2200, 4400, 1100, 550),), "stacks": (1, 8)}


@pytest.mark.parametrize("settings", [SEVEN, ANTES, {}], ids=["seven-handed", "antes", "ring"])
def test_dealt_hands_come_back_and_are_legal(settings: dict[str, object]) -> None:
    """Of seven players the deck runs out too."""
    overrun = 0
    for dealt in deal_hands(game("ring", 80, seed=12, site="kingsclub", house=house("kingsclub"), **settings)):
        read_back = read_hand(write(dealt).rstrip(), "kingsclub")
        assert read_back == numbered(dealt)
        judged = judge(read_back, house("kingsclub"))
        assert judged.findings == ()
        rake = sum(event.rake or 0 for event in read_back.events if isinstance(event, Total))
        assert sum(player.net for player in judged.table.players) + rake == 0
        overrun += judged.table.reshuffle_count > 0
    assert overrun if settings is SEVEN else True


def test_stacks_follow_from_hand_to_hand() -> None:
    """What the summary leaves a player is what they have in the next hand, unless they buy chips."""
    hands = [result.hand for result in judge_file(SAMPLES / "session_heads_up.txt") if result.hand]
    for hand, next_hand in pairwise(hands):
        stacks_left = {event.player: event.stack for event in hand.events if isinstance(event, Result)}
        for seat in next_hand.seats:
            assert seat.stack >= (stacks_left[seat.player] or 0)


def test_the_real_hand(real_histories: Path) -> None:
    (text,) = hand_texts(real_histories / "kingsclub" / "cash-8gamemix-40-80-202101.txt")
    judged = judge_text(text.text)
    assert judged.findings == ()
    assert nets(judged) == {"Hero": 39900, "Player0": -40000}
    hero = judged.table.by_name["Hero"]
    assert (hero.drawn, hero.thrown) == ([2, 1, 0], ["Ts", "Jh", "6c"])
    assert set(hero.held or ()) == set(parse_cards("3c 8h 2c 4c 6h"))


def test_a_real_hand_of_another_game(real_histories: Path) -> None:
    (text,) = hand_texts(real_histories / "other_games" / "kingsclub-2-7-drawmaha.txt")
    assert parse_hand(text).skipped == "Limit 2-7 Drawmaha"
