"""Merge: elements to events, headings to stakes, the deal to its place."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from xml.sax.saxutils import escape

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from histparse.flow import judge_file, parse_text
from histparse.judging.duplicates import Duplicates
from histparse.judging.engine import judge
from histparse.model.cards import parse_cards
from histparse.model.events import (
    BettingBegins,
    Collect,
    Deal,
    DrawBegins,
    Event,
    Fold,
    Muck,
    Post,
    PostKind,
    Receive,
    SummaryBegins,
    of_type,
)
from histparse.model.findings import Finding
from histparse.model.hand import Hand, Header, Limit, TableLine, Tournament
from histparse.model.house import house
from histparse.parsing.cutting import read_hand_texts
from histparse.parsing.parser import Parsed, parse_hand
from histparse.reader import HandText
from tests.parsing.dialects.tables import describe_lines, read_table
from tests.parsing.reading import codes, expect_hand, hand_texts, parse
from tests.samples import FOLDER

SAMPLES = FOLDER / "merge"
LIMIT = '<description type="2-7 Lowball" stakes="Limit $1/$2"/>'
GAME = (
    '<game id="7-12" starttime="20110705091134" numholecards="5" gametype="67" realmoney="true" '
    'data="20110705|Oak (7)|7|7-12|false">'
)
PLAYERS = '<players dealer="0">'
SEATS = (
    '<player seat="0" nickname="Ada" balance="$30.00" dealtin="true" />',
    '<player seat="4" nickname="Bo" balance="$20.00" dealtin="true" />',
)


def event(kind: str, seat: int | str = "", amount: str = "", text: str = "") -> str:
    """An element of the play as the site writes it."""
    attributes = {"player": seat, "amount": amount, "text": text}
    stated = "".join(f' {name}="{content}"' for name, content in attributes.items() if content != "")
    return f'\t\t<event sequence="3" type="{kind}" timestamp="1303222308046"{stated}/>'


BLINDS = (
    '<round id="BLINDS" sequence="1">',
    "SMALL_BLIND 0 0.50",
    "BIG_BLIND 4 1.00",
    "</round>",
)
FOLDED = (
    '<round id="PRE_FIRST_DRAW" sequence="2">',
    "FOLD 0",
    '<cards type="HOLE" cards="Qh,Tc,4s,6h,7h" player="4" hand="Q-T-7-6-4"/>',
    "</round>",
    '<round id="END_OF_FOLDED_GAME" sequence="3">',
    "MUCK 4",
    '<winner amount="1.50" uncalled="false" potnumber="1" player="4" pottype="n"/>',
    "</round>",
    '<round id="END_OF_GAME" sequence="4">',
    "</round>",
)


def element(words: str) -> str:
    """A line as it is, or the words for an event: `DRAW 4 - 2`."""
    return words if words.startswith(("<", "\t")) else event(*words.replace("-", "").split(" "))


WHOLE = (GAME, PLAYERS, *SEATS, "</players>", *map(element, (*BLINDS, *FOLDED)), "</game>")
BODY = "\n".join(WHOLE)


def read(*play: str, heading: str = LIMIT, game: str = GAME, seats: tuple[str, ...] = SEATS) -> Parsed:
    lines = [game, PLAYERS, *seats, "</players>", *map(element, play or (*BLINDS, *FOLDED)), "</game>"]
    return parse("\n".join(lines), "merge", heading)


def test_a_damaged_name_in_the_heading_is_quoted() -> None:
    damaged = LIMIT.replace(" Low", "\x01Low")
    (finding,) = parse_hand(HandText("x.xml", 7, f"{GAME}>\n</game>", "merge", damaged)).findings
    assert (finding.code, finding.line) == ("SYN01", 7)
    assert "\x01Low" in finding.message


def hand(*play: str, heading: str = LIMIT, game: str = GAME, seats: tuple[str, ...] = SEATS) -> Hand:
    return expect_hand(read(*play, heading=heading, game=game, seats=seats))


def events(*lines: str) -> list[Event]:
    """What those lines give between the blinds and the end of the hand."""
    betting = ('<round id="POST_FIRST_DRAW">', *lines, "</round>")
    played = hand(*BLINDS, *betting, '<round id="END_OF_GAME">').events
    return [act for act in played if not isinstance(act, Post | BettingBegins | SummaryBegins)]


def test_header() -> None:
    moment = datetime(2011, 7, 5, 14, 11, 34, tzinfo=UTC)
    assert hand().header == Header(1, "merge", "7-12", Limit.FIXED, 100, 200, "USD", moment)
    assert hand().table == TableLine(2, "Oak (7)", None, 0)


STAKES = read_table("""
Limit $5/$10 => fixed limit 500 1000
Limit $0.50/$1 => fixed limit 50 100
Pot Limit ($0.05/$0.10) => pot limit 5 10
Half Pot Limit ($0.50/$0.50) => pot limit 50 50
No Limit ($1/$2) => no limit 100 200
Limit => fixed limit 100 200
Limit Level 5 Blinds 40/80 => fixed limit 8000 16000
No Limit Level 5 Blinds (40/80) => no limit 4000 8000
""")


@pytest.mark.parametrize(("printed", "stakes"), STAKES)
@pytest.mark.parametrize("end", ["/>", ' version="2" />', ' version="2.1"/>'])
def test_descriptions(printed: str, stakes: str, end: str) -> None:
    header = hand(heading=f'<description type="2-7 Lowball" stakes="{printed}"{end}').header
    assert f"{header.limit} {header.low} {header.high}" == stakes


def test_without_a_description_blinds_and_bets_give_the_stakes() -> None:
    raised = ('<round id="PRE_FIRST_DRAW">', "RAISE 0 2.00")
    fixed = hand(*BLINDS, *raised, "RAISE 4 3.00", heading="").header
    free = hand(*BLINDS, *raised, "RAISE 4 6.00", heading="").header
    assert (fixed.limit, fixed.low, fixed.high) == (Limit.FIXED, 100, 200)
    assert (free.limit, free.low, free.high) == (Limit.NO, 50, 100)


@pytest.mark.parametrize(
    ("blind", "calls", "low"),
    [("0.20", ("CALL 5 1.25",), 125), ("0.20", (), 100), ("1.15", (), 115)],
)
def test_a_big_blind_posted_short_is_what_others_call(blind: str, calls: tuple[str, ...], low: int) -> None:
    seats = (*SEATS, '<player seat="5" nickname="Cy" balance="$9.00" dealtin="true" />')
    short = (seats[0], seats[1].replace("20.00", blind), seats[2])
    posts = (*BLINDS[:2], f"BIG_BLIND 4 {blind}", BLINDS[3])
    called = ('<round id="PRE_FIRST_DRAW">', *calls, "FOLD 0", "</round>")
    header = hand(*posts, *called, heading="", seats=short).header
    assert (header.limit, header.low) == (Limit.FIXED, low)


@pytest.mark.parametrize(
    ("bet", "limit"), [("BET 4 2.00", Limit.FIXED), ("BET 4 1.00", Limit.NO), ("ALL_IN 4 1.00", Limit.FIXED)]
)
def test_bets_of_later_rounds_show_the_limit_too(bet: str, limit: Limit) -> None:
    late = ('<round id="SECOND_DRAW">', "</round>", '<round id="POST_SECOND_DRAW">', bet)
    assert hand(*BLINDS, *late, heading="").header.limit is limit


def test_times_with_an_offset() -> None:
    header = hand(game=GAME.replace("20110705091134", "2012/08/14 21:50:08 +0400")).header
    assert (header.played_at, header.zone) == (datetime(2012, 8, 14, 17, 50, 8, tzinfo=UTC), "+0400")
    assert hand(game=GAME.replace("20110705091134", "20119905091134")).header.played_at is None


def test_attributes_may_change_places() -> None:
    moved = (
        '<game data="20110705:Oak:7:7-12" realmoney="false" multigametype="9" gametype="67" seats="6" '
        'starttime="20110705091134" id="7-12" version="2" >'
    )
    assert hand(game=moved).table == TableLine(2, "Oak", 6, 0, play_money=True)
    assert hand(game=moved).header.currency == "play"


@pytest.mark.parametrize(
    ("heading", "number", "name"),
    read_table("""
<description type="A-5 Lowball" stakes="Limit $0.50/$1"/> => 63 => A-5 Lowball Limit
<description type="HORSE" stakes="Limit $0.25/$0.50" version="2" /> => 75 => HORSE Limit
<description type="Holdem Tournament" stakes="No Limit Level 4 Blinds 40/80"/> => 23 => Holdem No Limit
 => 63 => A-5 Lowball
 => 2 => game type 2
"""),
)
def test_other_games(heading: str, number: str, name: str) -> None:
    result = read(heading=heading, game=GAME.replace('gametype="67"', f'gametype="{number}"'))
    assert (result.hand, result.skipped) == (None, name)
    assert [(finding.code, finding.line, finding.hand_id) for finding in result.findings] == [("SYN05", 1, "7-12")]


def test_a_tournament() -> None:
    heading = '<description type="2-7 Lowball Tournament" stakes="Limit Level 3 Blinds 0.50/1"/>'
    played = hand(heading=heading, game=GAME.replace("|7|", "|36447024-1|"))
    assert played.header.tournament == Tournament("36447024", "3")
    assert played.header.currency == "chips"
    # The balance of tournaments is what is left after the forced bets, but for later versions.
    assert [seat.stack for seat in played.seats] == [3050, 2100]
    versioned = hand(heading=heading, game=GAME.replace(">", ' version="2.1" >'))
    assert [seat.stack for seat in versioned.seats] == [3000, 2000]


def test_a_description_holds_until_the_next_one(tmp_path: Path) -> None:
    ace_low = '<description type="A-5 Lowball" stakes="Limit $0.50/$1"/>'
    pot = '<description type="2-7 Lowball" stakes="Pot Limit ($0.50/$1)"/>'
    file = tmp_path / "x.xml"
    file.write_text("\r\n".join(["", LIMIT, BODY, "", BODY, ace_low, BODY.replace("67", "63"), pot, BODY]), newline="")
    texts = hand_texts(file)
    assert [text.heading for text in texts] == [LIMIT, LIMIT, ace_low, pot]
    first, second, skipped, last = (parse_hand(text).hand for text in texts)
    assert first
    assert second
    assert last
    assert [hand.header.limit for hand in (first, second, last)] == [Limit.FIXED, Limit.FIXED, Limit.POT]
    assert skipped is None
    assert second.header.line == texts[1].line == 24
    assert file.read_text().split("\n")[23].startswith("<game")


def test_text_behind_a_description_is_of_no_hand(tmp_path: Path) -> None:
    file = tmp_path / "x.xml"
    file.write_text(f"{LIMIT}\nwhat is this\n")
    (finding,) = read_hand_texts(file)
    assert isinstance(finding, Finding)
    assert (finding.code, finding.line) == ("SYN04", 2)


def test_copies_under_and_without_a_heading_are_copies(tmp_path: Path) -> None:
    (tmp_path / "a.xml").write_text(f"{LIMIT}\n{BODY}\n")
    (tmp_path / "b.xml").write_text(f"{BODY}\n\n\n")
    duplicates = Duplicates(read_hand_texts, parse_text)
    for name in ("a.xml", "b.xml"):
        assert [result.findings for result in duplicates.pass_on_without_repeats(judge_file(tmp_path / name))] == [()]
    assert duplicates.count == 1


def test_the_deal_comes_before_the_acts_with_its_own_line() -> None:
    played = hand()
    assert [type(act) for act in played.events] == [
        Post, Post, Deal, BettingBegins, Fold, Muck, Collect, SummaryBegins,
    ]  # fmt: skip
    assert played.events[2] == Deal(12, "Bo", parse_cards("Qh Tc 4s 6h 7h"), "Q-T-7-6-4")
    assert played.hero == "Bo"
    assert played.events[4] == Fold(11, "Ada")


def test_posts() -> None:
    kinds = ("ANTE", "SMALL_BLIND", "BIG_BLIND", "INITIAL_BLIND", "RETURN_BLIND")
    events = hand('<round id="BLINDS">', *(f"{kind} 4 1.50" for kind in kinds)).events
    assert [post.kind for post in of_type(events, Post)] == [
        PostKind.ANTE, PostKind.SMALL_BLIND, PostKind.BIG_BLIND, PostKind.EXTRA_BLIND, PostKind.SMALL_AND_BIG,
    ]  # fmt: skip


PLAYS = """
CALL 0 1.00 => Call: player Ada, added 100
RAISE 4 3.00 => Raise: player Bo, to 300
ALL_IN 0 3.85 => Wager: player Ada, added 385, all_in True

DRAW 4 - 2 => Discard: player Bo, count 2
DRAW 0 - 0 => StandPat: player Ada
<cards type="DRAW_DRAWN_CARDS" cards="9d,9c,4s,6h,7h" player="4" hand="Pair of Nines"/> => Receive: player Bo, held [9d 9c 4s 6h 7h], says Pair of Nines
<cards type="DRAW_DRAWN_CARDS" cards="null,null,4s" player="0" /> => nothing

SHOW 4 => Show: player Bo, cards [3c 9c 4s 6h 7h]
MUCK 0 => Muck: player Ada
<cards type="SHOWN" cards="3c,9c,4s,6h,7h" player="4"/> => nothing
<cards type="MUCKED" cards="Ac,8s,7c,3h,6d" player="0"/> => Result: seat 0, player Ada, outcome mucked, cards [Ac 8s 7c 3h 6d]

<cards type="SHOWN" cards="3c,9c,4s,6h,7h" player="4"/> => Show: player Bo, cards [3c 9c 4s 6h 7h]

<winner amount="4.80" uncalled="false" potnumber="1" player="4" hand="9-7-6-4-3" pottype="n"/> => Collect: player Bo, amount 480, says 9-7-6-4-3

<winner amount="2.30" uncalled="false" potnumber="1" player="4" pottype="h" hand="8-7" /> => Collect: player Bo, amount 230, says 8-7

<winner amount="2.00" uncalled="false" potnumber="2" player="4" pottype="n"/> => Collect: player Bo, amount 200, pot 1
<winner amount="5.00" uncalled="false" potnumber="1" player="0" pottype="n"/> => Collect: player Ada, amount 500, pot 0

<winner amount="2.00" uncalled="true" potnumber="2" player="4" pottype="n"/> => Uncalled: player Bo, amount 200
<winner amount="5.00" uncalled="false" potnumber="1" player="0" pottype="n"/> => Collect: player Ada, amount 500
"""  # noqa: E501 - lines as they are


@pytest.mark.parametrize("play", PLAYS.split("\n\n"))
def test_what_lines_mean(play: str) -> None:
    lines, meanings = zip(*read_table(play), strict=True)
    assert describe_lines(events(*lines), range(11, 11 + len(lines))) == [*meanings]


def test_a_hand_repeated_after_a_draw_is_the_drawn_one() -> None:
    cards = '<cards type="HOLE" cards="9d,9c,4s,6h,7h" player="4" hand=""/>'
    events = hand(*BLINDS, '<round id="FIRST_DRAW">', "DRAW 4 - 2", cards).events
    assert isinstance(events[-4], DrawBegins)
    assert events[-2] == Receive(12, "Bo", held=parse_cards("9d 9c 4s 6h 7h"))


def test_text_after_a_hand_that_no_heading_ends_is_reported_and_the_hand_stays() -> None:
    result = read(*BLINDS, *FOLDED[:-2], "</game>", PLAYERS)
    assert result.hand == hand(*BLINDS, *FOLDED[:-2])
    assert [(finding.code, finding.line) for finding in result.findings] == [("SYN04", 19)]


def winner(amount: str, seat: int, pot: int = 1, uncalled: str = "false") -> str:
    return f'<winner amount="{amount}" uncalled="{uncalled}" potnumber="{pot}" player="{seat}" pottype="n"/>'


def test_what_nobody_called_is_no_rake() -> None:
    """A bet that was not called is in the winner's amount, or has an element of its own; the rake is the rest."""
    played = (
        '<round id="PRE_FIRST_DRAW">', "RAISE 0 2.00", "CALL 4 1.00", "</round>",
        '<round id="FIRST_DRAW">', "DRAW 4 - 1", "DRAW 0 - 1", "</round>",
        '<round id="POST_FIRST_DRAW">', "BET 4 1.00", "FOLD 0", "</round>",
        '<round id="END_OF_FOLDED_GAME">', "MUCK 4",
    )  # fmt: skip
    for payouts in ((winner("4.80", 4),), (winner("3.80", 4), winner("1.00", 4, 2, "true"))):
        paid = (*played, *payouts, "</round>", '<round id="END_OF_GAME">')
        judged = judge(hand(*BLINDS, *paid), house("merge"))
        assert judged.findings == ()
        assert {player.name: player.net for player in judged.table.players} == {"Ada": -200, "Bo": 180}


def test_a_cancelled_hand() -> None:
    lines = ('<round id="BLINDS">', "SMALL_BLIND 0 0.50", "</round>", '<round id="GAME_CANCELLED">')
    not_dealt_in = tuple(seat.replace("true", "false") for seat in SEATS)
    result = read(*lines, "GAME_CANCELLED", "</round>", seats=not_dealt_in)
    assert not any(seat.dealt_in for seat in expect_hand(result, "SYN08").seats)
    assert result.findings[0].line == 10


def test_who_is_dealt_in_is_seen_by_the_attribute_or_by_what_they_do() -> None:
    wrong = (SEATS[0].replace("true", "false"), SEATS[1])
    idle = '<player seat="7" nickname="Cy" balance="$9.00" dealtin="true" />'
    away = '<player seat="8" nickname="Di" balance="$9.00" dealtin="false" />'
    assert [(seat.player, seat.dealt_in) for seat in hand(seats=(*wrong, idle, away)).seats] == [
        ("Ada", True), ("Bo", True), ("Cy", True), ("Di", False),
    ]  # fmt: skip


def test_notes() -> None:
    chat = event("CHAT", "Tom &amp; Co", text="you &lt; me")
    lines = ("SIT_OUT 4", "LEAVE 4", "PLAYER_OUT 4", "DISCONNECTED 4", "RECONNECTED 4")
    notes = hand(*BLINDS, chat, *lines, *FOLDED).notes
    assert [(note.kind, note.player) for note in notes] == [
        ("chat", "Tom & Co"), ("sit out", "Bo"), ("leave", "Bo"), ("player out", "Bo"), ("disconnected", "Bo"),
        ("reconnected", "Bo"),
    ]  # fmt: skip
    assert notes[0].text == '<event type="CHAT" player="Tom &amp; Co" text="you &lt; me"/>'


def test_an_unknown_act_is_doubted_and_a_stranger_is_found() -> None:
    doubted = expect_hand(read(*BLINDS, "BRING_IN 4 0.25", *FOLDED), "SYN03")
    assert doubted.unread == (10,)
    strange = judge(hand(*BLINDS, "FOLD 9", *FOLDED), house("merge")).findings
    assert [(finding.code, finding.message) for finding in strange] == [("TBL02", "seat 9 acts but was not dealt in")]


@pytest.mark.parametrize("lines", range(1, 24))
def test_a_hand_may_be_cut_anywhere(lines: int) -> None:
    result = parse("\n".join(WHOLE[:lines]), "merge", LIMIT)
    assert codes(result.findings) == ([] if lines > 19 else ["SYN02"])
    assert result.hand is not None or lines in (2, 3, 4)


NAME = st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]), min_size=1, max_size=20)


def quoted(name: str) -> str:
    return escape(name, {'"': "&quot;"})


@given(st.lists(NAME.map(str.strip).filter(bool), min_size=2, max_size=2, unique=True))
@example(['O\'Neill "Red"', "<b> & </b>"])
@example(["&amp;", "&"])
@example(['" balance="$1', "</game>"])
@example(["0", "4"])
@example([' type="FOLD" ', 'a version="2" />'])
def test_names_of_any_letters_survive(names: list[str]) -> None:
    seats = tuple(
        seat.replace(f'"{old}"', f'"{quoted(new)}"') for seat, old, new in zip(SEATS, ("Ada", "Bo"), names, strict=True)
    )
    chat = event("CHAT", quoted(names[0]), text=quoted(names[1]))
    named = hand(*BLINDS, chat, *FOLDED, seats=seats)
    assert [seat.player for seat in named.seats] == names
    assert [fold.player for fold in of_type(named.events, Fold)] == [names[0]]
    assert [note.player for note in named.notes] == [names[0]]


@given(st.text(max_size=60), st.integers(0, 20))
@example("&#1;", 3)
@example('<player seat="1" nickname="&#1;" balance="$1" dealtin="true"/>', 3)
@example('<event type="CHAT" player="x" text="', 9)
def test_junk_never_raises(junk: str, place: int) -> None:
    text = "\n".join([*WHOLE[:place], junk.replace("\n", " "), *WHOLE[place:]])
    result = parse(text, "merge", LIMIT)
    assert result.hand is not None or result.findings


def test_the_hero_s_draws_are_known_card_by_card() -> None:
    """Five cards before and five after show which were discarded and which were drawn."""
    (result,) = judge_file(SAMPLES / "by_hand_pot_limit.xml")
    assert result.table is not None
    assert result.table.by_name["Katja72"].drawn == [0, 0, 0]
    for result in judge_file(SAMPLES / "session_heads_up_2011.xml"):
        assert result.table is not None
        hero = result.table.by_name["Katja72"]
        assert len(hero.thrown) == sum(drawn or 0 for drawn in hero.drawn)


def test_real_hands(real_histories: Path) -> None:
    results = [result for file in sorted((real_histories / "merge").iterdir()) for result in judge_file(file)]
    assert len(results) == 17
    assert [result.findings for result in results] == [()] * 17
    rakes = [-sum(player.net for player in result.table.players) for result in results if result.table]
    assert rakes == [0, 0, 20, 10, 0, 0, 0, 10, 0, 0, 0, 0, 0, 50, 20, 50, 47]


def test_the_real_hand_in_two_files_is_one(real_histories: Path) -> None:
    duplicates = Duplicates(read_hand_texts, parse_text)
    for file in sorted((real_histories / "merge").iterdir()):
        assert not any(result.findings for result in duplicates.pass_on_without_repeats(judge_file(file)))
    assert (duplicates.count, [*duplicates.settle_after_last_hand().results]) == (1, [])


def test_real_hands_of_another_game(real_histories: Path) -> None:
    (result,) = judge_file(real_histories / "other_games" / "merge-A5-triple-draw.xml")
    assert result.skipped == "A-5 Lowball Limit"
