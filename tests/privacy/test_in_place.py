"""Anonymising changes names in their places and nothing else, whatever players are called. HISTPARSE_SOAK: more."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from histparse import flow
from histparse.export import Remark
from histparse.model.events import Event, Note
from histparse.model.hand import Hand
from histparse.model.house import house_of_site_or_lenient_default
from histparse.parsing.dialects.base import dialects
from histparse.parsing.dialects.merge import CLOCK
from histparse.parsing.parser import parse_hand
from histparse.privacy.in_place import SILENCE, UNKNOWN
from histparse.privacy.masked import Wishes, strip_all_but_play
from histparse.privacy.pseudonyms import Pseudonyms
from histparse.privacy.rewriting import Rewritten, rewrite_hand_if_possible
from histparse.reader import HandText
from histparse.simulate import Settings, Style, deal_hands
from tests.dealer.writing import WRITERS, heading, sites, write, writer
from tests.simulate.games import game

HANDS = 150 if os.environ.get("HISTPARSE_SOAK") else 12
NAMES = Pseudonyms(bytes(range(32)))
NAMES_ALONE = Wishes(numbers=False, times=False, chat=False)
PLAYERS = {
    "words": ("posts", "folds", "Total pot", "shows", "collected"),
    "lines": ("*** SUMMARY ***", "Dealt to", "Seat 4", "Uncalled bet", "The deck is reshuffled"),
    "acts": ("Ann: raises $4 to $8", "Ann", "Ann folds", "Ann: posts big blind $1", "checks "),
    "prefixes": ("a", "ab", "a b", "a: b", "ab (button)"),
    "blanks": ("two  blanks", "x y z", "( )", "[Ks Kd]", "and is all-in"),
    "money": ("$5", "4.50€", "100", "$1 in chips", "Rake $1"),
    "marks": ('Tom & "Jerry"', "O'Neill", "a\\b", "<i>", "# note"),
    "letters": ("Ünal Blåbær", "牌九", "p1", "seat 3", "p2, p3"),
}


def dealt(site: str, names: tuple[str, ...], seed: int) -> Iterator[Hand]:
    """Hands of a table where people with these names sit, as the site would print them."""
    known = {name.rstrip(): Style() for name in names}
    settings = game("ring", HANDS, seed, site, players=(len(known), len(known)), hero=names[0], regulars=known)
    return deal_hands(settings)


def as_text(hand: Hand) -> HandText:
    return HandText("", 1, write(hand).rstrip("\n"), hand.header.site, heading(hand))


def rewrite(text: HandText, wishes: Wishes = NAMES_ALONE) -> Rewritten:
    rewritten = rewrite_hand_if_possible(text, parse_hand(text), NAMES, wishes)
    assert rewritten is not None, text.text
    return rewritten


def under_pseudonyms(hand: Hand) -> Hand:
    """The hand as it would have been dealt to people of these names."""

    def rename_player(event: Event) -> Event:
        player = getattr(event, "player", None)
        return event if player is None else replace(event, player=NAMES.replace_player(player))

    def rename_in_note(note: Note) -> Note:
        assert note.player is not None
        player = NAMES.replace_player(note.player)
        if note.kind == "chat":
            return replace(note, player=player, text=writer(hand.header.site).remark(Remark("chat", player, SILENCE)))
        return replace(note, player=player, text=note.text.replace(note.player, player, 1))

    return replace(
        hand,
        seats=tuple(replace(seat, player=NAMES.replace_player(seat.player)) for seat in hand.seats),
        events=tuple(map(rename_player, hand.events)),
        notes=tuple(rename_in_note(note) for note in hand.notes if note.kind != "comment"),
        hero=hand.hero and NAMES.replace_player(hand.hero),
    )


@pytest.mark.nightly(8)
@pytest.mark.parametrize("names", PLAYERS)
@pytest.mark.parametrize("site", sites())
def test_the_text_is_that_of_people_with_other_names(site: str, names: str) -> None:
    """Letter for letter what the dealer would have written, of each hand that reads as it was dealt."""
    compared = 0
    for hand in dealt(site, PLAYERS[names], 7):
        text = as_text(hand)
        parsed = parse_hand(text)
        assert parsed.hand is not None
        if played(parsed.hand) != played(hand):
            continue
        rewritten = rewrite(text)
        assert lines(rewritten.text) == lines(write(under_pseudonyms(hand)))
        assert everybody(rewritten.hand) <= set(map(NAMES.replace_player, everybody(hand)))
        assert not everybody(rewritten.hand) & {*PLAYERS[names]}
        compared += 1
    assert compared > HANDS // 2


def played(hand: Hand) -> Hand:
    """Without notes, which a hand that is dealt has fewer of."""
    return replace(strip_all_but_play(hand), notes=())


def lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.rstrip("\n").split("\n")]


def everybody(hand: Hand) -> set[str]:
    records = (*hand.seats, *hand.events, *hand.notes)
    return {player for record in records if (player := getattr(record, "player", None))}


# --- no name anywhere ----------------------------------------------------------------------------------------

MARK = "Zq9"
LOUD = (f"{MARK}", f"{MARK} folds", f"{MARK}: calls $2", f"{MARK} (button)", f'"{MARK}" & co')
TALK = {
    "pokerstars": (
        f'Talker {MARK} said, "I know {MARK} folds"',
        f"{MARK} leaves the table",
        f"{MARK} sings for {MARK} folds, too",
        f"about {MARK}, and the weather",
        f"{MARK} cashed out the hand for $5 of {MARK}",
        f"Nobody {MARK} has returned",
        f"{MARK} wins the $5 bounty for eliminating {MARK} folds",
        f"Nobody {MARK} wins the $5 bounty for eliminating somebody {MARK}",
        f"{MARK} finished the tournament in 2nd place and received a lunch with {MARK}.",
    ),
    "fulltilt": (
        f"Talker {MARK}: I know {MARK} folds",
        f"{MARK} is feeling {MARK}",
        f"{MARK} shows {MARK} the door",
        f"{MARK} sings for {MARK} folds, too",
        f"The blinds are now raised by {MARK}",
    ),
    "winamax": (f"{MARK} denies small blind", f"{MARK} sings", f"***** End of hand {MARK} *****"),
    "kingsclub": (f"{MARK} sings", f"{MARK} finished the tournament in 2nd place and received {MARK}"),
    "merge": (
        f'<event type="CHAT" player="{MARK}" text="I am {MARK}"/>',
        f'<event sequence="1" type="LEAVE" player="1" reason="{MARK}"/>',
        f"<{MARK}/>",
    ),
    "phenom": (f"{MARK} sings", f"{MARK} leaves the table"),
    "phh": (f"# {MARK} says hello", f"  '{MARK} f',  # {MARK}", f"  '{MARK} sings',"),
}
"""Lines that name somebody, to be put into the play."""
PLAY = {"merge": '\t<round id="FIRST', "phh": "]\nplayers", "kingsclub": "*** 1ST DRAW", "winamax": "*** FIRST-DRAW"}


@pytest.mark.nightly(5)
@pytest.mark.parametrize("chat", [True, False])
@pytest.mark.parametrize("site", sorted(WRITERS))
def test_no_name_is_left_in_any_line(site: str, chat: bool) -> None:
    spot = PLAY.get(site, "*** FIRST DRAW")
    talk = "".join(f"{line}\n" for line in TALK[site])
    talked = 0
    for hand in dealt(site, LOUD, 3):
        silent = as_text(hand)
        text = replace(silent, text=silent.text.replace(spot, f"{talk}{spot}", 1))
        rewritten = rewrite(text, replace(NAMES_ALONE, chat=chat)).text
        assert MARK not in rewritten
        talked += text != silent and UNKNOWN in rewritten
    assert talked


@pytest.mark.parametrize("site", sorted(dialects().keys() - {"phenom"}))  # of which nobody has sent a hand
def test_real_hands_keep_all_letters_but_those_of_names(site: str, real_histories: Path) -> None:
    number = 0
    results = (
        result for file in flow.list_files([real_histories / site]) for result in flow.cut_file_into_hand_texts(file)
    )
    for text in (result.text for result in results if result.text):
        parsed = parse_hand(text)
        if parsed.hand is None:
            continue
        number += 1
        people, rewritten = everybody(parsed.hand), rewrite(text).text
        assert {name for name in people if len(name) > 3 and name in rewritten} == set()
        restored = rewritten
        for name in people:
            restored = restored.replace(NAMES.replace_player(name), name)
        if site == "phh":
            assert without_quotes(restored) <= without_quotes(text.text)
        else:
            pairs = zip(text.text.split("\n"), restored.split("\n"), strict=True)
            assert [pair for pair in pairs if pair[0] != pair[1] and not is_hidden(pair[1])] == []
    assert number


def without_quotes(text: str) -> set[str]:
    """Lines without comments: PHH has several ways to quote a name."""
    return {line.partition("  #")[0].replace('"', "").replace("'", "") for line in text.split("\n")}


def is_hidden(line: str) -> bool:
    return SILENCE in line or UNKNOWN in line


# --- what else a line tells ----------------------------------------------------------------------------------

CASH = "PokerStars Hand #20000000001:  Triple Draw 2-7 Lowball Limit ($1/$2 USD) - 2013/03/09 18:31:20 ET"
TABLE = """Table '12345 Nordlicht 2' 6-max Seat #1 is the button
Seat 1: Ann ($40 in chips)
Seat 2: Bob ($40 in chips)
Ann: posts small blind $0.50
Bob: posts big blind $1
*** DEALING HANDS ***
Ann: folds
Uncalled bet ($0.50) returned to Bob
Bob collected $1 from pot
"""
SUMMARY = """*** SUMMARY ***
Total pot $1 | Rake $0
Seat 1: Ann (button) (small blind) folded before the Draw
Seat 2: Bob (big blind) collected ($1)"""
EVERYTHING = Wishes(numbers=True, times=True, chat=True)


def rewritten_lines(text: str, site: str = "pokerstars", wishes: Wishes = EVERYTHING) -> list[str]:
    return rewrite(HandText("", 1, text, site), wishes).text.split("\n")


def test_numbers_tables_clubs_and_sessions_are_others() -> None:
    head = CASH.replace(":  Triple", ": {Deuce Club}  Triple").replace(" USD)", " USD) [AAMS ID: N20A5B13]")
    header, table = rewritten_lines(f"{head}\n{TABLE}{SUMMARY}", wishes=replace(EVERYTHING, times=False))[:2]
    for name, pseudonym in (
        ("20000000001", NAMES.replace_number("20000000001")),
        ("Deuce Club", NAMES.replace_title("Deuce Club")),
        ("N20A5B13", NAMES.replace_code("N20A5B13")),
    ):
        head = head.replace(name, pseudonym)
    assert header == head
    number, title = NAMES.replace_number("12345"), NAMES.replace_title("Nordlicht")
    assert table == f"Table '{number} {title} 2' 6-max Seat #1 is the button"


def test_what_happens_in_a_tournament_is_told_without_what_people_may_have_written() -> None:
    notes = (
        "Ann finished the tournament in 2nd place and received $45.00.",
        "Bob wins the tournament and receives a lunch with Ann - congratulations!",
        "Bob wins the $5 bounty for eliminating Ann",
        "Bob wins the $5 bounty for eliminating Dora",
        "Bob re-buys and receives 1500 chips for $10",
        "Cleo joins the table at seat #3",
    )
    ann, bob, cleo = map(NAMES.replace_player, ("Ann", "Bob", "Cleo"))
    text = "\n".join((CASH, TABLE.rstrip(), *notes, SUMMARY))
    assert [line for line in rewritten_lines(text) if line.split(" ")[0] in (ann, bob, cleo)][-6:] == [
        f"{ann} finished the tournament in 2nd place and received $45.00.",
        f"{bob} wins the tournament and receives ... - congratulations!",
        f"{bob} wins the $5 bounty for eliminating {ann}",
        f"{bob} wins the $5 bounty for eliminating ...",
        f"{bob} re-buys and receives ...",
        f"{cleo} joins the table at seat #3",
    ]


def test_a_player_may_be_called_like_a_word_of_a_note() -> None:
    text = f"{CASH}\n{TABLE}wins wins the $5 bounty for eliminating Ann\n{SUMMARY}".replace("Bob", "wins")
    winner, loser = map(NAMES.replace_player, ("wins", "Ann"))
    bounties = [line for line in rewritten_lines(text) if "bounty" in line]
    assert bounties == [f"{winner} wins the $5 bounty for eliminating {loser}"]


def test_a_winamax_header_that_names_the_table_names_the_other() -> None:
    text = """Winamax Poker - Go Fast "Nantes" - HandId: #100001-20-1478989461 - 2-7 Triple Draw fixed limit (1€/2€) - \
2016/11/12 22:24:21 UTC
Table: 'Nantes' 6-max (real money) Seat #1 is the button
Seat 1: Ann (40€)
Seat 2: Bob (40€)
*** ANTE/BLINDS ***
Ann posts small blind 0.50€
Bob posts big blind 1€
*** FIRST-BET ***
Ann folds
Bob collected 1€ from pot
*** SUMMARY ***
Total pot 1€ | No rake
Seat 2: Bob (big blind) won 1€"""
    name = NAMES.replace_title("Nantes")
    header, table = rewritten_lines(text, "winamax")[:2]
    assert f'Go Fast "{name}"' in header
    assert f"'{name}'" in table
    assert "20-" + NAMES.replace_number("1478989461") in header


def test_a_cancelled_hand_of_full_tilt_has_the_other_number() -> None:
    text = """Full Tilt Poker Game #20000000001: Table Tam - $1/$2 - Limit 2-7 Triple Draw - 15:37:47 ET - 2012/11/23
Seat 1: Ann ($40)
Seat 2: Bob ($40)
Ann posts the small blind of $0.50
Bob posts the big blind of $1
The button is in seat #1
*** HOLE CARDS ***
Hand #20000000001 has been canceled
*** SUMMARY ***"""
    cancelled = [line for line in rewritten_lines(text, "fulltilt") if "canceled" in line]
    assert cancelled == [f"Hand #{NAMES.replace_number('20000000001')} has been canceled"]


def test_merge_tells_the_moved_time_wherever_it_tells_one() -> None:
    hand = dealt_hand("merge")
    text = as_text(hand)
    rewritten = rewrite(replace(text, text=text.text.replace(' seats="', ' roomid="123456789" seats="')), EVERYTHING)
    played_at = rewritten.hand.header.played_at
    assert played_at is not None
    local = played_at.astimezone(CLOCK)
    assert f'starttime="{local:%Y%m%d%H%M%S}"' in rewritten.text
    assert f'data="{local:%Y%m%d}|' in rewritten.text
    assert f'timestamp="{round(played_at.timestamp() * 1000) + 1500}"' in rewritten.text
    assert hand.header.hand_id.split("-")[0] not in rewritten.text
    assert f'roomid="{NAMES.replace_number("123456789")}"' in rewritten.text


def dealt_hand(site: str) -> Hand:
    house = house_of_site_or_lenient_default(site)
    return next(deal_hands(Settings(hands=1, writer=writer(site), house=house, players=(2, 2))))


def test_keys_of_phh_that_nobody_reads_are_left_out() -> None:
    text = as_text(dealt_hand("phh"))
    keys = '\nauthor = "Ann"\n_mine = [\n  "Ann",\n]\n# by Ann\nrake_percentage = 0.05  # for Ann'
    rewritten = rewrite(replace(text, text=text.text + keys), EVERYTHING).text
    assert "Ann" not in rewritten
    assert rewritten.endswith("rake_percentage = 0.05")
    long = replace(text, text=text.text + '\nevent = """Ann\'s\n game"""')
    assert rewrite_hand_if_possible(long, parse_hand(long), NAMES, EVERYTHING) is None
