"""Every code is found by name, and nothing beside it, at every site whose text can show such a fault.

HISTPARSE_SOAK=1: whose text cannot is asked in every game, otherwise in one.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from itertools import islice

import pytest
from msgspec.structs import replace

from histparse.judging.engine import judge
from histparse.model.house import House, house_of
from histparse.parsing.parser import parse_hand
from histparse.reader import HandText
from histparse.rules import catalogue
from tests.dealer import violations
from tests.dealer.writing import heading, sites, write
from tests.rules.altering import texts
from tests.simulate.games import game

pytestmark = pytest.mark.untraced

SOAK = bool(os.environ.get("HISTPARSE_SOAK"))
GAMES = ("ring", "short", "heads-up", "callers")
UNSEEN = {
    # Whose turn it is, and not what they do, decides what an act of PHH is.
    **dict.fromkeys(("BET04", "BET05", "BET06"), ("phh",)),
    # A house that lets anybody raise, announces no cap or reshuffle, or lets everything return, is not offended.
    "BET10": ("kingsclub", "merge", "phh", "winamax"),
    **dict.fromkeys(("BET11", "DCK01", "DCK02", "DCK06"), ("fulltilt", "kingsclub", "merge", "phh", "winamax")),
    # Forced bets are a list of PHH that states their size, without an order or a button.
    **dict.fromkeys(("BLD01", "BLD02", "BLD04", "TBL03"), ("phh",)),
    # Winamax states no card that the hero draws or throws, Merge none that they throw, KingsClub none that they keep.
    **dict.fromkeys(("DCK03", "DCK04", "DRW06"), ("winamax",)),
    **dict.fromkeys(("DCK05", "DRW03"), ("merge", "winamax")),
    "DLT03": ("kingsclub",),
    "DLT04": ("phh",),  # which shows everybody's cards
    "DRW02": ("phh",),
    # What is not stated cannot be wrong: uncalled bets, pots and their parts, rake, words for a hand, a cancelled hand.
    **dict.fromkeys(("POT03", "POT06"), ("kingsclub", "merge", "phh", "winamax")),
    "POT01": ("kingsclub", "merge", "phh"),
    **dict.fromkeys(("POT02", "POT07"), ("phh",)),
    "POT05": ("merge", "phh", "winamax"),
    "SHD05": ("kingsclub", "phh"),
    "SHD06": ("phh",),
    "SYN08": ("phh", "winamax"),
}
"""By code the sites whose text cannot show such a fault."""


@pytest.mark.parametrize("site", sites())
@pytest.mark.parametrize("code", [code for code in catalogue() if code in violations.codes() or code == "DLT04"])
def test_a_code_is_found_where_it_can_be(code: str, site: str) -> None:
    found = next(exact(code, site), None) or next(altered(code, site), None)
    assert bool(found) == (site not in UNSEEN.get(code, ()))


def exact(code: str, site: str) -> Iterator[str]:
    """Texts of that site in which just that code is found."""
    for way in violations.ways(code) if code in violations.codes() else ():
        for name in GAMES if SOAK or site not in UNSEEN.get(code, ()) else GAMES[:1]:
            for broken in islice(
                violations.make(code, 11, game(name, 1, site=site, house=told(site)), way, patience=100), 3
            ):
                text = write(broken.hand).rstrip("\n")
                if codes(text, heading(broken.hand), site) == [code]:
                    yield text


OTHER = "2c 3d 4h 5s 8d"
WORDS: dict[tuple[str, str], tuple[str, str]] = {
    ("BLD03", "phh"): (r"(blinds_or_straddles = \[\S+, )\S+(, 0)", r"\g<1>0\2"),
    ("BLD04", "winamax"): (r"^(.* posts big blind .*\n)((?:.*\n)+?.*(?:calls|raises|folds).*\n)", r"\2\1"),
    **{
        ("DLT04", site): (
            r"(?s)(Seat \d: (?!Hero)([^(\n]+) \(.*?\nDealt to Hero \[[^\n]*\n)",
            rf"\1Dealt to \2 [{OTHER}]\n",
        )
        for site in ("fulltilt", "pokerstars")
    },
    **{
        ("DLT04", site): (r"(?s)\A(.*?Dealt to (?!Hero)[^\n]*?)\[X X X X X\]", rf"\1[{OTHER}]")
        for site in ("kingsclub", "winamax")
    },
    ("DLT04", "merge"): (
        r'(?s)(type="SMALL_BLIND"[^\n]*player="(\d)".*?<cards type="HOLE"[^\n]*\n)',
        rf'\1<cards type="HOLE" cards="{OTHER.replace(" ", ",")}" player="\2" hand=""/>\n',
    ),
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


def altered(code: str, site: str) -> Iterator[str]:
    """The same of legal hands in which some words are changed."""
    for name in GAMES if (code, site) in WORDS else ():
        for above, text in texts(site, name, 20, seed=11):
            changed = re.sub(*WORDS[code, site], text, flags=re.MULTILINE)
            if codes(changed, above, site) == [code]:
                yield changed


def told(site: str) -> House:
    """Its house, but the dealer notes each reshuffle, so that it can be broken where no line says it."""
    return replace(house_of(site), announces_reshuffle="yes")


def codes(text: str, above: str, site: str) -> list[str]:
    parsed = parse_hand(HandText("x.txt", 1, text, site, above))
    judged = judge(parsed.hand, house_of(site)).findings if parsed.hand else ()
    return [finding.code for finding in (*parsed.findings, *judged)]
