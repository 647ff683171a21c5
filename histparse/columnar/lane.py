"""The fast lane, whole: a batch of hands goes in; rows of the plain ones come out, and the others to be judged."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, lru_cache
from pathlib import Path
from traceback import extract_tb
from typing import NamedTuple, TypeVar

import numpy as np

from histparse.columnar.compiled import room
from histparse.columnar.grammar.new_shapes import NewShapes
from histparse.columnar.grammar.preambles import Preamble, Preambles
from histparse.columnar.replay.loop import replay
from histparse.columnar.replay.records import Records, start_again
from histparse.columnar.replay.stakes import ShortRaise
from histparse.columnar.replay.workspace import SCRATCH, Block, Workspace, new_workspace
from histparse.columnar.rows.digests import clean
from histparse.columnar.rows.outcome import Outcome
from histparse.columnar.rows.transposed import Rows, transposed
from histparse.columnar.scan.scanner import Question
from histparse.columnar.scan.vocabulary import Reason
from histparse.judging.hand_result import HandResult
from histparse.model import house as houses
from histparse.model.hand import StatedPot, UncalledBet
from histparse.model.house import House
from histparse.parsing.dialects import dialects
from histparse.reader import HandText
from histparse.rules.hand_descriptions import contradicts
from histparse.rules.registry import asked_of_all
from histparse.system.asides import aside

Made = TypeVar("Made")

POTS = {
    (StatedPot.GROSS, UncalledBet.OWN_LINE),
    (StatedPot.NET, UncalledBet.IN_POT),
    (StatedPot.NONE, UncalledBet.IN_WINNINGS),
    (StatedPot.NONE, UncalledBet.UNSAID),
}
"""What the stated pot may mean, and where uncalled chips may be."""


class Work(NamedTuple):
    """A batch that is being replayed."""

    texts: Sequence[HandText]
    preambles: Sequence[Preamble | None]
    block: Block
    records: Records
    reasons: np.ndarray
    """By text, as in the outcome."""
    asked: np.ndarray
    """By text, the line at which it stopped."""


class Lane:
    """The fast lane of one site and house; it remembers what it was told of shapes and headers."""

    def __init__(self, site: str, house: House) -> None:
        self.site, self.house = site, house
        self._preambles = Preambles(site, house)
        self.space: Workspace = new_workspace(site)
        self._shapes = NewShapes(site, self.space.scanner)

    def touch(self) -> None:
        """Call every entry point as the lane does, with no hand at all: each is loaded, or compiled."""
        work = self._work([])
        self._replay(work, np.zeros(0, np.int64))
        finished(work)
        self._shapes.touch(work.block.text)

    def run(self, texts: Sequence[HandText]) -> Outcome:
        """Replay a batch of hands of the site."""
        with (
            SCRATCH.lock,
            np.errstate(over="ignore"),
        ):  # where the functions are not compiled, hashes run over with a warning
            work = self._work(texts)
            left = np.array([place for place, preamble in enumerate(work.preambles) if preamble], np.int64)
            while len(left):
                self._replay(work, left)
                left = self._learn(work, left)
            if misread := _misread(work.block, work.records):
                work.reasons[misread] = Reason.CARDS
                start_again(work.records)
                self._replay(work, np.flatnonzero(work.reasons == Reason.PLAIN))
            rows = finished(work)
            cleaned = SCRATCH.cleaned[: max(rows.hands["clean_end"], default=0)].tobytes()
        return Outcome(texts, work.preambles, work.block, rows, cleaned, work.reasons)

    def _work(self, texts: Sequence[HandText]) -> Work:
        """A batch of which nothing is known but the preambles."""
        preambles, hands = self._preambles.read(texts), len(texts)
        block = block_of(texts, preambles, self._preambles.stakes(preambles))
        return Work(
            texts,
            preambles,
            block,
            SCRATCH.records_for(hands),
            np.full(hands, Reason.LINE, np.int64),
            room(Question, hands),
        )

    def _replay(self, work: Work, hands: np.ndarray) -> None:
        work.asked["end"][hands] = 0
        replay(work.block, hands, self._shapes.known.shapes, self.space, work.records, work.reasons, work.asked)

    def _learn(self, work: Work, hands: np.ndarray) -> np.ndarray:
        """Ask the grammar about new shapes that stopped hands; the hands to try again."""
        stopped = hands[work.reasons[hands] == Reason.NEW_SHAPE]
        firsts = np.unique(work.asked["shape"][stopped], return_index=True)[1]
        for hand in stopped[firsts]:
            self._learn_from(work, hand)
        again: np.ndarray = stopped[work.reasons[stopped] == Reason.NEW_SHAPE]
        return again[:0] if self._shapes.known.is_full else again

    def _learn_from(self, work: Work, hand: int) -> None:
        """Replay a hand as far as it goes: a shape that is met on the way need not stop all others first."""
        asked, before = work.asked, None
        self._replay(work, np.array([hand]))
        while work.reasons[hand] == Reason.NEW_SHAPE and asked["shape"][hand] != before:
            before = asked["shape"][hand]
            if self._shapes.add(work.block.text, work.texts[hand], asked[hand]):
                self._replay(work, np.array([hand]))
            else:
                work.reasons[hand] = Reason.LINE


def finished(work: Work) -> Rows:
    """What was recorded, and the clean texts beside."""
    clean(work.block, work.records, SCRATCH.cleaned_for(len(work.block.text)))
    return transposed(work.records)


def block_of(texts: Sequence[HandText], preambles: Sequence[Preamble | None], stakes: np.ndarray) -> Block:
    """The hands laid end to end."""
    data = [text.text.encode("utf-8", "replace") for text in texts]
    sizes = np.array([len(each) + 1 for each in data], np.int64)
    ends = np.cumsum(sizes)
    starts = ends - sizes
    begins = starts + np.array([preamble.size if preamble else 0 for preamble in preambles], np.int64)
    lines = np.array([preamble.lines if preamble else 0 for preamble in preambles], np.int64)
    text = np.frombuffer(b"\n".join([*data, b""]), np.uint8)
    return Block(text, starts, begins, ends - 1, lines, stakes)


def _misread(block: Block, records: Records) -> list[int]:
    """The hands that the site's words call something else than their cards make."""
    data, rows = block.text.tobytes(), records.words[: records.ends["words"]]  # type: ignore[index]  # a numpy record
    wrong = [
        hand
        for hand, begin, end, number in rows[["hand", "begin", "end", "number"]].tolist()
        if _contradicts(data[begin:end], number)
    ]
    return records.hands["index"][sorted(set(wrong))].tolist() if wrong else []


@lru_cache(1 << 14)
def _contradicts(says: bytes, number: int) -> bool:
    return contradicts(says.decode(), number)


def run(
    results: Iterable[HandResult], use: Callable[[Outcome], Made], rules: House | None = None
) -> tuple[list[Made], list[HandResult]]:
    """What is made of the outcome at each site for hands that were cut; and, in their order, those that are left.

    `rules`: judge by these and not by those of their houses. Whatever goes wrong, the hands of that site are left.
    """
    all_of_them = list(results)
    by_site: dict[str, list[int]] = {}
    for place, result in enumerate(all_of_them):
        if result.text is not None and not result.findings:
            by_site.setdefault(result.text.site, []).append(place)
    made, plain = list[Made](), set[int]()
    for site, places in by_site.items():
        with _given_up(site):
            if fast := lane_of(site, rules or houses.house_of(site)):
                outcome = fast.run([text for place in places if (text := all_of_them[place].text)])
                made.append(use(outcome))
                plain.update(itertools.compress(places, outcome.reasons == Reason.PLAIN))
    return made, [result for place, result in enumerate(all_of_them) if place not in plain]


@contextmanager
def _given_up(site: str) -> Iterator[None]:
    """What goes wrong here costs only time: the hands are left, and what a lane may have half learnt is forgotten."""
    try:
        yield
    except (KeyboardInterrupt, SystemExit, MemoryError):
        lane.cache_clear()
        raise
    except BaseException as error:  # a panic of Rust is no Exception
        lane.cache_clear()
        frame = extract_tb(error.__traceback__)[-1]
        where = f"{type(error).__name__} in {Path(frame.filename).name}, line {frame.lineno}"
        aside(f"fast import: hands of {site} took the slower way, with the same result ({where})")


def lane_of(site: str, house: House) -> Lane | None:
    """The lane for hands of that site and house; None where it would have to know more, or a rule must see them all."""
    return None if asked_of_all(house) else lane(site, house)


@cache
def lane(site: str, house: House) -> Lane | None:
    """The lane of that site and house in this process; None where it does not know their ways."""
    return Lane(site, house) if follows(site, house) else None


def follows(site: str, house: House) -> bool:
    """Whether the lane knows how the figures of that site are to be read, and what its house permits."""
    figures, inferred = dialects()[site].figures, dialects()[site].inferred
    infers = inferred.payouts == (figures.uncalled is UncalledBet.UNSAID)
    read = figures.says_payouts and infers and (figures.stated_pot, figures.uncalled) in POTS
    return read and house.short_raise.name in ShortRaise.__members__
