"""The Python interface: the files that hands are read from; the commands have files that show how far they are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from pathlib import Path
from typing import TypeVar

from histparse import flow
from histparse.api.arguments import Paths, several
from histparse.flow import size

__all__ = ["Files", "Result", "Step", "files_of", "size"]
Result = TypeVar("Result")
Step = Callable[[Path], Iterator[Result]]
"""A step of reading that is done with each file."""


class Files:
    """The files of these paths. One that cannot be read is passed to `onerror` and left out.

    Without `onerror`, OSError is raised.
    """

    def __init__(self, paths: Iterable[str | Path], onerror: flow.OnError | None = None) -> None:
        self._onerror = onerror
        self.found = flow.files(paths, onerror)

    @cached_property
    def size(self) -> int:
        """Bytes to read, approximately."""
        return sum(map(size, self.found))

    def each(self, step: Step[Result], doing: str) -> Iterator[Result]:  # noqa: ARG002 - for those who show it
        """The results of the step for every file; `doing` says what it does, as in `Reading`.

        A file that cannot be read to its end gives what it can.
        """
        return flow.each([*self.found], step, self.leave_out)

    def leave_out(self, error: OSError) -> None:
        """Pass on that the file of this error cannot be read."""
        if self._onerror is None:
            raise error
        self._onerror(error)


def files_of(paths: Paths | Files, onerror: flow.OnError | None) -> Files:
    """The files of an argument that names them, or has them already."""
    return paths if isinstance(paths, Files) else Files(several(paths), onerror)
