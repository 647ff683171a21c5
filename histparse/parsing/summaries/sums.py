"""Amounts of tournament summaries: how much of which currency, points or play chips, or words for a ticket."""

from __future__ import annotations

import re
from typing import NamedTuple

from histparse.model.money import SIGNS, parse_amount
from histparse.model.tournament import PLAY_MONEY, Sum

_CODES = {sign: code for code, sign in SIGNS.items()} | {"Rs.": "INR", "T$": "T$"}
_NAMES = {"Play Chips": PLAY_MONEY, "StarsCoin": "SC"}
_SUM = re.compile(
    r"(?:([A-Z]{3}) )?(T?[$€£¥₹]|Rs\. ?)?(\d[\d,]*(?:\.\d\d?)?)(€)?(?: ([A-Z]{2,3}|T\$|Play Chips|StarsCoin))?"
)
_SHARE = re.compile(r"(.*) \((\d{1,3}(?:\.\d{1,6})?)%\)")
_CASHED_OUT = " (Cashout)"
"""Behind a sum for which a player has left early."""
_QUALIFIED = re.compile(r"(.*?) ?\((qualified [^()]{1,60})\)")


class Prize(NamedTuple):
    """A prize: money or points, other things in the words of the text, and which part of the prize pool it is."""

    sum: Sum | None = None
    ticket: str | None = None
    share: str | None = None


def parse_sum(text: str) -> Sum | None:
    """`$0.55 USD`, `100 FPP`, `12.50€`; without sign and name it is play money. None: it is no amount."""
    match = _SUM.fullmatch(text.strip())
    if match is None:
        return None
    prefix, sign, digits, euro, name = match.groups()
    named = prefix or name
    currency = _NAMES.get(named, named) if named else _CODES.get((sign or euro or "").strip(), PLAY_MONEY)
    return Sum(parse_amount(digits), currency)


def parse_prize(text: str) -> Prize:
    """Read a prize: `$45.00 (50%)`, `$33 MiniFTOPS Ticket`, `$5 + Ticket`; anything but an amount is a ticket."""
    text = text.removesuffix(_CASHED_OUT)
    text, entry = match.groups() if (match := _QUALIFIED.fullmatch(text)) else (text, None)
    words, share = match.groups() if (match := _SHARE.fullmatch(text)) else (text, None)
    parts = [part for part in (*re.split(r" \+ |, ", words), entry) if part]
    sums = [prize for part in parts if (prize := parse_sum(part))]
    tickets = [part for part in parts if parse_sum(part) is None]
    money = None
    if sums and len({prize.currency for prize in sums}) == 1:
        money = Sum(sum(prize.amount for prize in sums), sums[0].currency)
    return Prize(money, ", ".join(tickets) or None, share)
