"""The fast lane, whole: a batch of hands goes in; rows of the plain ones come out, and the others to be judged."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, lru_cache
from pathlib import Path
from traceback import extract_tb
from typing import Any, NamedTuple, TypeVar

import numpy as np

from histparse.columnar.asking import is_harmless, is_talk, is_talk_of_anybody, stranger
from histparse.columnar.clean import clean
from histparse.columnar.compiled import NOBODY, room
from histparse.columnar.derived import derive
from histparse.columnar.framed import head_of_talk, shape_of_head
from histparse.columnar.known_shapes import MOST, KnownShapes
from histparse.columnar.meaning import meaning
from histparse.columnar.note_rows import Noted, start_again
from histparse.columnar.openings import SHORT_RAISES, Opening, Openings
from histparse.columnar.ranking import Numbers
from histparse.columnar.replay import replay
from histparse.columnar.scratch import SCRATCH
from histparse.columnar.strangers import is_simple, shape_behind, shape_of_talk, talk_begin, talker_end
from histparse.columnar.turned import Rows, turned
from histparse.columnar.vocabulary import Kind, Reason
from histparse.columnar.workspace import Asked, Block, Shapes, Workspace, new_workspace
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
TRIES = 8
"""Broken hands that are asked about a shape before no hand with it is followed any more."""


class Outcome(NamedTuple):
    """What became of a batch."""

    texts: Sequence[HandText]
    openings: Sequence[Opening | None]
    block: Block
    rows: Rows
    cleaned: bytes
    """The clean texts of plain hands."""
    ranks: Numbers
    reasons: np.ndarray
    """By text, why it is not plain."""

    @property
    def plain_texts(self) -> list[HandText]:
        """The texts of the plain hands."""
        return [text for text, reason in zip(self.texts, self.reasons.tolist(), strict=True) if reason == Reason.PLAIN]


class Work(NamedTuple):
    """A batch that is being replayed."""

    texts: Sequence[HandText]
    openings: Sequence[Opening | None]
    block: Block
    noted: Noted
    reasons: np.ndarray
    """By text, as in the outcome."""
    asked: np.ndarray
    """By text, the line at which it stopped."""


class Lane:
    """The fast lane of one site and house; it remembers what it was told of shapes and headers."""

    def __init__(self, site: str, house: House) -> None:
        self.site, self.house = site, house
        self._openings = Openings(site, house)
        self._shapes = KnownShapes()
        self._broken = Counter[int]()
        """By shape, hands that were too broken to show what it says."""
        self.space: Workspace = new_workspace(site)

    def touch(self) -> None:
        """Call every entry point as the lane does, with no hand at all: each is loaded, or compiled."""
        work, space = self._work([]), self.space
        self._replay(work, np.zeros(0, np.int64))
        finished(work)
        text = work.block.text
        self._shapes.knows(int(shape_behind(text, 0, 0, space)))
        self._shapes.knows(int(shape_of_head(text, 0, int(head_of_talk(text, 0, 0, space.frames)), space)))
        self._shapes.knows(int(shape_of_talk(text, int(talker_end(0, space)), int(talk_begin(text, 0, 0)))))
        is_simple(" ")

    def run(self, texts: Sequence[HandText]) -> Outcome:
        """Replay a batch of hands of the site."""
        with (
            SCRATCH.lock,
            np.errstate(over="ignore"),
        ):  # where the functions are not compiled, hashes run over with a warning
            work = self._work(texts)
            left = np.array([place for place, opening in enumerate(work.openings) if opening], np.int64)
            while len(left):
                self._replay(work, left)
                left = self._learn(work, left)
            if misread := _misread(work.block, work.noted):
                work.reasons[misread] = Reason.CARDS
                start_again(work.noted)
                self._replay(work, np.flatnonzero(work.reasons == Reason.PLAIN))
            rows = finished(work)
            cleaned = SCRATCH.cleaned[: max(rows.hands["clean_end"], default=0)].tobytes()
        return Outcome(texts, work.openings, work.block, rows, cleaned, self.space.ranks, work.reasons)

    def _work(self, texts: Sequence[HandText]) -> Work:
        """A batch of which nothing is known but the openings."""
        openings, hands = self._openings.read(texts), len(texts)
        block = block_of(texts, openings, self._openings.stakes(openings))
        return Work(
            texts, openings, block, SCRATCH.noted_for(hands), np.full(hands, Reason.LINE, np.int64), room(Asked, hands)
        )

    def _replay(self, work: Work, hands: np.ndarray) -> None:
        work.asked["end"][hands] = 0
        shapes = Shapes(self._shapes.hashes, self._shapes.meanings)
        replay(work.block, hands, shapes, self.space, work.noted, work.reasons, work.asked)

    def _learn(self, work: Work, hands: np.ndarray) -> np.ndarray:
        """Ask the grammar about each new shape that stopped a hand; the hands to try again."""
        stopped = hands[work.reasons[hands] == Reason.NEW_SHAPE]
        shapes, firsts = np.unique(work.asked["shape"][stopped], return_index=True)
        for shape, hand in zip(shapes, stopped[firsts], strict=True):
            self._replay(work, np.array([hand]))
            if work.reasons[hand] == Reason.NEW_SHAPE and work.asked["shape"][hand] == shape:
                self._add(work, hand)
        again: np.ndarray = stopped[work.reasons[stopped] == Reason.NEW_SHAPE]
        return again[:0] if self._shapes.is_full else again

    def _add(self, work: Work, hand: int) -> None:
        """Ask about the line at which the replay of that hand has just stopped."""
        block, text, asked = work.block, work.texts[hand], work.asked[hand]
        begin, end, shape = int(asked["begin"]), int(asked["end"]), int(asked["shape"])
        words = block.text[begin:end].tobytes().decode()
        says = meaning(text, int(asked["line"]), words, self._line(begin), self._player(block, words, asked))
        if says["kind"] == Kind.UNKNOWN:
            work.reasons[hand] = Reason.LINE
            if not self._gives_up(shape):
                return
            says["kind"] = Kind.REFUSED
        if says["kind"] == Kind.NOTE:
            self._add_note(block, text, asked, words, says)
            return
        self._shapes.add(shape, says)

    def _add_note(self, block: Block, text: HandText, asked: Any, words: str, says: np.void) -> None:
        """Remember a harmless line: chat by how it begins, one about a stranger by what follows their name."""
        begin, end, shape = int(asked["begin"]), int(asked["end"]), int(asked["shape"])
        if self._add_framed_talk(block, text, asked, says):
            return
        numbers = int(self.space.line.numbers)
        if self.space.line.who == NOBODY:
            name = stranger(text.site, words)
            if name and is_simple(name) and is_harmless(text, int(asked["line"]), words.removeprefix(name)):
                shape = int(shape_behind(block.text, begin + len(name.encode()), end, self.space))
                for asked_as in ("idle", "whole"):  # the name may have numbers, too
                    says[asked_as] >>= numbers - int(self.space.line.numbers)
        elif self._add_talk(block, text, asked, says):
            return
        elif self.space.line.brackets:  # cards of the play, which may be a note in this hand only
            says["kind"] = Kind.REFUSED
        self._shapes.add(shape, says)

    def _gives_up(self, shape: int) -> bool:
        """Count one hand more that is too broken to show what the shape says; True if they are too many."""
        if len(self._broken) >= MOST:
            self._broken.clear()
        self._broken[shape] += 1
        return self._broken[shape] >= TRIES

    def _add_talk(self, block: Block, text: HandText, asked: Any, says: np.void) -> bool:
        """Remember how chat begins, if the line is chat; True where it is."""
        begin = int(asked["begin"])
        name_end = int(talker_end(begin, self.space))
        after = int(talk_begin(block.text, name_end, int(asked["end"])))
        if not name_end or after == int(asked["end"]):
            return False
        beginning = block.text[begin:after].tobytes().decode()
        if not is_talk(text, int(asked["line"]), beginning):
            return False
        self._shapes.add(int(shape_of_talk(block.text, name_end, after)), says)
        return True

    def _add_framed_talk(self, block: Block, text: HandText, asked: Any, says: np.void) -> bool:
        """Remember what stands before the name in a line of chat, if the site frames name and words."""
        begin, end, frames = int(asked["begin"]), int(asked["end"]), dialects()[self.site].layout.chat_frame
        head = int(head_of_talk(block.text, begin, end, self.space.frames))
        beginning = block.text[begin:head].tobytes().decode()
        if not head or not is_talk_of_anybody(text, int(asked["line"]), beginning, *frames[1:]):
            return False
        shape = int(shape_of_head(block.text, begin, head, self.space))
        if self._shapes.knows(shape):
            return False
        for asked_as in ("idle", "whole"):
            says[asked_as] &= (1 << int(self.space.line.numbers)) - 1
        self._shapes.add(shape, says)
        return True

    def _line(self, begin: int) -> Any:
        """What was taken out of the line that begins there, in places counted from its beginning."""
        line: Any = self.space.line
        line = line.copy()
        for name in ("number_begin", "number_end", "bracket_begin", "bracket_end", "ranks_begin", "ranks_end"):
            line[name] -= begin
        return line

    def _player(self, block: Block, words: str, asked: Any) -> str | None:
        """Whose name was taken out of the line."""
        names, who = self.space.names, self.space.line.who
        if asked["frames"]:
            before, behind = dialects()[self.site].layout.seat_frame
            return words.partition(before)[2].rpartition(behind)[0]
        return block.text[names.begin[who] : names.end[who]].tobytes().decode() if who != NOBODY else None


def finished(work: Work) -> Rows:
    """What was noted, with the columns that follow from it, and the clean texts beside."""
    derive(work.noted, SCRATCH.course)
    clean(work.block, work.noted, SCRATCH.cleaned_for(len(work.block.text)))
    return turned(work.noted)


def block_of(texts: Sequence[HandText], openings: Sequence[Opening | None], stakes: np.ndarray) -> Block:
    """The hands laid end to end."""
    data = [text.text.encode("utf-8", "replace") for text in texts]
    sizes = np.array([len(each) + 1 for each in data], np.int64)
    ends = np.cumsum(sizes)
    starts = ends - sizes
    begins = starts + np.array([opening.size if opening else 0 for opening in openings], np.int64)
    lines = np.array([opening.lines if opening else 0 for opening in openings], np.int64)
    text = np.frombuffer(b"\n".join([*data, b""]), np.uint8)
    return Block(text, starts, begins, ends - 1, lines, stakes)


def _misread(block: Block, noted: Noted) -> list[int]:
    """The hands that the site's words call something else than their cards make."""
    data, rows = block.text.tobytes(), noted.words[: noted.ends["words"]]  # type: ignore[index]  # a numpy record
    wrong = [
        hand
        for hand, begin, end, number in rows[["hand", "begin", "end", "number"]].tolist()
        if _contradicts(data[begin:end], number)
    ]
    return noted.hands["index"][sorted(set(wrong))].tolist() if wrong else []


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
    return read and house.short_raise in SHORT_RAISES
