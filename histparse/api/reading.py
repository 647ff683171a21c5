"""The Python interface: reads hands from files or text, and judges them; the commands have files that show progress."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from itertools import chain, islice
from operator import attrgetter
from os import PathLike
from pathlib import Path
from typing import Any, TypeVar

from histparse import flow
from histparse.api import late
from histparse.api.in_and_out import TEXT, Paths, encode_text, list_paths, load_house
from histparse.api.in_and_out import Path as AnyPath
from histparse.flow import size_for_progress
from histparse.judging.engine import HandResult
from histparse.model.errors import HistparseError
from histparse.model.findings import Finding
from histparse.model.hand import Hand
from histparse.model.house import House
from histparse.parsing.dialects.base import require_known_site
from histparse.parsing.doctor import Diagnosis, diagnose_file
from histparse.reader.source import is_picture

__all__ = [
    "Files",
    "Result",
    "Step",
    "check",
    "doctor",
    "judge",
    "make_files",
    "read",
    "read_text",
    "size_for_progress",
]
Result = TypeVar("Result")
Step = Callable[[Path], Iterator[Result]]
"""A step of reading that is done with each file."""


class Files:
    """The files of these paths. One that cannot be read is passed to `onerror` and left out.

    Without `onerror`, OSError is raised.
    """

    def __init__(self, paths: Iterable[str | Path], onerror: flow.OnError | None = None) -> None:
        self._onerror = onerror
        self.paths = flow.list_files(paths, onerror)

    @cached_property
    def size_in_bytes(self) -> int:
        """What is to be read, approximately."""
        return sum(map(size_for_progress, self.paths))

    @property
    def picture_count(self) -> int:
        """How many of them are pictures, and no histories."""
        return sum(map(is_picture, self.paths))

    def run_step(self, step: Step[Result], progress_label: str) -> Iterator[Result]:  # noqa: ARG002 - for those who show it
        """The results of the step for every file; `progress_label` says what it does, as in `Reading`.

        A file that cannot be read to its end gives what it can.
        """
        return flow.run_for_each([*self.paths], step, self.report_unreadable)

    def report_unreadable(self, error: OSError) -> None:
        """Pass on that the file of this error cannot be read."""
        if self._onerror is None:
            raise error
        self._onerror(error)


def make_files(paths: Paths | Files, onerror: flow.OnError | None) -> Files:
    """The files of an argument that names them, or has them already."""
    return paths if isinstance(paths, Files) else Files(list_paths(paths), onerror)


def read(paths: Paths | Files, *, site: str | None = None, onerror: flow.OnError | None = None) -> Iterator[HandResult]:
    """The hands of files and folders as events, one after the other; not judged.

    With a `site` only that site's hands are read. A file that cannot be read is passed to `onerror` and left out;
    without `onerror`, OSError is raised. Raises HistparseError for an unknown site.
    """
    site_name, files = require_known_site(site), make_files(paths, onerror)
    return files.run_step(lambda file: flow.parse_file(file, site_name), "Reading")


def read_text(
    text: str | bytes | Iterable[str | bytes], *, name: str = TEXT, site: str | None = None
) -> Iterator[HandResult]:
    """The hands of the content of a file, or of several: text, or bytes in any encoding, packed or not.

    `name` stands for the path in findings and in a store. Raises HistparseError for an unknown site.
    """
    site_name, texts = require_known_site(site), [text] if isinstance(text, str | bytes) else text
    return flow.parse_texts(
        chain.from_iterable(flow.cut_bytes_into_hand_texts(encode_text(content), name, site_name) for content in texts)
    )


def doctor(
    paths: Paths | Files, *, site: str | None = None, onerror: flow.OnError | None = None
) -> Iterator[Diagnosis]:
    """Examine each file: its encoding, hands by site and game, what was skipped, and unknown lines by pattern.

    The rest is as in `read`.
    """
    site_name, files = require_known_site(site), make_files(paths, onerror)
    return files.run_step(lambda file: diagnose_file(file, site_name), "Reading")


def judge(hand: Hand | HandResult, house: House | AnyPath | None = None) -> HandResult:
    """The hand with its findings, by the rules of that house or else of the one it was played in.

    `house` is a profile's name, a TOML file or a House. Findings from reading are kept. Raises HouseError for an
    unknown house, HistparseError for a result that is already judged: judge its `hand` instead.
    """
    result = _wrap_in_result(hand)
    if result.table is not None:
        raise HistparseError("this hand is already judged: to judge it by other rules, pass its `hand`")
    return flow.judge_parsed(result, house=load_house(house))


def check(
    hands: Paths | Iterable[HandResult | Hand],
    house: House | AnyPath | None = None,
    *,
    site: str | None = None,
    onerror: flow.OnError | None = None,
) -> Iterator[Finding]:
    """All findings in these hands and between them, which `histparse check` lists by path and line.

    `hands` are files and folders, for which `site` and `onerror` mean what they mean in `read`, or hands already read;
    those not judged yet are judged as by `judge`. Findings between neighbouring hands of a table, in whatever files,
    come at the end. Comparing hands needs their texts: a hand without its text is not compared. Raises HouseError.
    """
    judging = late.judging.Judging(load_house(house), site)
    all_hands: Iterator[Any] = iter([hands] if isinstance(hands, str | PathLike) else hands)  # Any: paths, or hands
    first = [*islice(all_hands, 1)]
    all_hands = chain(first, all_hands)
    if first and isinstance(first[0], str | PathLike):
        judged = make_files(all_hands, onerror).run_step(judging.judge_file, "Judging")
    else:
        judged = judging.judge_hands(map(_wrap_in_result, all_hands))
    results = chain(judged, judging.findings_between_hands())
    return (finding for result in results for finding in sorted(result.findings, key=attrgetter("line")))


def _wrap_in_result(hand: Hand | HandResult) -> HandResult:
    return HandResult((), hand=hand) if isinstance(hand, Hand) else hand
