"""The Python interface: an audit as files that somebody else can verify; the same hands give the same bytes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from hashlib import sha256
from importlib.metadata import version
from io import BytesIO
from typing import TYPE_CHECKING
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import msgspec
import polars as pl

from histparse import __version__
from histparse.api.as_text import as_csv, as_json
from histparse.api.store_base import checked
from histparse.audit.words import lines, pair_lines
from histparse.model.house import house_of
from histparse.stats import Filters
from histparse.system.program import program
from histparse.system.resources import folder

if TYPE_CHECKING:
    from histparse.api.store import Store

LIBRARIES = ("duckdb", "numpy", "polars", "scipy")
"""What the figures of an audit are computed with."""
SUMS = "SHA256SUMS"
FILES = ("path", "digest", "bytes", "hands", "stored", "skipped", "set_aside")
FINDINGS = ("code", "severity", "path", "line", "hand_id", "site", "seat", "player", "message")
_FIRST_DAY = (1980, 1, 1, 0, 0, 0)
"""The time of every file of an archive: that of its making would change its bytes."""


def evidence(store: Store, filters: Filters) -> dict[str, bytes]:
    """The files by name: what was read, what was found in it, by which rules and versions. Raises StatisticsError."""
    asked = checked(filters)
    deal, play = store.audit_deal(filters=asked), store.audit_play(filters=asked)
    sites = sorted(store.table("hands").select("site").unique().collect()["site"])
    tables = {
        "files": store.table("files").select(FILES).collect().sort(FILES),
        "findings": store.findings(filters=asked).select(FINDINGS).collect().sort(FINDINGS),
        "deal": deal.tests,
        "play": play.pairs.with_columns(pl.col("evidence").list.join("; ")),
    }
    made = {f"{name}.{kind}": text.encode() for name, rows in tables.items() for kind, text in _as_texts(rows)}
    made |= {f"houses/{site}.json": _json(msgspec.to_builtins(house_of(site))) for site in sites}
    report = [f"{deal.hands:,} hands dealt to players whose cards the text shows at once; {deal.shown:,} left out."]
    report += [line for row in deal.tests.to_dicts() for line in lines(row)]
    report += [
        f"{play.players:,} players, {play.judged:,} pairs with 100 hands together or more; {play.found:,} found."
    ]
    report += [line for row in play.pairs.filter("found").to_dicts() for line in pair_lines(row)]
    made["report.txt"] = "".join(f"{line}\n" for line in report).encode()
    made["versions.json"] = _json(
        {
            "histparse": __version__,
            "program": program(),
            "queries": _queries(),
            **{name: version(name) for name in LIBRARIES},
            "filters": asked.in_words,
        }
    )
    made = dict(sorted(made.items()))
    made[SUMS] = "".join(f"{sha256(content).hexdigest()}  {name}\n" for name, content in made.items()).encode()
    return made


def packed(files: Mapping[str, bytes]) -> bytes:
    """The files as one archive."""
    out = BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(ZipInfo(name, _FIRST_DAY), content, ZIP_DEFLATED)
    return out.getvalue()


def _as_texts(rows: pl.DataFrame) -> Iterator[tuple[str, str]]:
    yield "csv", as_csv(rows)
    yield "json", "[\n" + ",\n".join(map(as_json, rows.to_dicts())) + "\n]\n"


def _queries() -> str:
    """A digest of all SQL, which `program` leaves out where it does not decide how hands are judged."""
    made_of = sha256()
    for file in sorted(folder("analytics").rglob("*.sql")):
        made_of.update(file.read_bytes())
    return made_of.hexdigest()[:16]


def _json(record: object) -> bytes:
    return msgspec.json.format(msgspec.json.encode(record, order="deterministic")) + b"\n"
