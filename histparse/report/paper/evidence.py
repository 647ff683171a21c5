"""Step 8, report: what the paper on an audit says, on ten pages at most, as the data that its template reads."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from os.path import commonprefix
from typing import Any

import polars as pl
from msgspec import Struct

from histparse import web
from histparse.audit.chi_square import LEVEL, SUFFICIENT
from histparse.audit.deal_audit import DealAudit
from histparse.audit.handing_on import write_conclusion
from histparse.audit.play_audit import LEAST, PlayAudit
from histparse.audit.play_tests import PLAY_TESTS
from histparse.audit.words import (
    Row,
    describe_noticeable_fault,
    describe_pair,
    describe_pair_power,
    format_difference,
    format_expected_count,
    format_p_value,
)
from histparse.model.errors import count, escape_unprintable, quoted
from histparse.model.findings import FindingCounts, Severity
from histparse.rules.registry import catalogue
from histparse.stats import words

Data = dict[str, Any]
Cell = str | list[str] | Data
"""A text, a text with a note below it, a digest, or in the place of all cells that would follow their `rest`."""
MOST_PAIRS, MOST_FILES, MOST_FINDINGS = 12, 40, 50
"""More of them are in the tables beside the paper."""
LONGEST = 70
"""Characters of a path."""
SAMPLES = round(100 * SUFFICIENT)
NOT_PROOF = (
    "This is no proof: friends, players who learned from each other and players who respect each other differ from "
    "strangers too. Look at the hands, and ask what else explains them, before you name anybody."
)


class Audited(Struct, frozen=True):
    """All that the paper tells of."""

    deal: DealAudit
    play: PlayAudit
    files: pl.DataFrame
    findings: pl.DataFrame
    """In the order of path and line."""
    versions: Mapping[str, object]
    hands: int
    """Hands that pass the filters."""
    undated: int
    first: datetime | None
    """When the first of them was played, in `zone`."""
    last: datetime | None
    zone: str
    sites: tuple[str, ...]
    conditions: tuple[str, ...]
    """The filters in words."""
    digests: Mapping[str, str]
    """The SHA-256 of each file beside the paper, by name."""


def evidence_content(audited: Audited) -> Data:
    """The paper: scope and conclusion first, then what was tested and found, methods, and digests as an appendix."""
    days = words.date_range(audited.first, audited.last, audited.zone)
    sites = ", ".join(map(escape_unprintable, audited.sites)) or "no site"
    folder = _common_folder(audited.files)
    return {
        "colours": web.colours(),
        "title": "Audit of the deal and of play",
        "head": f"{sites}, {days}",
        "foot": f"Made from deal.csv, SHA-256 {audited.digests['deal.csv'][:16]}…",
        "scope": [[name, escape_unprintable(text)] for name, text in _scope_rows(audited, sites, days, folder)],
        "conclusion": list(map(escape_unprintable, write_conclusion(audited.deal, audited.play))),
        "parts": [_deal_part(audited.deal), _play_part(audited.play), _findings_part(audited.findings, folder)],
        "methods": {"least": f"{LEAST}", "level": f"{LEVEL}", "samples": f"{SAMPLES}"},
        "appendices": [
            _files_appendix(audited.files, folder),
            _digests_appendix(audited.digests),
            _versions_appendix(audited.versions),
        ],
    }


def _scope_rows(audited: Audited, sites: str, days: str, folder: str) -> Iterable[tuple[str, str]]:
    deal, play, files = audited.deal, audited.play, audited.files
    undated = f"; {count(audited.undated, 'hand')} without a date" if audited.undated else ""
    left_out = f"; the cards of {deal.shown:,} more, known only as they were shown, are left out" if deal.shown else ""
    yield "Game", "2-7 Triple Draw"
    yield "Sites", sites
    yield "Played", f"{days}{undated}"
    yield "Hands", f"{count(audited.hands, 'hand')} of {count(play.players, 'player')}"
    yield "Selection", ", ".join(audited.conditions) or "all hands of these files"
    yield "Dealt", f"{count(deal.hands, 'deal')} whose cards the text shows at once{left_out}"
    yield "Pairs", f"{count(play.judged, 'pair')} of players with {LEAST} hands together or more"
    place = f", below {folder}" if folder else ""
    yield "Files", f"{count(len(files), 'file')}, {files['bytes'].sum():,} bytes{place}; appendix A has their digests"


# --- parts ----------------------------------------------------------------------------------------------------


def _deal_part(deal: DealAudit) -> Data:
    headings = ("test", "sample", "expected", "observed", "p corrected", f"noticed in {SAMPLES} of 100 such samples")
    rows = deal.tests.to_dicts()
    table = _build_table(
        headings, map(_deal_test_row, rows), widths=(2.4, 1.1, 1.05, 1.35, 0.7, 1.45), figures=range(1, 5)
    )
    tests = deal.tests["p"].count()
    caption = (
        f"**Table 1.** {count(tests, 'test')}, one family. Of all that a test counts, its row shows what lies furthest "
        "from its expectation, with the 95 % interval of the difference; deuces to sevens are low cards. A corrected p "
        f"of {LEVEL} or less is a finding, set in colour."
    )
    without_tests = "**Table 1.** These hands are too few for any test."
    return _build_part("Tests of the deal", [caption if tests else without_tests], [table])


def _deal_test_row(row: Row) -> Data:
    name = [row["title"], row["about"]]
    if row["not_judged"]:
        return _build_row([name, {"rest": f"not judged: {row['not_judged']}"}], is_pale=True)
    cells: list[Cell] = [
        name,
        [f"{row['sample']:,}", row["unit"]],
        [format_expected_count(row) if row["expected"] else "none", escape_unprintable(row["counted"])],
        [f"{row['observed']:,.0f}", format_difference(row) if row["expected"] else ""],
        [_format_p(row["p_family"]), f"p {_format_p(row['p'])}"],
        escape_unprintable(describe_noticeable_fault(row)),
    ]
    return _build_row(cells, is_found=row["found"])


def _play_part(play: PlayAudit) -> Data:
    rows = play.pairs.filter("found").to_dicts()
    pairs = [_pair_data(row) for row in rows[:MOST_PAIRS]]
    notes = [*_remainder_note(len(rows), MOST_PAIRS, "pairs", "play.csv"), *([NOT_PROOF] if rows else [])]
    if not play.judged:
        return _build_part("Tests of play", [f"Play was not judged: no two players have {LEAST} hands together."])
    paragraphs = [
        f"**Table 2.** Each test looks at {count(play.judged, 'pair')}, and a pair counts for its clearest test. What "
        "two do is compared with how both play against everybody else, so being loose, tight or weak names nobody.",
        f"**Power.** {describe_pair_power(play)} The table says how many each test named of ten pairs with 300 hands "
        "together, and of five with 1,020, who did this favour alone, whenever they could.",
    ]
    headings = ("test", "sample", "power: named of partners", "expected to be found", "found", "least q")
    tests = (_play_test_row(name, play) for name in PLAY_TESTS)
    table = _build_table(headings, tests, widths=(3.4, 0.8, 1.4, 1.2, 0.6, 0.6), figures=range(1, 6))
    return _build_part("Tests of play", paragraphs, [table], pairs, notes)


def _format_p(p: float) -> str:
    return format_p_value(p).replace("below ", "<\N{NO-BREAK SPACE}")


def _play_test_row(name: str, play: PlayAudit) -> Data:
    """A test of play over all pairs."""
    test, pairs = PLAY_TESTS[name], play.pairs.filter(pl.col("test") == name)
    number = int(pairs["found"].sum())
    least_q = _format_p(float(pairs["q"].min())) if len(pairs) else words.NOTHING  # type: ignore[arg-type] # of numbers
    return _build_row(
        [
            [test.title, _as_sentence(test.about)],
            f"{count(play.judged, 'pair')}",
            f"{test.named[0]} of 10; {test.named[1]} of 5",
            "0",
            f"{number}",
            least_q,
        ],
        is_found=number > 0,
    )


def _pair_data(row: Row) -> Data:
    return {
        "claim": f"{quoted(row['first'])} and {quoted(row['second'])}: {row['title'].lower()}",
        "lines": [
            escape_unprintable(_as_sentence(f"{row['about']}: {describe_pair(row)}")),
            f"What else may explain it: {row['explains']}.",
            f"Hands: {'; '.join(map(_end_of_long_path, row['evidence']))}",
        ],
    }


def _findings_part(findings: pl.DataFrame, folder: str) -> Data:
    title = "Hands that break rules"
    if findings.is_empty():
        return _build_part(title, ["No hand breaks a rule, and no text contradicts itself."])
    counts = FindingCounts.count_severities(findings["severity"].cast(pl.String))
    without_notes = findings.filter(pl.col("severity").cast(pl.String) != Severity.NOTE)
    listed = without_notes.head(MOST_FINDINGS)
    where = ", listed in findings.csv." if listed.is_empty() else ". Errors and warnings by path and line:"
    paragraphs = [f"Each hand was judged by the rules of its site: {counts}{where}"]
    rows = [
        _build_row(
            [
                f"{_end_of_long_path((row['path'] or '').removeprefix(folder))}:{row['line']}",
                row["code"],
                _finding_message(row),
            ]
        )
        for row in listed.to_dicts()
    ]
    table = _build_table(("place", "code", "finding"), rows, widths=(1.2, None, 2))
    notes = _remainder_note(len(without_notes), MOST_FINDINGS, "findings", "findings.csv")
    return _build_part(title, paragraphs, [table] if rows else [], notes=notes)


def _finding_message(row: Row) -> str:
    """The sentence of a finding; under pseudonyms only what its rule is about."""
    rule = catalogue().get(row["code"])
    return escape_unprintable(row.get("message", rule.title if rule else ""))


# --- appendices -----------------------------------------------------------------------------------------------


def _files_appendix(files: pl.DataFrame, folder: str) -> Data:
    rows = [
        _build_row(
            [_end_of_long_path(row["path"].removeprefix(folder)), f"{row['hands']:,}", {"digest": row["digest"] or ""}]
        )
        for row in files.head(MOST_FILES).to_dicts()
    ]
    notes = _remainder_note(len(files), MOST_FILES, "files", "files.csv, whose digest is in appendix B")
    table = _build_table(("file", "hands", "SHA-256"), rows, widths=(1, None, None), figures=[1])
    return _build_part(
        "Appendix A: what was read", [] if rows else ["No file was read."], [table] if rows else [], notes=notes
    )


def _digests_appendix(digests: Mapping[str, str]) -> Data:
    rows = [_build_row([name, {"digest": digest}]) for name, digest in digests.items()]
    return _build_part(
        "Appendix B: the files that come with this paper",
        ["The tables from which this paper is made, as they are in the same folder or archive."],
        [_build_table(("file", "SHA-256"), rows, widths=(1, None))],
    )


def _versions_appendix(versions: Mapping[str, object]) -> Data:
    rows = [
        _build_row([name, escape_unprintable(str(version))]) for name, version in versions.items() if name != "filters"
    ]
    return _build_part("Appendix C: versions", [], [_build_table(("of", "version or digest"), rows, widths=(1, 3))])


def _common_folder(files: pl.DataFrame) -> str:
    """The folder in which all files are, which places need not repeat; empty if there is none."""
    paths = files["path"].to_list()
    return "".join(commonprefix(paths).rpartition("/")[:2]) if paths[1:] else ""  # noqa: RUF071 - cut behind a slash


# --- pieces ---------------------------------------------------------------------------------------------------


def _build_part(
    name: str,
    paragraphs: Sequence[str],
    tables: Sequence[Data] = (),
    pairs: Sequence[Data] = (),
    notes: Sequence[str] = (),
) -> Data:
    return {"name": name, "paragraphs": paragraphs, "tables": tables, "pairs": pairs, "notes": notes}


def _build_table(
    headings: Sequence[str], rows: Iterable[Data], *, widths: Sequence[float | None], figures: Iterable[int] = ()
) -> Data:
    """`widths`: parts of what is left by columns as wide as their text, None; `figures`: columns set to the right."""
    return {"headings": headings, "rows": list(rows), "widths": widths, "figures": list(figures)}


def _build_row(cells: Sequence[Cell], *, is_found: bool = False, is_pale: bool = False) -> Data:
    return {"cells": cells, "is_found": is_found, "is_pale": is_pale}


def _remainder_note(number: int, most: int, noun: str, file: str) -> list[str]:
    return [f"{number - most:,} more {noun} are in {file}."] if number > most else []


def _end_of_long_path(path: str) -> str:
    """The end of what names a file."""
    return escape_unprintable(path) if len(path) <= LONGEST else f"…{escape_unprintable(path[-LONGEST:])}"


def _as_sentence(text: str) -> str:
    return f"{words.capitalise(text)}."
