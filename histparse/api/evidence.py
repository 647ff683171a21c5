"""The Python interface: an audit as files that somebody else can verify; the same hands give the same bytes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from hashlib import sha256
from importlib.metadata import version
from importlib.util import find_spec
from io import BytesIO
from typing import TYPE_CHECKING
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import msgspec
import polars as pl
from msgspec import structs

from histparse import __version__
from histparse.api.in_and_out import as_csv, as_json
from histparse.audit.deal_audit import DealAudit
from histparse.audit.handing_on import anonymise_deal, anonymise_files, anonymise_findings, anonymise_play
from histparse.audit.play_audit import PlayAudit
from histparse.audit.words import describe_pair_power, report_pair, report_test
from histparse.model.house import house_of_site_or_lenient_default
from histparse.privacy.pseudonyms import Pseudonyms
from histparse.report.paper.evidence import Audited
from histparse.report.paper.evidence import evidence_content as on_paper
from histparse.report.paper.typesetting import typeset
from histparse.stats import Filters
from histparse.store.upkeep.info import describe_outdated_judgement_or_empty
from histparse.system.files import data_folder, program_digest

if TYPE_CHECKING:
    from histparse.api.store import Store

LIBRARIES = ("duckdb", "numpy", "polars", "scipy")
"""What the figures of an audit are computed with."""
SUMS = "SHA256SUMS"
FILES = ("path", "digest", "bytes", "hands", "stored", "skipped", "set_aside")
FINDINGS = ("path", "line", "code", "severity", "hand_id", "site", "seat", "player", "message")
"""In their order, too: findings are listed by path and line."""
_FIRST_DAY = (1980, 1, 1, 0, 0, 0)
"""The time of every file of an archive: that of its making would change its bytes."""


def gather_evidence(store: Store, filters: Filters, pseudonyms: Pseudonyms | None = None) -> dict[str, bytes]:
    """The files by name: what was read, what was found in it, by which rules and versions. Raises StatisticsError.

    `pseudonyms`: names for what is handed on. The paper, `report.pdf`, is there if Typst is installed.
    """
    conditions = filters
    deal, play = store.audit_deal(filters=conditions), store.audit_play(filters=conditions)
    sites = sorted(store.table("hands").select("site").unique().collect()["site"])
    files = store.table("files").select(FILES).collect().sort(FILES)
    findings = store.findings(filters=conditions).select(FINDINGS).collect().sort(FINDINGS)
    if pseudonyms:
        deal, play = anonymise_deal(deal, pseudonyms.replace_player), anonymise_play(play, pseudonyms)
        findings, files = anonymise_findings(findings, files, pseudonyms), anonymise_files(files)
        conditions = structs.replace(conditions, tag=None, tournament=None)
    tables = {
        "files": files,
        "findings": findings,
        "deal": deal.tests,
        "play": play.pairs.with_columns(pl.col("evidence").list.join("; ")),
    }
    versions = _versions_and_filter_words(conditions)
    made = {f"{name}.csv": as_csv(rows).encode() for name, rows in tables.items()}
    for name, rows in tables.items():
        made[f"{name}.json"] = ("[\n" + ",\n".join(map(as_json, rows.to_dicts())) + "\n]\n").encode()
    made |= {
        f"houses/{site}.json": _encode_json(msgspec.to_builtins(house_of_site_or_lenient_default(site)))
        for site in sites
    }
    made["report.txt"] = "".join(f"{line}\n" for line in _report_lines(store, deal, play)).encode()
    made["versions.json"] = _encode_json(versions)
    if versions["typst"]:
        audited = Audited(
            deal,
            play,
            files,
            findings,
            versions,
            *_hand_counts_days_zone_sites(store, filters),
            conditions.in_words,
            _sha256_by_file_name(made),
        )
        made["report.pdf"] = typeset("audit", on_paper(audited))
    made = dict(sorted(made.items()))
    made[SUMS] = "".join(f"{digest}  {name}\n" for name, digest in _sha256_by_file_name(made).items()).encode()
    return made


def _sha256_by_file_name(files: Mapping[str, bytes]) -> dict[str, str]:
    return {name: sha256(content).hexdigest() for name, content in sorted(files.items())}


def _hand_counts_days_zone_sites(
    store: Store, filters: Filters
) -> tuple[int, int, datetime | None, datetime | None, str, tuple[str, ...]]:
    """Count the hands that pass the filters and those without a date; add the time span, its zone and the sites."""
    hands = store.hands(filters=filters).select("site", "played_at").collect()
    times = hands["played_at"].dt.replace_time_zone("UTC").dt.convert_time_zone(filters.zone).dt.replace_time_zone(None)
    days = (times.min(), times.max())
    return len(hands), times.null_count(), *days, filters.zone, tuple(hands["site"].unique().sort())  # type: ignore[return-value] # of times


def _report_lines(store: Store, deal: DealAudit, play: PlayAudit) -> Iterator[str]:
    with store.database() as database:
        if outdated := describe_outdated_judgement_or_empty(database):
            yield f"{outdated}."
    yield f"{deal.hands:,} hands dealt to players whose cards the text shows at once; {deal.shown:,} left out."
    for row in deal.tests.to_dicts():
        yield from report_test(row)
    yield f"{play.players:,} players, {play.judged:,} pairs with 100 hands together or more; {play.found:,} found."
    if power := describe_pair_power(play):
        yield power
    for row in play.pairs.filter("found").to_dicts():
        yield from report_pair(row)


def _versions_and_filter_words(filters: Filters) -> dict[str, object]:
    return {
        "histparse": __version__,
        "program": program_digest(),
        "queries": _digest_queries(),
        **{name: version(name) for name in LIBRARIES},
        "typst": version("typst") if find_spec("typst") else None,
        "filters": filters.in_words,
    }


def zip_files(files: Mapping[str, bytes]) -> bytes:
    """The files as one archive."""
    buffer = BytesIO()
    with ZipFile(buffer, "w", ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(ZipInfo(name, _FIRST_DAY), content, ZIP_DEFLATED)
    return buffer.getvalue()


def _digest_queries() -> str:
    """A digest of all SQL, which `program_digest` leaves out where it does not decide how hands are judged."""
    made_of = sha256()
    for file in sorted(data_folder("analytics").rglob("*.sql")):
        made_of.update(file.read_bytes())
    return made_of.hexdigest()[:16]


def _encode_json(record: object) -> bytes:
    return msgspec.json.format(msgspec.json.encode(record, order="deterministic")) + b"\n"
