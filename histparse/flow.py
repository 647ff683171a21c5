"""The spine: files -> hands of text -> typed events -> judgement. A few hands at a time; nothing is stored.

Who needs more than the verdict passes an observer: `store/rows/batch.py` makes rows so, `view/from_text.py` pictures.
The engine tells it of each act, judged and not yet applied, for what a player faced is gone when the hand is over. What
it recorded of a hand is to be taken before the next one is judged, which begins it anew.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable, Iterator
from errno import EACCES
from itertools import islice
from pathlib import Path
from typing import TypeVar

from histparse.judging.engine import HandResult, Observer, judge
from histparse.judging.tournaments import find_contradictions_in_summary
from histparse.model.findings import Finding
from histparse.model.house import House, house_of_site_or_lenient_default
from histparse.parsing.cutting import read_hand_texts, read_hands_in_bytes, read_text
from histparse.parsing.parser import parse_hand
from histparse.reader import STDIN, FileError, HandText, Text
from histparse.system.files import refuse_named_pipe

BLOCK = 32
"""How many hands are parsed before they are judged: a step that runs for a while keeps its code and data in the
processor's caches, which saves a tenth of the time."""

Result = TypeVar("Result")
OnError = Callable[[OSError], object]


def list_files(paths: Iterable[str | Path], onerror: OnError | None = None) -> list[Path]:
    """The files named and all files in the folders named, each once, in order of name; hidden ones are left out.

    `-` is standard input. Errors of reading are passed to `onerror`, and the file is left out; without `onerror` they
    are raised. Raises OSError for a named path that does not exist: most likely it is mistyped.
    """
    named = [STDIN if str(path) == "-" else Path(path) for path in paths]
    for path in named:
        if path is not STDIN:
            path.lstat()
    files_by_real_path: dict[str, Path] = {}
    for path in named:
        for file in [path] if path is STDIN else _files_at(path, onerror or _raise_error):
            files_by_real_path.setdefault("-" if file is STDIN else os.path.realpath(file), file)
    return list(files_by_real_path.values())


def size_for_progress(file: Path) -> int:
    """The size of a file in bytes; 1 where that is unknown, as for a pipe."""
    try:
        return file.stat().st_size if file is not STDIN and file.is_file() else 1
    except OSError:  # deleted meanwhile, which opening it will report
        return 1


def run_for_each(
    paths: Iterable[Path], step: Callable[[Path], Iterator[Result]], onerror: OnError | None = None
) -> Iterator[Result]:
    """The results of the step for every file. A file that cannot be read to its end gives what it can.

    The error is passed to `onerror`; without it, FileError is raised.
    """
    for path in paths:
        try:
            yield from step(path)
        except FileError as error:
            (onerror or _raise_error)(error)


def cut_file_into_hand_texts(path: Path, site: str | None = None) -> Iterator[HandResult]:
    """The hands of a file, or only that site's, as texts; not parsed."""
    return map(_wrap_text_or_finding, read_hand_texts(path, site))


def cut_bytes_into_hand_texts(data: bytes, name: str, site: str | None = None) -> Iterator[HandResult]:
    """The hands in the bytes of a file, as texts; not parsed."""
    return map(_wrap_text_or_finding, read_hands_in_bytes(data, name, site))


def cut_text_into_hand_texts(text: Text, site: str | None = None) -> Iterator[HandResult]:
    """The hands of one text of a file, as texts; not parsed."""
    return map(_wrap_text_or_finding, read_text(text, site))


def parse_file(path: Path, site: str | None = None) -> Iterator[HandResult]:
    """The hands of a file as events; not judged."""
    return parse_texts(cut_file_into_hand_texts(path, site))


def parse_texts(results: Iterable[HandResult]) -> Iterator[HandResult]:
    """Hands already cut, as events; not judged."""
    return map(_parse_result, results)


def parse_text(text: HandText) -> HandResult:
    """The hand of one text as events; not judged."""
    return _parse_result(HandResult((), text))


def judge_file(path: Path, house: House | None = None, site: str | None = None) -> Iterator[HandResult]:
    """The hands of a file, judged by the rules given or else by those of the house they were played in."""
    return judge_texts(cut_file_into_hand_texts(path, site), house=house)


def judge_texts(
    results: Iterable[HandResult], observer: Observer | None = None, house: House | None = None
) -> Iterator[HandResult]:
    """Hands already cut, perhaps in another process, judged as `judge_file` does.

    The observer is called at the beginning of each hand and returns what observes its acts.
    """
    coming = iter(results)
    while block := [*map(_parse_result, islice(coming, BLOCK))]:
        for result in block:
            yield judge_parsed(result, observer, house)


def judge_parsed(result: HandResult, observer: Observer | None = None, house: House | None = None) -> HandResult:
    """One hand already parsed, judged as `judge_file` does."""
    if result.hand is None:
        return result
    verdict = judge(result.hand, house or house_of_site_or_lenient_default(result.hand.header.site), observer)
    return HandResult((*result.findings, *verdict.findings), result.text, result.hand, verdict.table)


def _wrap_text_or_finding(piece: HandText | Finding) -> HandResult:
    return HandResult((piece,)) if isinstance(piece, Finding) else HandResult((), piece)


def _parse_result(result: HandResult) -> HandResult:
    if result.text is None:
        return result
    parsed = parse_hand(result.text)
    findings = (
        parsed.findings
        if parsed.summary is None
        else (*parsed.findings, *find_contradictions_in_summary(parsed.summary, not parsed.unknown))
    )
    return HandResult(findings, result.text, parsed.hand, skipped=parsed.skipped, summary=parsed.summary)


def _files_at(path: Path, onerror: OnError) -> Iterator[Path]:
    """The file itself, or those below the folder."""
    mode = _mode_or_zero_if_unreadable(path, onerror)
    if stat.S_ISDIR(mode):
        yield from sorted(_files_below(path, onerror), key=str)  # of copies the first by path counts
    elif mode:
        try:
            refuse_named_pipe(path, mode)
        except OSError as error:
            onerror(error)
        else:
            yield path


def _files_below(folder: Path, onerror: OnError) -> Iterator[Path]:
    """The files in a folder, then those below its folders; links to folders are not followed, pipes not opened."""
    waiting = [folder]  # a list, not recursion: folders may be nested deeper than the call stack allows
    while waiting:
        inside = {path: _mode_or_zero_if_unreadable(path, onerror) for path in _list_folder(waiting.pop(), onerror)}
        yield from (path for path, mode in inside.items() if stat.S_ISREG(mode))
        waiting += [path for path, mode in reversed(inside.items()) if stat.S_ISDIR(mode) and not path.is_symlink()]


def _list_folder(folder: Path, onerror: OnError) -> list[Path]:
    try:
        return sorted(path for path in folder.iterdir() if not path.name.startswith("."))
    except OSError as error:
        onerror(error)
        return []


def _mode_or_zero_if_unreadable(path: Path, onerror: OnError) -> int:
    """The mode of the path; 0 if it cannot be opened. It is not opened to find out, because a pipe opens only once."""
    try:
        mode = path.stat().st_mode
        if not os.access(path, os.R_OK):
            raise PermissionError(EACCES, os.strerror(EACCES), str(path))
    except OSError as error:
        onerror(error)
        return 0
    return mode


def _raise_error(error: OSError) -> None:
    raise error
