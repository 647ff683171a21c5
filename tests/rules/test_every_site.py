"""Every statement of the rule pages, when broken, and every code is found by name, and nothing beside it, at every site
whose text can show it.

HISTPARSE_SOAK=1: whose text cannot is asked in every game, otherwise in one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import chain, islice, product

import pytest
from msgspec.structs import replace

from histparse.model.house import House, house_of_site_or_lenient_default
from histparse.rules.registry import catalogue
from histparse.rules.rule_pages import load_rule_pages
from tests.conftest import SOAK
from tests.dealer import violations
from tests.dealer.writing import heading, sites, write
from tests.parsing.reading import codes
from tests.rules.altering import find_with_notes, texts
from tests.simulate.games import game

GAMES = ("ring", "short", "heads-up", "callers")
WORDED = "in words"
"""The way to break a rule by the words below."""
WAYS: dict[str, dict[str, tuple[str, ...]]] = {
    "An ace is high": dict.fromkeys(("SHD02", "SHD05"), ("the_ace_is_high",)),
    "Straights and flushes": dict.fromkeys(("SHD02", "SHD05"), ("straights_and_flushes_count",)),
    "The best hand is": {"SHD05": ("the_best_hands",)},
    "Hands rank": dict.fromkeys(("SHD02", "SHD05"), ("made_hands_rank_as_high",)),
    "The worst hand": dict.fromkeys(("SHD02", "SHD05"), ("no_pair_before_a_pair",)),
    "The lowest five-card": {"SHD02": ("worse_hand_wins",)},
    "Each player is dealt five": {"DLT01": ("four_or_six_cards",)},
    "In each draw": {"DRW02": ("more_than_five",), "DRW06": ("served_too_few", "served_too_many", WORDED)},
    "The small blind is posted": {"BLD02": ("small_blind_size", "big_blind_size")},
    "They get their new cards": {"DRW01": (WORDED,)},
    "Players may check": {"BET09": ("bets_after_all_have_checked",)},
    "Equal hands split": {"SHD02": ("equal_hands_not_split",), "POT04": ("uneven_shares", "odd_chip_elsewhere")},
    "Cards that players still hold": {"DCK04": ("comes_from_a_live_hand", "holds_what_another_holds")},
}
"""By how a statement begins and by code, the ways in which it is broken, if not any way does."""
STATED = [(statement.says, code) for statement in load_rule_pages().statement for code in statement.rules]
UNSEEN = {
    # A house that lets anybody raise is not offended.
    "BET10": ("kingsclub", "merge", "phh", "winamax"),
    # Forced bets are a list of PHH that states their size, without an order or a button.
    **dict.fromkeys(("BLD04", "TBL03"), ("phh",)),
    "DLT03": ("kingsclub",),  # which does not repeat what is kept
    # What is not stated cannot be wrong: uncalled bets, pots and their parts, rake, a cancelled hand.
    **dict.fromkeys(("POT03", "POT06"), ("kingsclub", "merge", "phh", "winamax")),
    "POT01": ("kingsclub", "merge", "phh"),
    **dict.fromkeys(("POT02", "POT07"), ("phh",)),
    "POT05": ("merge", "phh", "winamax"),
    "SHD06": ("phh",),
    "SYN08": ("phh", "winamax"),
}
"""Of codes that no rule page states, the sites whose text cannot show such a fault."""


@pytest.mark.nightly(40)
@pytest.mark.parametrize("site", sites())
@pytest.mark.parametrize(("sentence", "code"), STATED)
def test_a_broken_statement_is_found_where_it_can_be(sentence: str, code: str, site: str) -> None:
    (statement,) = (statement for statement in load_rule_pages().statement if statement.says == sentence)
    ways = next((ways[code] for start, ways in WAYS.items() if sentence.startswith(start) and code in ways), ())
    assert is_as_visible(code, site, ways, is_visible=site not in statement.unseen.get(code, ()))


@pytest.mark.nightly(20)
@pytest.mark.parametrize("site", sites())
@pytest.mark.parametrize("code", sorted({*catalogue()} & {*violations.codes()} - {code for _, code in STATED}))
def test_a_code_is_found_where_it_can_be(code: str, site: str) -> None:
    assert is_as_visible(code, site, (), is_visible=site not in UNSEEN.get(code, ()))


def test_every_way_belongs_to_a_statement() -> None:
    for start, ways in WAYS.items():
        assert sum(sentence.startswith(start) and code in ways for sentence, code in STATED) == len(ways), start


@cache
def is_as_visible(code: str, site: str, ways: tuple[str, ...], *, is_visible: bool) -> bool:
    """Whether a hand is found with just that code, or, at a site that cannot show it, whether there is none."""
    any_way = tuple(violations.ways(code)) if code in violations.codes() else ()
    games = GAMES if SOAK or is_visible else GAMES[:1]
    broken = chain(altered(code, site, ways, games), exact(code, site, ways or any_way, games))
    return bool(next(broken, None)) is is_visible


def exact(code: str, site: str, ways: tuple[str, ...], games: tuple[str, ...]) -> Iterator[str]:
    """Texts of that site in which just that code is found."""
    for way, name in product(ways, games):
        settings = game(name, 1, site=site, house=noting_reshuffles(site))
        for broken in islice(violations.make(code, 11, settings, way, patience=200), 3):
            text = write(broken.hand).rstrip("\n")
            if codes(find_with_notes(text, site, heading(broken.hand))) == [code]:
                yield text


STRANGERS_CARDS = "2c 3d 4h 5s 8d"
WORDS: dict[tuple[str, str], tuple[str, str]] = {
    ("BLD03", "phh"): (r"(blinds_or_straddles = \[\S+, )\S+(, 0)", r"\g<1>0\2"),
    ("BLD04", "winamax"): (r"^(.* posts big blind .*\n)((?:.*\n)+?.*(?:calls|raises|folds).*\n)", r"\2\1"),
    **{
        ("DLT04", site): (
            r"(?s)(Seat \d: (?!Hero)([^(\n]+) \(.*?\nDealt to Hero \[[^\n]*\n)",
            rf"\1Dealt to \2 [{STRANGERS_CARDS}]\n",
        )
        for site in ("fulltilt", "pokerstars")
    },
    **{
        ("DLT04", site): (r"(?s)\A(.*?Dealt to (?!Hero)[^\n]*?)\[X X X X X\]", rf"\1[{STRANGERS_CARDS}]")
        for site in ("kingsclub", "winamax")
    },
    ("DLT04", "merge"): (
        r'(?s)(type="SMALL_BLIND"[^\n]*player="(\d)".*?<cards type="HOLE"[^\n]*\n)',
        rf'\1<cards type="HOLE" cards="{STRANGERS_CARDS.replace(" ", ",")}" player="\2" hand=""/>\n',
    ),
    ("DRW01", "fulltilt"): (r"(?s)\A(.*?\n)([^\n]* is dealt \d cards?\n)([^\n]* is dealt \d cards?\n)", r"\1\3\2"),
    ("DRW01", "phh"): (r"(?s)\A(.*? sd [^\n]*\n)(  'd dh [^\n]*\n)(  'd dh [^\n]*\n)", r"\1\3\2"),
    ("DRW06", "merge"): (r'(type="DRAW".*text=")[12]"', r'\g<1>4"'),
    ("POT01", "winamax"): (r"Total pot (\d)", r"Total pot 1\1"),
    ("POT02", "merge"): (r'(<winner amount=")', r"\g<1>9"),
    ("POT02", "winamax"): (r"((?:collected|won) )(\d)", r"\g<1>1\2"),
    ("SHD05", "merge"): (r'(<winner .* hand=")[^"]*', r"\g<1>7-5-4-3-2"),
    ("SYN03", "phh"): (r"^actions = \[", "actions = [\n  'p1 zz',"),
    ("SHD06", "kingsclub"): (r"^(Seat 1: .* \()(.*\) [-+])", r"\g<1>1\2"),
    ("SYN02", "merge"): (r'\t<round id="(?:END_OF_GAME|END_OF_FOLDED_GAME|SHOWDOWN)"(?:.*\n)*.*', ""),
    **{
        ("SYN03", site): (r"^(.*(?:FIRST|1ST).DRAW)", r"Bonus wheel: spin 3 of 5\n\1")
        for site in ("kingsclub", "merge", "winamax")
    },
}
"""By code and site, of faults that a writer mends: the words that are changed, wherever they stand, and into what."""


def altered(code: str, site: str, ways: tuple[str, ...], games: tuple[str, ...]) -> Iterator[str]:
    """The same of legal hands in which some words are changed."""
    for name in games if (code, site) in WORDS and (not ways or WORDED in ways) else ():
        for head, text in texts(site, name, 20, seed=11):
            changed = re.sub(*WORDS[code, site], text, flags=re.MULTILINE)
            if codes(find_with_notes(changed, site, head)) == [code]:
                yield changed


def noting_reshuffles(site: str) -> House:
    """Its house, but the dealer notes each reshuffle, so that it can be broken where no line says it."""
    return replace(house_of_site_or_lenient_default(site), announces_reshuffle="yes")
