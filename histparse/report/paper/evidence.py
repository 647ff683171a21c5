"""Step 8, report: what the paper on an audit says, on ten pages at most, as the data that its template reads."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import polars as pl

from histparse import web
from histparse.audit.chi_square import LEVEL
from histparse.audit.deal_audit import DealAudit
from histparse.audit.play_audit import LEAST, PlayAudit
from histparse.audit.words import outcome, pair_outcome, power
from histparse.model.errors import count, plain

Data = dict[str, Any]
MOST_PAIRS, MOST_FILES, MOST_CODES = 24, 60, 40
"""More of them are in the tables beside the paper."""
LONGEST = 70
"""Characters of a path."""
SHOWN = 16
"""Digits of a digest: the list of files has all of them."""
NOT_PROOF = (
    "This is not proof: friends, players who learned from each other and players who respect each other differ from "
    "strangers too. Look at the hands, and ask what else explains them, before you name anybody."
)
LIMITS = (
    "A test that finds nothing has shown only that there is nothing it could have found; beside each test of the deal "
    "stands what this sample would have found.",
    "A finding does not say why. Look first at how the hands were collected: somebody who keeps only hands that were "
    "lost, or a file that lacks hands, makes a fair dealer look unfair.",
    "Only cards that the text shows when they come are used: whose cards are known because they were shown depends on "
    "how the hand went. An opponent's cards are unknown, so tests of draws allow for what opponents may hold.",
    f"Nobody is named with fewer than {LEAST} hands together, nor a pair that has met nobody else. Of the pairs that "
    "are named, one of twenty is named by chance.",
    "The same files, read in the same order and by the same paths with the same versions, give the same paper.",
)


def evidence(
    deal: DealAudit, play: PlayAudit, files: pl.DataFrame, findings: pl.DataFrame, versions: Mapping[str, object]
) -> Data:
    """The paper: findings first, then what was tested, what was read, limits and versions."""
    only = [plain(str(one)) for one in versions.get("filters") or ["all hands"]]  # type: ignore[attr-defined]
    return {
        "colours": web.colours(),
        "title": "Was it dealt and played by chance?",
        "foot": "Evidence of an audit of 2-7 Triple Draw",
        "about": [
            f"{count(deal.hands, 'hand')} dealt to players whose cards the text shows at once; "
            f"{play.players:,} players, {count(play.judged, 'pair')} with {LEAST} hands together or more.",
            f"Hands: {', '.join(only)}.",
            f"Found: {count(deal.found, 'test')} of the deal, {count(play.found, 'pair')}.",
        ],
        "sections": [_deal(deal), _play(play), _findings(findings), _files(files), _limits(), _versions(versions)],
    }


def _deal(deal: DealAudit) -> Data:
    rows = deal.tests.to_dicts()
    found = [{"claim": _sentence(outcome(row)), "lines": [_sentence(power(row))]} for row in rows if row["found"]]
    cells = [[_after_name(outcome(row)), "" if row["not_judged"] else power(row)] for row in rows]
    table = _table(
        ["test", "what was found", "what would have been found"],
        [[row["test"], *pair] for row, pair in zip(rows, cells, strict=True)],
    )
    said = [f"One family of {deal.tests['p'].count()} tests, corrected by Holm's method at {100 * LEVEL:.0f} %."]
    return _section("The deal", said, found, [table])


def _play(play: PlayAudit) -> Data:
    rows = play.pairs.filter("found").to_dicts()
    found = [
        {
            "claim": plain(f"{row['first']} and {row['second']}: {row['about']}"),
            "lines": [
                _sentence(plain(pair_outcome(row))),
                _sentence(f"What else may explain it: {row['explains']}"),
                f"Hands: {'; '.join(map(_cut, row['evidence']))}",
            ],
        }
        for row in rows[:MOST_PAIRS]
    ]
    said = [
        "Each pair is held against what both do with all others, and the pairs against one another by the method of "
        f"Benjamini and Hochberg at {100 * LEVEL:.0f} %.",
        *([] if rows else ["Nobody is found."]),
    ]
    return _section("Play", said, found, [], [*_more(len(rows), MOST_PAIRS, "pairs", "play.csv"), NOT_PROOF])


def _findings(findings: pl.DataFrame) -> Data:
    codes = findings.group_by("code", "severity").len("times").sort("code", "severity")
    rows = [[row["code"], row["severity"], f"{row['times']:,}"] for row in codes.to_dicts()]
    table = _table(["code", "severity", "times"], rows[:MOST_CODES], figures=1)
    said = ["What `histparse check` says of the hands; findings.csv has each with its place."]
    return _section(
        "Hands that break rules",
        said if rows else ["No hand breaks a rule."],
        [],
        [table] if rows else [],
        _more(len(rows), MOST_CODES, "codes", "findings.csv"),
    )


def _files(files: pl.DataFrame) -> Data:
    rows = [
        [_cut(row["path"]), (row["digest"] or "")[:SHOWN], f"{row['hands']:,}"]
        for row in files.head(MOST_FILES).to_dicts()
    ]
    said = [f"{count(len(files), 'file')}; the SHA-256 of each begins as below, files.csv has all of it."]
    after = _more(len(files), MOST_FILES, "files", "files.csv")
    return _section("What was read", said, [], [_table(["file", "SHA-256", "hands"], rows, figures=1)], after)


def _limits() -> Data:
    return _section("Limits", LIMITS, [], [])


def _versions(versions: Mapping[str, object]) -> Data:
    rows = [[name, plain(str(one))] for name, one in versions.items() if name != "filters"]
    return _section("Versions", [], [], [_table(["of", "version or digest"], rows)])


def _section(name: str, said: Sequence[str], found: list[Data], tables: list[Data], after: Sequence[str] = ()) -> Data:
    return {"name": name, "said": said, "found": found, "tables": tables, "after": after}


def _table(headings: Sequence[str], rows: Iterable[Sequence[str]], figures: int = 0) -> Data:
    """`figures`: how many of the last columns are numbers."""
    first = len(headings) - figures
    return {
        "kind": "grid",
        "title": "",
        "headings": [{"name": name, "figure": place >= first} for place, name in enumerate(headings)],
        "rows": [{"cells": cells, "small": False} for cells in rows],
    }


def _more(number: int, most: int, what: str, file: str) -> list[str]:
    return [f"{number - most:,} more {what} are in {file}."] if number > most else []


def _cut(path: str) -> str:
    """The end of what names a file."""
    return plain(path) if len(path) <= LONGEST else f"…{plain(path[-LONGEST:])}"


def _after_name(said: str) -> str:
    return said.partition(": ")[2]


def _sentence(said: str) -> str:
    return f"{said[0].upper()}{said[1:]}."
