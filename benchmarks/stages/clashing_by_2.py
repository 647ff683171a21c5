"""Text to a database: chat and clashes again, with two processes that read and judge."""

from __future__ import annotations

from benchmarks.stages import clashing, import_by_2

prepare = clashing.prepare
run = import_by_2.run
