"""Imports the files a user names into a lake, with a progress bar."""

from __future__ import annotations

from histparse import Summary
from histparse.api.lake import Done, LakeImport, fill_lake
from histparse.cli.ctrl_c import too_late
from histparse.cli.input_files import InputFiles, named
from histparse.cli.inputs import warn_unread
from histparse.cli.progress import progress
from histparse.cli.usage_error import UsageError
from histparse.model.findings import Finding


def into_lake(
    inputs: InputFiles, address: str, site: str | None, *, jobs: int, scheduler: str | None, again: bool
) -> Summary:
    """Import them all. Raises StoreError, WorkerError."""
    lake = LakeImport(address, site, jobs=jobs, scheduler=scheduler, again=again)
    seen = _Seen()

    def before_commit() -> None:
        if seen.foreign and not lake.knows_any and inputs.found:
            raise UsageError(f"there is no hand history of a known site in {named(inputs.found)}")
        too_late()  # all that is left then is to make the snapshot and print the summary

    lake.before_commit = before_commit
    try:
        with progress("Importing", inputs.size, facts=seen.facts) as advance:

            def told(outcome: Done) -> None:
                seen.add(outcome)
                advance(outcome.bytes)

            return fill_lake(lake, inputs, told)
    finally:
        warn_unread(seen.broken)


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
