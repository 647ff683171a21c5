"""A site's client that writes hands in every awkward way: in pieces, into new files, over old ones, under new names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from random import Random
from time import monotonic, sleep

from histparse.simulate import Settings, deal_hands
from tests.dealer.writing import write_all

_NUMBER = re.compile(r"Hand #(\d+)")
FILES = ("one.txt", "two.txt", "three.txt")


def hands(seed: int) -> Iterator[str]:
    """The texts of ever new hands."""
    for number in count(seed * 1_000):
        for dealt in deal_hands(Settings(hands=20, seed=number)):
            text = write_all([dealt])
            yield _NUMBER.sub(lambda match: f"Hand #{number}{match[1]}", text)  # noqa: B023 - called at once


class Client:
    """Writes hands into a folder; `written` has the numbers of all that are there as a whole."""

    def __init__(self, folder: Path, seed: int, reported_hands: Callable[[], set[str]]) -> None:
        """`reported_hands`: gives the numbers that the watcher has reported."""
        self.written: list[str] = []
        self._folder = folder
        self._hands = hands(seed)
        self._random = Random(seed)  # noqa: S311 - the same in every run
        self._reported_hands = reported_hands
        self._renamed = count(1)

    def write(self, seconds: float, pause: float) -> None:
        """Write for so long; `pause`: about how long it rests."""
        ways = (
            self._append,
            self._in_pieces,
            self._rotate,
            self._truncate,
            self._take_back,
            self._rewrite,
            self._rename,
        )
        turns = [*ways]  # each once, then at random
        end = monotonic() + seconds
        while turns or monotonic() < end:
            way = turns.pop() if turns else self._random.choice((*ways, self._append, self._append))
            way(self._folder / self._random.choice(FILES), pause)
            self._rest(pause)

    def _append(self, file: Path, _: float) -> None:
        self._add(file, self._next())

    def _in_pieces(self, file: Path, pause: float) -> None:
        text = self._next()
        for piece in self._pieces(text):
            self._add(file, piece)
            self._rest(pause)

    def _rotate(self, file: Path, _: float) -> None:
        if file.exists():
            file.rename(self._new_name())
        self._add(file, self._next())

    def _truncate(self, file: Path, _: float) -> None:
        """As soon as all hands have been seen."""
        while set(self.written) - self._reported_hands():
            sleep(0.05)
        file.write_text(self._next(), "utf-8")

    def _take_back(self, file: Path, pause: float) -> None:
        """Half a hand is taken back, and another one written."""
        size_before = file.stat().st_size if file.exists() else 0
        lost = next(self._hands)
        self._add(file, lost[: len(lost) // 2])
        self._rest(pause)
        with file.open("r+b") as stream:
            stream.truncate(size_before)
        self._add(file, self._next())

    def _rewrite(self, file: Path, _: float) -> None:
        """A new file with one more hand takes the place of the old one."""
        replacement = self._folder / ".new"
        replacement.write_text((file.read_text("utf-8") if file.exists() else "") + self._next(), "utf-8")
        replacement.replace(file)

    def _rename(self, file: Path, pause: float) -> None:
        """In the middle of a hand, which goes on under the new name."""
        text, new_file = self._next(), self._new_name()
        middle = text.index("*** FIRST DRAW") if "*** FIRST DRAW" in text else len(text) // 3
        self._add(file, text[:middle])
        self._rest(pause)
        file.rename(new_file)
        self._add(new_file, text[middle:])

    def _next(self) -> str:
        text = next(self._hands)
        self.written.append(_NUMBER.findall(text)[0])
        return text

    def _pieces(self, text: str) -> list[str]:
        first, second = sorted(self._random.sample(range(1, len(text)), 2))
        return [text[:first], text[first:second], text[second:]]

    def _new_name(self) -> Path:
        return self._folder / f"old{next(self._renamed)}.txt"

    def _add(self, file: Path, text: str) -> None:
        with file.open("a", encoding="utf-8") as stream:
            stream.write(text)

    def _rest(self, pause: float) -> None:
        sleep(self._random.uniform(0, 2 * pause))
