"""Every action of PHH, its keys, what no action states, and real hands if present."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from histparse.judging.engine import judge
from histparse.model.cards import parse_cards
from histparse.model.events import (
    BettingBegins,
    Collect,
    DrawBegins,
    Event,
    Fold,
    Note,
    Post,
    PostKind,
    Receive,
    Show,
    ShowdownBegins,
    SummaryBegins,
    of_type,
)
from histparse.model.hand import Hand, Seat, Tournament
from histparse.model.house import house
from histparse.parsing.dialects.phh_keys import Forced, list_antes_and_blinds
from histparse.parsing.parser import Parsed, parse_hand
from tests.parsing.dialects.tables import describe, read_table
from tests.parsing.reading import codes, expect_hand, hand_texts, parse, read_hand

KEYS: dict[str, str] = {
    "variant": "'F2L3D'",
    "antes": "[0, 0, 0]",
    "blinds_or_straddles": "[5, 10, 0]",
    "small_bet": "10",
    "big_bet": "20",
    "starting_stacks": "[400, 400, 250.50]",
    "players": '["Ada", "Bo", "Cy"]',
}
WALK = "p3 f; p1 f"
CALLS = "p3 cc; p1 cc; p2 cc"


def text(actions: str = WALK, **keys: str | None) -> str:
    """Keys on lines of their own, then `actions` on the next line and one action on each line after it."""
    lines = [f"{key} = {content}" for key, content in (KEYS | keys).items() if content is not None]
    return "\n".join([*lines, "actions = [", *(f"  '{action}'," for action in actions.split("; ") if action), "]"])


FIRST = len(KEYS) + 2
"""The line of the first action."""


def read(written: str) -> Parsed:
    return parse(written, "phh")


def hand(actions: str = WALK, **keys: str | None) -> Hand:
    return expect_hand(read(text(actions, **keys)))


def play(actions: str) -> list[Event]:
    """The events of a hand without an ending, posts and findings left out."""
    events = read_hand(text(actions), "phh").events
    return [event for event in events if not isinstance(event, (Post, SummaryBegins))]


ACTIONS = read_table("""
d dh p1 7h6c4c3d2c => Deal: player Ada, cards [7h 6c 4c 3d 2c]
d dh p2 ?????????? => Deal: player Bo, cards [?? ?? ?? ?? ??]
d dh p3 7h6c4c3d?? => Deal: player Cy, cards [7h 6c 4c 3d ??]
d dh p3 7h6c4c3d2? => Deal: player Cy, cards [7h 6c 4c 3d ??]
p3 f => Fold: player Cy
p1 cc => Wager: player Ada
p1 cbr 300000 => Wager: player Ada, to 30000000
p1 cbr 12.50 => Wager: player Ada, to 1250
p1 cbr 20 # she means it => Wager: player Ada, to 2000
  p1   cc  => Wager: player Ada
p1 sd => StandPat: player Ada
p4 sd AsQs => Discard: player p4, count 2, cards [As Qs]
p1 sd Kh?? => Discard: player Ada, count 2, cards [Kh ??]
p1 sd ???? => Discard: player Ada, count 2
p1 sm 7h6c4c3d2c => Show: player Ada, cards [7h 6c 4c 3d 2c]
p1 sm 7h6c?????? => Show: player Ada, cards [7h 6c ?? ?? ??]
p1 sm => Muck: player Ada
""")


@pytest.mark.parametrize(("action", "event"), ACTIONS, ids=[action for action, _ in ACTIONS])
def test_an_action(action: str, event: str) -> None:
    last = play(action)[-1]
    assert (last.line, describe(last)) == (FIRST, event)


def test_a_hand_shown_that_is_known() -> None:
    events = play("d dh p1 7h6c4c3dKs; p1 cc; p1 sd Ks; d dh p1 2c; p1 sm -")
    assert events[-1] == Show(FIRST + 4, "Ada", parse_cards("7h 6c 4c 3d 2c"))


@pytest.mark.parametrize(
    ("actions", "written"),
    [
        ("actions = ['p3 f', 'p1 f']", [8, 8]),
        ('actions = ["p3 f",\n"p1 f"]', [8, 9]),
        ("actions = [ # here\n\n'p3 f',\n  # there\n  'p1 f']", [10, 12]),
    ],
)
def test_actions_stand_where_they_were_written(actions: str, written: list[int]) -> None:
    hand = expect_hand(read(text().split("\nactions")[0] + "\n" + actions))
    assert [fold.line for fold in of_type(hand.events, Fold)] == written


def test_keys_come_in_any_order_and_quotes() -> None:
    lines = text().replace("'F2L3D'", '"F2L3D"').replace("[5, 10, 0]", "[\n  5,\n  1_0,\n  0,\n]").split("\n")
    keys, actions = lines[:-4], lines[-4:]
    hand = expect_hand(read("\n".join(["# a comment", *actions, *reversed(keys[-3:]), *keys[:-3]])))
    assert hand.seats == (Seat(7, 1, "Ada", 40_000), Seat(7, 2, "Bo", 40_000), Seat(7, 3, "Cy", 25_050))
    assert [post.line for post in of_type(hand.events, Post)] == [12, 13]


# --- the keys ---------------------------------------------------------------------------------------------


def test_the_stakes() -> None:
    header = hand().header
    assert describe(header) == (
        f"Header: site phh, hand_id {header.hand_id}, limit fixed limit, low 1000, high 2000, currency ?, "
        "played_at None, small_blind 500, big_blind 1000, in_sequence False"
    )


def test_the_last_player_has_the_button() -> None:
    assert hand().table.button == 3
    seated = hand(seats="[5, 6, 2]", seat_count="6", table="'Amazon'")
    assert [seat.seat for seat in seated.seats] == [5, 6, 2]
    assert (seated.table.button, seated.table.seats, seated.table.name) == (2, 6, "Amazon")


def test_who_has_no_ante_is_not_dealt_in() -> None:
    dealt = hand("p2 f", antes="[0, 0]", blinds_or_straddles="[5, 10]")
    assert [seat.dealt_in for seat in dealt.seats] == [True, True, False]
    assert judge(dealt, house("phh")).findings == ()


@pytest.mark.parametrize("seats", ["[6, 5, 2]", "[1, 1, 2]", "[1, 2]", "['a', 'b', 'c']"])
def test_seats_that_do_not_go_round_the_table_are_no_seats(seats: str) -> None:
    assert [seat.seat for seat in hand(seats=seats).seats] == [1, 2, 3]


@pytest.mark.parametrize(("players", "names"), [(None, ["p1", "p2", "p3"]), ("['Ada', '']", ["Ada", "p2", "p3"])])
def test_players_without_a_name(players: str | None, names: list[str]) -> None:
    assert [seat.player for seat in hand(players=players).seats] == names


POSTS = read_table("""
big_bet=20 => Ada small blind 500; Bo big blind 1000
blinds_or_straddles=[0, 10, 0] => Bo big blind 1000
blinds_or_straddles=[5, 10, 20] => Ada small blind 500; Bo big blind 1000; Cy straddle 2000
blinds_or_straddles=[5, 10, -10] => Ada small blind 500; Bo big blind 1000; Cy extra blind 1000
antes=[0, 10, 0] => Bo ante 1000; Ada small blind 500; Bo big blind 1000
antes=[1, 1, 6] | starting_stacks=[400, 8, 400] => Ada ante 100; Bo ante 100; Cy ante 100; Cy dead blind 500; Ada small blind 500; Bo big blind 700
""")  # noqa: E501


def as_keys(row: str) -> dict[str, str]:
    return dict(key.split("=", 1) for key in row.split(" | "))


@pytest.mark.parametrize(("keys", "posts"), POSTS)
def test_forced_bets(keys: str, posts: str) -> None:
    posted = (f"{post.player} {post.kind} {post.amount}" for post in of_type(hand(**as_keys(keys)).events, Post))
    assert "; ".join(posted) == posts


def test_heads_up_the_first_blind_is_that_of_the_button() -> None:
    dealt = hand("p2 f", antes="[0, 0]", blinds_or_straddles="[5, 10]", starting_stacks="[400, 300]", players=None)
    assert [(post.player, post.amount) for post in of_type(dealt.events, Post)] == [("p2", 500), ("p1", 1000)]
    assert judge(dealt, house("phh")).findings == ()


@pytest.mark.parametrize(
    ("keys", "currency", "tournament"),
    [
        ("event='Deuce Cup' | level=21", "chips", Tournament("Deuce Cup", "21")),
        ("level=3", "chips", Tournament("", "3")),
        ("currency='USD'", "USD", None),
        ("currency='USD' | event='High Stakes'", "USD", None),
    ],
)
def test_what_the_chips_are(keys: str, currency: str, tournament: Tournament | None) -> None:
    header = hand(**as_keys(keys)).header
    assert (header.currency, header.tournament) == (currency, tournament)


TIMES = read_table("""
day=28 | month=6 | year=2019 => 2019-06-28 12:00:00+00:00
day=28 | month=6 | year=2019 | time=20:30:05 => 2019-06-28 20:30:05+00:00
day=28 | month=6 | year=2019 | time=20:30:05 | time_zone='America/Los_Angeles' => 2019-06-29 03:30:05+00:00
day=28 | month=6 | year=2019 | time=20:30:05 | time_zone='Vegas' => None
day=28 | month=6 | year=2019 | time='late' => None
day=31 | month=6 | year=2019 => None
year=2019 => None
""")


@pytest.mark.parametrize(("keys", "moment"), TIMES)
def test_when_it_was_played(keys: str, moment: str) -> None:
    assert str(hand(**as_keys(keys)).header.played_at) == moment


def test_the_id_is_that_of_the_content() -> None:
    plain = hand().header.hand_id
    assert hand(hand="27").header.hand_id == f"27-{plain}"
    assert hand(author="'me'", event=None).header.hand_id == plain
    assert read_hand("# seen on television\n" + text(), "phh").header.hand_id == plain
    changed = [hand("p3 f; p1 cc; p2 cbr 20; p1 f"), hand(players=None), hand(small_bet="10.0")]
    assert len({plain, *(different.header.hand_id for different in changed)}) == 4


# --- what no action says ----------------------------------------------------------------------------------


def beginnings(actions: str) -> str:
    """What begins, and on which line."""
    kinds = (BettingBegins, DrawBegins, ShowdownBegins, SummaryBegins)
    events = read_hand(text(actions), "phh").events
    begun = (f"{type(event).__name__} {event.line - FIRST}" for event in events if isinstance(event, kinds))
    return "; ".join(begun).replace("Begins", "")


def test_the_first_act_of_a_round_or_draw_begins_it() -> None:
    draw_and_checks = "p1 sd; p2 sd; p3 sd Kh; d dh p3 2h; p1 cc; p2 cc; p3 cc"
    rounds = "; ".join([CALLS, *[draw_and_checks] * 3])
    assert beginnings(f"{rounds}; p1 sm 7h6c4c3d2c; p2 sm; p3 sm") == (
        "Betting 0; Draw 3; Betting 7; Draw 10; Betting 14; Draw 17; Betting 21; Showdown 24; Summary 26"
    )


def test_in_a_run_out_the_next_draw_begins_when_all_have_drawn() -> None:
    actions = "p3 f; p1 cc; p2 cc; p1 sd; p2 sd; p1 sd; p2 sd; p1 sd; p2 sd; p1 sm 7h6c4c3d2c; p2 sm"
    assert beginnings(actions) == "Betting 0; Draw 3; Draw 5; Draw 7; Showdown 9; Summary 10"


def test_who_draws_twice_begins_no_draw() -> None:
    assert beginnings(f"{CALLS}; p1 sd; p1 sd; p2 sd") == "Betting 0; Draw 3"


def test_a_hand_known_in_part_is_known_when_the_rest_is_thrown() -> None:
    events = play("d dh p1 Kh7c6d2c??; p1 cc; p1 sd Kh??; d dh p1 5s3d")
    assert events[-1] == Receive(FIRST + 3, "Ada", 2, parse_cards("7c 6d 2c"), parse_cards("5s 3d"))


@pytest.mark.parametrize(
    ("dealt", "thrown", "drawn", "shown"),
    [
        ("7h6c4c3dKs", "??", "2c", "?? ?? ?? ?? 2c"),  # any of them may be gone
        ("7h6c4c3dKs", "Qs", "2c", "?? ?? ?? ?? 2c"),
        ("7h6c4c3d??", "Ks", "2c", "7h 6c 4c 3d 2c"),  # that was the unknown one
        ("7h6c4c????", "Ks", "2c", "7h 6c 4c ?? 2c"),
    ],
)
def test_what_is_kept_is_known_only_if_what_is_thrown_was(dealt: str, thrown: str, drawn: str, shown: str) -> None:
    *_, receive, _, show = play(f"d dh p1 {dealt}; p1 cc; p1 sd {thrown}; d dh p1 {drawn}; p1 sm -")
    assert receive == Receive(FIRST + 3, "Ada", 1, None, parse_cards(drawn))
    assert show == Show(FIRST + 4, "Ada", parse_cards(shown))


def test_cards_nobody_saw_are_only_counted() -> None:
    events = play("d dh p1 ??????????; p1 cc; p1 sd ????; d dh p1 ????")
    assert events[-1] == Receive(FIRST + 3, "Ada", 2)


# --- the end ----------------------------------------------------------------------------------------------


def test_stacks_after_the_hand_are_its_summary() -> None:
    summary = hand(finishing_stacks="[395, 405, 250.50]").events[-4:]
    assert [describe(event) for event in summary] == [
        "SummaryBegins",
        "Result: seat 1, player Ada, outcome unsaid, stack 39500",
        "Result: seat 2, player Bo, outcome unsaid, stack 40500",
        "Result: seat 3, player Cy, outcome unsaid, stack 25050",
    ]
    assert {event.line for event in summary} == {8}


def test_winnings_are_collected() -> None:
    won = hand(winnings="[0, 10, 0]")
    assert won.events[-2:] == (Collect(8, "Bo", 1000), SummaryBegins(FIRST + 2))
    assert won.reading.says_payouts
    assert not hand().reading.says_payouts


@pytest.mark.parametrize("stacks", ["[inf, inf, inf]", "['a', 'b', 'c']", "[0.12345, 1, 1]"])
def test_winnings_that_are_not_amounts_are_ignored(stacks: str) -> None:
    assert hand(finishing_stacks=stacks, winnings=stacks) == hand(finishing_stacks="[]", winnings="[]")


@pytest.mark.parametrize(
    "actions",
    ["p3 f", "p3 cc; p1 cc; p2 cc; p1 sd", "p3 f; p1 cc; p2 cc; p1 sm 7h6c??????; p2 sm 8h6c5c3d2c"],
)
def test_what_the_actions_do_not_decide_is_cut_short(actions: str) -> None:
    assert expect_hand(read(text(actions)), "SYN02").header.partial


def test_a_list_that_breaks_off() -> None:
    expect_hand(read(text("p3 f; p1 f; p2 cc").rsplit("\n", 1)[0]), "SYN02")


# --- other texts ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", ["NT", "FB", "FO/8", "F2L3D2"])
def test_other_variants(variant: str) -> None:
    result = read(text(variant=f"'{variant}'"))
    assert (result.hand, result.skipped) == (None, f"variant {variant}")
    assert codes(result.findings) == ["SYN05"]


@pytest.mark.parametrize(
    ("key", "written", "message"),
    [
        ("small_bet", None, "expected the small bet (`small_bet = 10`), found `big_bet = 20`"),
        ("big_bet", "'much'", "expected the big bet (`big_bet = 20`), found `big_bet = 'much'`"),
        (
            "starting_stacks",
            "[inf, inf]",
            "expected the stacks (`starting_stacks = [400, 400]`): a number for each player, none of them `inf`, "
            "found `starting_stacks = [inf, inf]`",
        ),
        ("starting_stacks", "[]", "found `starting_stacks = []`"),
    ],
)
def test_a_key_that_is_missing_or_means_nothing(key: str, written: str | None, message: str) -> None:
    keys: dict[str, Any] = {key: written}
    (finding,) = read(text(**keys)).findings
    assert finding.code == "SYN01"
    assert message in finding.message


def test_an_action_nobody_knows_is_a_warning_and_ends_the_judgement() -> None:
    result = read(text("p3 f; p1 zz; p1 f; p2 cc"))
    assert expect_hand(result, "SYN03").unread == (FIRST + 1,)
    assert result.findings[0].line == FIRST + 1


def test_comments_are_notes() -> None:
    first, second = expect_hand(read("# a good one\n" + text("p3 f; # he thinks; p1 f"))).notes
    assert first == Note(1, "comment", "# a good one")
    assert (second.kind, second.line) == ("comment", FIRST + 2)


# --- files ------------------------------------------------------------------------------------------------


def parse_file(file: Path) -> list[Parsed]:
    return [parse_hand(text) for text in hand_texts(file)]


@pytest.mark.parametrize("head", ["", "# one\n\n", "author = 'me'\n", "\ufeff"])
def test_a_file_of_one_hand(tmp_path: Path, head: str) -> None:
    file = tmp_path / "hand.txt"
    file.write_text(head + text(), encoding="utf-8")
    (result,) = parse_file(file)
    assert expect_hand(result).header.line == 1 + head.count("\n")


def test_a_file_of_many_hands(tmp_path: Path) -> None:
    file = tmp_path / "hands.txt"
    hold_em = text(variant="'NT'")
    file.write_text(f"# session\n[1]\n{text()}\n\n[2] # another\n{hold_em}\n\n[27-ab]\n{text(hand='27')}\n")
    head, first, skipped, second = parse_file(file)
    assert (head.hand, head.findings, skipped.skipped) == (None, (), "variant NT")
    assert expect_hand(second).events[0].line > expect_hand(first).events[0].line


# --- junk -------------------------------------------------------------------------------------------------


@given(st.lists(st.sampled_from([action for action, _ in ACTIONS]), max_size=15))
def test_actions_in_any_order_are_read_and_judged(actions: list[str]) -> None:
    judge(read_hand(text("; ".join(actions)), "phh"), house("phh"))


@given(st.data())
def test_a_broken_text_is_read_or_refused(data: st.DataObject) -> None:
    whole = text("d dh p1 7h6c4c3d2c; p3 f; p1 cbr 20; p2 f")
    start = data.draw(st.integers(0, len(whole)))
    end = data.draw(st.integers(start, min(len(whole), start + 30)))
    junk = data.draw(st.text(st.sampled_from("'\"[]{}=#\\,\n p1fd0"), max_size=8))
    result = read(whole[:start] + junk + whole[end:])
    assert result.hand is not None or result.findings or result.skipped is None


NAME = st.text(st.characters(exclude_categories=("C", "Z"), include_characters=" "), min_size=1, max_size=20)


@given(st.lists(NAME, min_size=3, max_size=3, unique=True))
def test_a_name_can_be_anything(names: list[str]) -> None:
    quoted = ", ".join('"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"' for name in names)
    named = hand("p3 cbr 20; p1 f; p2 f", players=f"[{quoted}]")
    assert [seat.player for seat in named.seats] == names
    assert [fold.player for fold in of_type(named.events, Fold)] == names[:2]


# --- real hands -------------------------------------------------------------------------------------------


NETS = {
    "2019-ppc-arieh-yockey": {"Bryce Yockey": -1_180_000, "Phil Hui": -150_000, "Josh Arieh": 1_330_000},
    "2023-ppc-ft-55_02_29_59": {"p1": -1_500_000, "p2": 1_500_000},
    "2023-ppc-ft-57_02_36_12": {"p1": -125_000, "p2": -2_250_000, "p5": 2_375_000},
    "2023-ppc-ft-60_02_42_44": {"p1": -125_000, "p2": -2_750_000, "p3": 2_875_000},
}


@pytest.mark.parametrize("name", NETS)
@pytest.mark.parametrize("rules", ["phh", "wsop-live", "wsop-tournament"])
def test_real_hands(real_histories: Path, name: str, rules: str) -> None:
    (result,) = parse_file(real_histories / "phh" / f"{name}.phh")
    judged = judge(expect_hand(result), house(rules))
    assert judged.findings == ()
    assert {player.name: player.net // 100 for player in judged.table.players if player.net} == NETS[name]


@pytest.mark.parametrize(
    ("antes", "stacks", "due"),
    [
        ((25, 75, 75, 25), (1000, 1000, 1000, 1000), 25),
        ((25, 75), (1000, 1000), 25),
        ((25, 10), (1000, 10), 25),
        ((20, 10), (20, 10), 20),
    ],
)
def test_what_is_paid_beyond_the_ante_is_a_missed_blind(
    antes: tuple[int, ...], stacks: tuple[int, ...], due: int
) -> None:
    seated = [Seat(1, place, f"P{place}", stack) for place, stack in enumerate(stacks, 1)]
    posted = list(list_antes_and_blinds(seated, Forced([(2, ante) for ante in antes], [])))
    assert [post.amount for post in posted if post.kind is PostKind.ANTE] == [min(ante, due) for ante in antes]
    assert [post.amount for post in posted if post.kind is PostKind.DEAD_BLIND] == [a - due for a in antes if a > due]


HEROES = read_table("""
d dh p1 7h6c4c3d2c; d dh p2 ??????????; d dh p3 ?????????? => Ada
d dh p1 ??????????; d dh p2 7h6c4c3d2c; d dh p3 ?????????? => Bo
d dh p1 7h6c4c3d2c; d dh p2 8h8c8s3c2h; d dh p3 ?????????? => None
d dh p1 7h6c4c3d2c; d dh p2 8h????????; d dh p3 ?????????? => None
d dh p1 7h6c4c3d??; d dh p2 ??????????; d dh p3 ?????????? => None
d dh p1 ??????????; d dh p2 ??????????; d dh p3 ?????????? => None
""")


@pytest.mark.parametrize(("deals", "hero"), HEROES)
def test_whose_cards_alone_are_seen_at_the_deal_is_the_hero(deals: str, hero: str) -> None:
    assert str(hand(f"{deals}; {WALK}").hero) == hero
