"""Imports the files a user names into a lake, with a progress bar."""

from __future__ import annotations

from histparse.cli.ctrl_c import too_late
from histparse.cli.input_files import InputFiles, named
from histparse.cli.progress import progress
from histparse.cli.unread_archives import warn_unread
from histparse.cli.usage_error import UsageError
from histparse.model.findings import Finding
from histparse.store import Summary
from histparse.store.lake.importer import LakeImport
from histparse.store.lake.work import Done


def into_lake(inputs: InputFiles, lake: LakeImport) -> Summary:
    """Import them all. Raises StoreError, WorkerError."""
    lake.to_come = inputs.size
    seen = _Seen()
    try:
        with lake, progress("Importing", inputs.size, facts=seen.facts) as advance:
            for outcome in lake.take(inputs.each(lake.cut)):
                seen.add(outcome)
                for error in lake.left_out(outcome):
                    inputs.leave_out(error)
                advance(outcome.bytes)
            if seen.foreign and not lake.knows_any and inputs.found:
                raise UsageError(f"there is no hand history of a known site in {named(inputs.found)}")
            lake.before_commit = too_late  # all that is left then is to make the snapshot and print the summary
    finally:
        warn_unread(seen.broken)
    return lake.summary


class _Seen:
    """What the workers have seen so far."""

    def __init__(self) -> None:
        self.broken: list[Finding] = []
        self.foreign = True
        self._hands = self._findings = 0

    def add(self, outcome: Done) -> None:
        self.broken += outcome.broken
        self.foreign &= outcome.foreign
        self._hands += outcome.hands
        self._findings += outcome.findings

    def facts(self) -> dict[str, int]:
        """What progress shows."""
        return {"hand": self._hands, "finding": self._findings}
