"""The files a user names. One that cannot be read is reported and left out; the others are read."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import Self

from histparse.api.files import Files
from histparse.cli.printing import say
from histparse.cli.usage_error import UsageError
from histparse.model.plain import count, plain
from histparse.system.files import shown_path

MOST = 20
"""How many unreadable files are named."""


class InputFiles(Files):
    """The files to read, used in a `with` statement; leaving it raises UsageError when a file could not be read.

    Raises UsageError at once when a named path does not exist, or nothing at all can be read.
    """

    def __init__(self, paths: Iterable[str]) -> None:
        paths = list(paths)
        self._unread: list[OSError] = []
        try:
            super().__init__(paths, self._unread.append)
        except OSError as error:
            raise UsageError(f"cannot read {_reason(error)}") from error
        if not self.size and self._unread:
            raise self._error()
        if not self.found:
            raise UsageError(f"there is no file in {named(paths)}")
        if not self.size:
            raise UsageError(f"{named(self.found)} is empty")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._unread and error is None:
            raise self._error()
        if self._unread:
            say(f"histparse: {self._error()}", err=True)

    def leave_out(self, error: OSError) -> None:
        """Note that the file of the error is not read."""
        self.found.remove(Path(error.filename))
        self._unread.append(error)

    def _error(self) -> UsageError:
        """One sentence for one file; several are first printed on a line each."""
        lines = [f"cannot read {_reason(error)}" for error in self._unread]
        if len(lines) == 1:
            return UsageError(lines[0])
        for line in lines[:MOST]:
            say(f"histparse: {line}", err=True)
        return UsageError(
            f"{count(len(lines), 'file')} could not be read" + (", these among them" if lines[MOST:] else "")
        )


def named(paths: Iterable[str | Path]) -> str:
    """The first few paths, for use in a sentence."""
    return plain(", ".join(list(map(shown_path, paths))[:3]))


def _reason(error: OSError) -> str:
    return f"{plain(shown_path(str(error.filename)))}: {error.strerror}"
