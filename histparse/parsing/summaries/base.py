"""The base of all dialects of tournament summaries: the summary being read, a method per terminal; its amounts."""

from __future__ import annotations

import quopri
import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, NamedTuple

from msgspec.structs import replace

from histparse.model.money import SIGNS, parse_amount
from histparse.model.tournament import PLAY_MONEY, Finish, OwnFinish, Price, Sum, TournamentSummary
from histparse.parsing.dialects.base import Lines, find_dialects
from histparse.parsing.dialects.common import split_buy_in_bounty_fee
from histparse.parsing.line_lexer import LONGEST

_UNSAID = "?"
"""The currency of what costs nothing, where the prize pool does not say it either; as in hands."""
_ESCAPE = re.compile(r"=(?:[0-9A-F]{2}|$)")


class SummaryDialect(Lines):
    """One summary being read. A subclass has the methods of its site: `read_buy_in` for the terminal BUY_IN."""

    def __init__(self, lines: list[str], first: int) -> None:
        """`lines` without line ends and trailing blanks; `first` is the number of the first of them."""
        super().__init__(lines, first)
        self.tournament_id: str | None = None
        self.finishes: list[Finish] = []
        self.price: Price | None = None
        self.facts: dict[str, Any] = {}
        """What else is known of the tournament, by the fields of `TournamentSummary`. Any: they have many types."""
        self.own_facts: dict[str, Any] = {}
        """What is known of one's own result, by the fields of `OwnFinish`."""

    @classmethod
    def grammar_name(cls) -> str:
        """The name of its grammar."""
        return f"{cls.site}_summary"

    @property
    def hand_id(self) -> str | None:
        """The number of the summary, which no other text of the site has, hands included: `tournament 12`."""
        return self.tournament_id and f"tournament {self.summary_id()}"

    def summary_id(self) -> str:
        """Return an id that no other summary of the site has."""
        return str(self.tournament_id)

    def numbered_lines_to_parse(self) -> Iterable[tuple[int, str]]:
        """The lines, those of a mail decoded; of one that is longer than any pattern may see, the beginning."""
        lines = list(enumerate(self.lines, self.first))
        if _is_quoted_printable(self.lines):
            lines = list(_decode_and_join_mail_lines(lines))
        return ((number, text[:LONGEST]) for number, text in lines)

    def set_number_and_facts(self, tournament_id: str, **facts: str | int | None) -> None:
        """Take the facts of the first line."""
        self.tournament_id = tournament_id
        self.facts.update(facts)

    def set_price(self, kind: str, parts: Sequence[Sum]) -> None:
        """`price`, `rebuy` or `addon`: buy-in and fee; of three parts the middle one is the bounty."""
        if len({part.currency for part in parts}) == 1:
            self.facts[kind] = Price(parts[0].currency, *split_buy_in_bounty_fee([part.amount for part in parts]))
        else:
            self.facts["mixed_price"] = tuple(parts)

    def set_price_to_zero(self, kind: str) -> None:
        """The price is nothing."""
        self.facts[kind] = Price(_UNSAID, 0)

    def read_players(self, _line: int, count: str) -> None:
        """How many entered."""
        self.complete = True
        self.facts["players"] = int(count.replace(",", ""))

    def read_started(self, line: int, text: str) -> None:
        """The player's zone, then the site's own; always in UTC at Winamax."""
        self.facts["started_at"], self.facts["zone"] = self.parse_time_and_note_doubt(line, text)

    def read_finished(self, line: int, text: str) -> None:
        """Only once it is over."""
        self.facts["finished_at"], _ = self.parse_time_and_note_doubt(line, text)

    def read_prize_pool(self, _line: int, pool: str) -> None:
        """An amount, or words such as `Sunday Million ticket`; bounties are not in it."""
        prize = parse_prize(pool)
        self.facts["prize_pool"], self.facts["prize_pool_ticket"] = prize.sum, prize.ticket

    def build_summary(self, path: str) -> TournamentSummary | None:
        """The summary, as far as it was read; None without its first line."""
        if self.tournament_id is None:
            return None
        self._set_currency_of_free_entry()
        return TournamentSummary(
            path,
            self.first,
            self.site,
            self.tournament_id,
            self.summary_id(),
            finishes=tuple(self.finishes),
            own=OwnFinish(**self.own_facts | self.derive_own_result()),
            last_line=self.end_line,
            doubts=tuple(self.doubts),
            **self.facts | {"in_progress": self.is_in_progress()},
        )

    def _set_currency_of_free_entry(self) -> None:
        """Give a free entry, which names no currency, that of the prizes."""
        pool: Sum | None = self.facts.get("prize_pool")
        price: Price | None = self.facts.get("price")
        if pool and price and price.currency == _UNSAID:
            self.facts["price"] = replace(price, currency=pool.currency)

    def is_in_progress(self) -> bool:
        """Whether others were still playing."""
        return bool(self.facts.get("in_progress")) or any(finish.place is None for finish in self.finishes)

    def derive_own_result(self) -> dict[str, Any]:
        """Return what follows for one's own result from all lines together."""
        return {}

    def zero_prize(self) -> Sum | None:
        """No prize, in the currency of the tournament; None if that is not known."""
        price: Price | None = self.facts.get("price")
        pool: Sum | None = self.facts.get("prize_pool")
        currency = pool.currency if pool else price and price.currency
        return Sum(0, currency) if currency else None

    def parse_prize_or_zero(self, text: str | None) -> Prize:
        """The prize of a line of the list of players, where a place without one has won nothing."""
        return parse_prize(text) if text else Prize(self.zero_prize())


def _is_quoted_printable(lines: Sequence[str]) -> bool:
    """Whether it is a mail as it was sent: every `=` begins an escape, or stands at the end of a line."""
    marks = [line for line in lines if "=" in line]
    return bool(marks) and all(line.count("=") == len(_ESCAPE.findall(line)) for line in marks)


def _decode_and_join_mail_lines(lines: Iterable[tuple[int, str]]) -> Iterable[tuple[int, str]]:
    """The lines of a quoted mail, those it broke joined, each with the number of the first."""
    held, first = "", 0
    for number, line in lines:
        first = first if held else number
        held += line.removesuffix("=")
        if not line.endswith("="):
            yield first, _decode_escapes(held).rstrip()
            held = ""
    if held:
        yield first, _decode_escapes(held).rstrip()


def _decode_escapes(quoted: str) -> str:
    """Decode the escapes of a line, in UTF-8 or else in Windows-1252."""
    data = quopri.decodestring(quoted.encode("utf-8", "surrogatepass"))
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("windows-1252", "replace")


@cache
def summaries() -> dict[str, type[SummaryDialect]]:
    """Every dialect of summaries by the name of its site."""
    return find_dialects(__name__.rpartition(".")[0], SummaryDialect)


# --- amounts ----------------------------------------------------------------------------------------------------------


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


def add_sums(sums: Sequence[Sum]) -> Sum | None:
    """All sums together; None if there are none, or some of other currencies."""
    currencies = {money.currency for money in sums}
    return Sum(sum(money.amount for money in sums), currencies.pop()) if len(currencies) == 1 else None


def parse_prize(text: str) -> Prize:
    """Read a prize: `$45.00 (50%)`, `$33 MiniFTOPS Ticket`, `$5 + Ticket`; anything but an amount is a ticket."""
    text = text.removesuffix(_CASHED_OUT)
    text, entry = match.groups() if (match := _QUALIFIED.fullmatch(text)) else (text, None)
    words, share = match.groups() if (match := _SHARE.fullmatch(text)) else (text, None)
    parts = [part for part in (*re.split(r" \+ |, ", words), entry) if part]
    sums = [prize for part in parts if (prize := parse_sum(part))]
    tickets = [part for part in parts if parse_sum(part) is None]
    return Prize(add_sums(sums), ", ".join(tickets) or None, share)
