"""Step 10, serve: what an address asks for - filters as the options of the command line are called, and the rest."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from difflib import get_close_matches
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, urlencode

from msgspec import Struct

from histparse import Filters
from histparse.model.errors import HistparseError, quoted, suggest_names
from histparse.stats.filter_texts import read_filters
from histparse.stats.filters import filters_by_field

if TYPE_CHECKING:
    from histparse.serve.masking import Pseudonyms

FILTERS = tuple(declaration.name for declaration in filters_by_field().values())
NAMES, HIDDEN, SHOWN = "names", "hidden", "shown"
"""Whether names are hidden, and that they are to be shown again."""
PLAYERS = frozenset({"player", "opponent"})
"""Parameters that name a player."""
VIEW = ("review", "ask", "names", "units")
"""How a hand is shown, from one to the next."""
QUIZ = ("run", "score", "answer")
"""Which questions are asked, and what was answered."""
SEVERAL = frozenset({"of", "answer"})
"""Parameters that may be given more than once."""
MOST_DIGITS = 9
LONGEST = 4096
"""Characters of an address."""
LIKENESS = 0.75
"""How alike, from 0 to 1, a name must be to be what was meant."""
YES = "yes"


class RefusedError(HistparseError):
    """The address asks for something that does not exist; the message is one sentence."""

    def __init__(self, sentence: str, status: int = 400) -> None:
        super().__init__(sentence)
        self.status = status


class ElsewhereError(HistparseError):
    """The page asked for is at another address, which is the message."""


class Address(Struct, frozen=True):
    """An address: its path, and its parameters in order. None of them is empty."""

    path: str
    parameters: tuple[tuple[str, str], ...]
    pseudonyms: Pseudonyms | None = None
    """What stands for names, in what is shown and in every address that is written; None: names do."""

    def mask_if_hidden(self, name: str) -> str:
        """Return the name that is shown for a player."""
        return self.pseudonyms.shown_pseudonym_merging_heroes(name) if self.pseudonyms else name

    def unique_pseudonym_if_hidden(self, name: str) -> str:
        """Return the word that stands for a player in addresses."""
        return self.pseudonyms.unique_pseudonym(name) if self.pseudonyms else name

    def get(self, name: str) -> str | None:
        """The parameter of that name."""
        return next((value for key, value in self.parameters if key == name), None)

    def get_all(self, name: str) -> list[str]:
        """All values of a parameter that may be repeated."""
        return [value for key, value in self.parameters if key == name]

    def positive_number_or_refuse(self, name: str) -> int | None:
        """A number from 1 on. Raises RefusedError."""
        digits = self.get(name)
        if digits is None:
            return None
        if not (digits.isascii() and digits.isdecimal() and len(digits) <= MOST_DIGITS and int(digits)):
            raise RefusedError(f"{name} is a number from 1 on, not {quoted(digits)}")
        return int(digits)

    def require_choice(self, name: str, choices: Iterable[str], if_absent: str) -> str:
        """One of these words. Raises RefusedError."""
        chosen, known = self.get(name) or if_absent, list(choices)
        if chosen not in known:
            raise RefusedError(suggest_names(name, chosen, known))
        return chosen

    def filters(self, by: str | None = None) -> Filters:
        """The filters. Raises StatisticsError."""
        return read_filters(dict(self.filter_parameters()), by=by)

    def filter_parameters(self) -> tuple[tuple[str, str], ...]:
        """The parameters that are filters."""
        return self.pick_parameters(FILTERS)

    def pick_parameters(self, names: Collection[str]) -> tuple[tuple[str, str], ...]:
        """The parameters of these names."""
        return tuple((name, value) for name, value in self.parameters if name in names)

    def toggled_address(self, name: str, value_if_on: str = YES) -> str:
        """The address of this page with that switch turned: on, if it is off. Without questions, no answers."""
        dropped = {name, *QUIZ} if name == "ask" else {name}
        parameters = [(key, value) for key, value in self.parameters if key not in dropped]
        if name == NAMES and self.get(name):
            return self._format_address(self.path, [*parameters, (name, SHOWN)])
        return self._format_address(self.path, parameters if self.get(name) else [*parameters, (name, value_if_on)])

    def answered_address(self, answer: str) -> str:
        """The address of this page with one answer more."""
        return self._format_address(self.path, [*self.parameters, ("answer", answer)])

    @property
    def unfiltered_address(self) -> str:
        """The address of this page without filters."""
        dropped = (*FILTERS, "page")
        return self._format_address(
            self.path, [(name, value) for name, value in self.parameters if name not in dropped]
        )

    def filtered_link(self, path: str, *changes: tuple[str, str]) -> str:
        """The address of another page with the same filters, and these parameters anew; an empty value removes one.

        Hidden names stay hidden.
        """
        return self._format_address(path, _apply_changes(self.pick_parameters((*FILTERS, NAMES)), changes))

    def changed_address(self, **changes: object) -> str:
        """The address of this page with other values."""
        pairs = [(name.replace("_", "-"), str(value)) for name, value in changes.items()]
        return self._format_address(self.path, _apply_changes(self.parameters, pairs))

    def _format_address(self, path: str, parameters: Iterable[tuple[str, str]]) -> str:
        written = [
            (name, self.unique_pseudonym_if_hidden(value) if name in PLAYERS else value) for name, value in parameters
        ]
        return f"{path}?{urlencode(written)}" if written else path


def parse_address(path: str, query: bytes, page_keys: Iterable[str]) -> Address:
    """Parse an address; `page_keys` are those of the page beside filters. Raises RefusedError."""
    if len(path) + len(query) > LONGEST:
        raise RefusedError(f"an address has at most {LONGEST:,} characters", 414)
    parameters = tuple(
        (name, value)
        for name, value in parse_qsl(query.decode("latin-1"), keep_blank_values=True, errors="replace")
        if value
    )
    known = [*FILTERS, NAMES, *page_keys]
    for name, _ in parameters:
        if name not in known:
            raise RefusedError(_unknown_parameter_message(name, sorted({*known})))
        if name not in SEVERAL and sum(key == name for key, _ in parameters) > 1:
            raise RefusedError(f"{name} is given more than once")
    return Address(path, parameters)


def _unknown_parameter_message(name: str, known: list[str]) -> str:
    """The sentence on a filter that the page lacks: a guess only where the name is close."""
    near = get_close_matches(name, known, n=1, cutoff=LIKENESS)
    hint = f"did you mean {quoted(near[0])}?" if near else f"filters of this page: {', '.join(known)}"
    return f"unknown filter {quoted(name)}: {hint}"


def parse_dropping_unknown_parameters(path: str, query: bytes, page_keys: Iterable[str]) -> Address:
    """A refused address with the parameters that its page knows, each once: its form can be mended."""
    fields = dict(parse_qsl(query.decode("latin-1")[:LONGEST], errors="replace"))
    return Address(
        path, tuple((name, value) for name, value in fields.items() if name in (*FILTERS, NAMES, *page_keys))
    )


def has_empty_fields(query: bytes) -> bool:
    """Whether a form has sent fields that were left empty."""
    return any(not value for _, value in parse_qsl(query.decode("latin-1"), keep_blank_values=True))


def _apply_changes(parameters: Iterable[tuple[str, str]], changes: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    changes = list(changes)
    names = {name for name, _ in changes}
    unchanged = [(name, value) for name, value in parameters if name not in names]
    return [*unchanged, *((name, value) for name, value in changes if value)]
