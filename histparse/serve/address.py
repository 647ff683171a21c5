"""Step 10, serve: what an address asks for - filters as the options of the command line are called, and the rest."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from urllib.parse import parse_qsl, urlencode

from msgspec import Struct

from histparse import Filters
from histparse.model.errors import HistparseError, absent, quoted
from histparse.serve.pseudonyms import Pseudonyms
from histparse.stats.filter_values import read_filters
from histparse.stats.filters import declared

FILTERS = tuple(one.name for one in declared().values())
NAMES, HIDDEN, SHOWN = "names", "hidden", "shown"
"""Whether names are hidden, and that they are to be shown again."""
PLAYERS = frozenset({"player", "opponent"})
"""What says the name of a player."""
VIEW = ("review", "ask", "names", "units")
"""How a hand is shown, from one to the next."""
QUIZ = ("run", "score", "answer")
"""Which questions are asked, and what was answered."""
SEVERAL = frozenset({"of", "answer"})
"""What may be said more than once."""
MOST_DIGITS = 9
LONGEST = 4096
"""Characters of an address."""
YES = "yes"


class RefusedError(HistparseError):
    """The address asks for something that is not there; the message is one sentence."""

    def __init__(self, sentence: str, status: int = 400) -> None:
        super().__init__(sentence)
        self.status = status


class ElsewhereError(HistparseError):
    """What is asked for is at another address, which is the message."""


class Address(Struct, frozen=True):
    """An address: its path, and what it says in order. Nothing in it is empty."""

    path: str
    said: tuple[tuple[str, str], ...]
    pseudonyms: Pseudonyms | None = None
    """What stands for names, in what is shown and in every address that is written; None: names do."""

    def mask(self, name: str) -> str:
        """What is shown for the name of a player."""
        return self.pseudonyms.mask(name) if self.pseudonyms else name

    def word(self, name: str) -> str:
        """What an address says for the name of a player."""
        return self.pseudonyms.word(name) if self.pseudonyms else name

    def one(self, name: str) -> str | None:
        """What it says under that name."""
        return next((value for key, value in self.said if key == name), None)

    def all(self, name: str) -> list[str]:
        """Everything it says under a name that may be repeated."""
        return [value for key, value in self.said if key == name]

    def number(self, name: str) -> int | None:
        """A number from 1 on. Raises RefusedError."""
        said = self.one(name)
        if said is None:
            return None
        if not (said.isascii() and said.isdecimal() and len(said) <= MOST_DIGITS and int(said)):
            raise RefusedError(f"{name} is a number from 1 on, not {quoted(said)}")
        return int(said)

    def choice(self, name: str, there: Iterable[str], default: str) -> str:
        """One of these words. Raises RefusedError."""
        said, known = self.one(name) or default, list(there)
        if said not in known:
            raise RefusedError(absent(name, said, known))
        return said

    def filters(self, by: str | None = None) -> Filters:
        """The filters. Raises StatisticsError."""
        return read_filters(dict(self.filtering()), by=by)

    def filtering(self) -> tuple[tuple[str, str], ...]:
        """What it says about filters."""
        return self.kept(FILTERS)

    def kept(self, names: Collection[str]) -> tuple[tuple[str, str], ...]:
        """What it says under these names."""
        return tuple((name, value) for name, value in self.said if name in names)

    def switched(self, name: str, word: str = YES) -> str:
        """The address of this page with that switch turned: on, if it is off. Without questions, no answers."""
        dropped = {name, *QUIZ} if name == "ask" else {name}
        said = [(key, value) for key, value in self.said if key not in dropped]
        if name == NAMES and self.one(name):
            return self._written(self.path, [*said, (name, SHOWN)])
        return self._written(self.path, said if self.one(name) else [*said, (name, word)])

    def answered(self, answer: str) -> str:
        """The address of this page with one answer more."""
        return self._written(self.path, [*self.said, ("answer", answer)])

    def chips(self) -> list[tuple[str, str, str]]:
        """Each filter that is set, its value, and the address of this page without it."""
        return [(name, value, self.but(**{name: "", "page": ""})) for name, value in self.filtering()]

    @property
    def unfiltered(self) -> str:
        """The address of this page without filters."""
        return self._written(self.path, [(name, value) for name, value in self.said if name not in (*FILTERS, "page")])

    def to(self, path: str, *said: tuple[str, str]) -> str:
        """The address of another page with the same filters, but for what is said anew; an empty value removes one.

        Hidden names stay hidden.
        """
        return self._written(path, _changed(self.kept((*FILTERS, NAMES)), said))

    def but(self, **changes: object) -> str:
        """The address of this page with other values."""
        said = [(name.replace("_", "-"), str(value)) for name, value in changes.items()]
        return self._written(self.path, _changed(self.said, said))

    def _written(self, path: str, said: Iterable[tuple[str, str]]) -> str:
        there = [(name, self.word(value) if name in PLAYERS else value) for name, value in said]
        return f"{path}?{urlencode(there)}" if there else path


def address_of(path: str, query: bytes, keys: Iterable[str]) -> Address:
    """What that address asks for; `keys` are those of the page beside filters. Raises RefusedError."""
    if len(path) + len(query) > LONGEST:
        raise RefusedError(f"an address has at most {LONGEST:,} characters", 414)
    said = tuple(
        (name, value)
        for name, value in parse_qsl(query.decode("latin-1"), keep_blank_values=True, errors="replace")
        if value
    )
    known = [*FILTERS, NAMES, *keys]
    for name, _ in said:
        if name not in known:
            raise RefusedError(absent("filter or setting of this page", name, known))
        if name not in SEVERAL and sum(other == name for other, _ in said) > 1:
            raise RefusedError(f"{name} is given more than once")
    return Address(path, said)


def known_of(path: str, query: bytes, keys: Iterable[str]) -> Address:
    """What a refused address says that can be asked for here, each once: its form can be mended."""
    there = dict(parse_qsl(query.decode("latin-1")[:LONGEST], errors="replace"))
    return Address(path, tuple((name, value) for name, value in there.items() if name in (*FILTERS, NAMES, *keys)))


def has_blanks(query: bytes) -> bool:
    """Whether a form has sent fields that were left empty."""
    return any(not value for _, value in parse_qsl(query.decode("latin-1"), keep_blank_values=True))


def _changed(said: Iterable[tuple[str, str]], anew: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    anew = list(anew)
    names = {name for name, _ in anew}
    return [*((name, value) for name, value in said if name not in names), *((n, value) for n, value in anew if value)]
