"""Step 8, report: sets the paper. Typst reads the templates, with what they say as data, and needs nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any
from unicodedata import category

from msgspec import json

from histparse.model.errors import HistparseError
from histparse.report.model import Report
from histparse.report.paper.content import content
from histparse.system import late
from histparse.system.generator import GENERATOR

FOLDER = Path(__file__).parent
WITHOUT_CASE = frozenset({"Lo", "So"})
"""Categories of the letters and signs that Typst's own fonts may lack: those of Asia, and pictures."""


def paper(report: Report, *, full: bool = False) -> bytes:
    """The PDF, which is the same each time, with what `content` has. Raises HistparseError without Typst."""
    return typeset("report", content(report, full=full))


def typeset(template: str, data: Mapping[str, Any]) -> bytes:
    """A PDF of that template, the same bytes for the same data. Raises HistparseError without Typst."""
    try:
        typst = late.typst  # 80 MB that only papers need
    except ImportError as error:
        raise HistparseError("a PDF needs Typst: pip install 'histparse[pdf]'") from error
    encoded = json.encode(data).decode()
    inputs = {"report": encoded, "generator": GENERATOR}
    # Typst's own fonts, and the system's only for what these lack: all else looks the same everywhere.
    fonts = typst.Fonts(include_system_fonts=any(category(letter) in WITHOUT_CASE for letter in set(encoded)))
    return typst.compile(FOLDER / f"{template}.typ", root=FOLDER, font_paths=fonts, sys_inputs=inputs)
