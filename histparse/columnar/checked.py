"""The fast lane of a check: hands are judged; of plain ones remains what they are compared with other hands by."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any

from histparse import flow
from histparse.columnar.ready import compiling_beside, is_ready
from histparse.judging.hand_result import Compared, HandResult, PlainHand, hand_row
from histparse.model.house import House
from histparse.reader import STDIN, FileError

LARGE = 2 << 20
"""Bytes of a file that is worth loading the fast lane for: a thousand hands or more."""
AT_ONCE = 1_500
"""Hands that are judged together."""


def judged(path: Path, rules: House | None = None, site: str | None = None) -> Iterator[HandResult]:
    """The hands of a file, judged as by `flow.judged`; plain hands of a large file come without events."""
    if not _is_large(path):
        yield from flow.judged(path, rules=rules, site=site)
        return
    for batch in compiling_beside(_batches(flow.cut(path, site)), lambda: flow.size(path)):
        yield from _judged(batch, rules) if is_ready() else flow.judged_texts(batch, rules=rules)


def _is_large(path: Path) -> bool:
    """Whether it is a large file; one that has gone meanwhile is the reader's to report."""
    try:
        return path is not STDIN and path.stat().st_size >= LARGE
    except OSError:
        return False


def _batches(results: Iterable[HandResult]) -> Iterator[list[HandResult]]:
    some: list[HandResult] = []
    try:
        for result in results:
            some.append(result)
            if len(some) == AT_ONCE:
                yield some
                some = []
    except FileError:  # what could be read before is judged
        yield some
        raise
    yield some


def _judged(batch: list[HandResult], rules: House | None) -> Iterator[HandResult]:
    """The hands in their order."""
    from histparse.columnar.lane import run  # noqa: PLC0415 - numba is loaded where it is used

    made, others = run(batch, _plain, rules)
    plain = {id(result.text): result for result in chain(*made)}
    rest = flow.judged_texts(others, rules=rules)
    for result in batch:
        yield plain.get(id(result.text)) or next(rest)


def _plain(outcome: Any) -> list[HandResult]:
    """The results of the plain hands; `outcome`: of the fast lane."""
    from histparse.columnar.rows.outcome import plain_texts  # noqa: PLC0415 - as above

    seats = _seats(outcome)
    players, buttons = (outcome.rows.hands[name].tolist() for name in ("players", "button"))
    results = []
    for number, (text, preamble, _, digest) in enumerate(plain_texts(outcome)):
        header, name = preamble.header, preamble.table.name
        hand = hand_row(header, name, buttons[number], players[number], sound=True, path=text.path, line=text.line)
        lines = [(*seat, text.line + line) for *seat, line in seats[number]]
        compared = Compared(hand, lines) if header.in_sequence else None
        results.append(HandResult((), text, plain=PlainHand(header.site, header.hand_id, digest, compared)))
    return results


def _seats(outcome: Any) -> list[list[tuple[Any, ...]]]:
    """By plain hand: seat, player, whether dealt in, stack before and after, and the line counted in the hand."""
    row, data = outcome.rows.seats, outcome.block.text.tobytes()
    left = row["starting_stack"] - row["contributed"] + row["collected"]
    names = zip(row["player_begin"].tolist(), row["player_end"].tolist(), strict=True)
    found: list[list[tuple[Any, ...]]] = [[] for _ in range(len(outcome.rows.hands))]
    columns = (row["hand_key"], row["seat"], row["who"] >= 0, row["starting_stack"], left, row["seat_line"])
    for (begin, end), hand, seat, *rest in zip(names, *(column.tolist() for column in columns), strict=True):
        found[hand].append((seat, data[begin:end].decode(), *rest))
    return found
