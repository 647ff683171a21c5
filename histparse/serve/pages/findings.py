"""Step 10, serve: what imports have found, by code, and each finding of a code."""

from __future__ import annotations

import polars as pl

from histparse import Store
from histparse.model.errors import suggest_names
from histparse.report.model import Row
from histparse.serve.address import Address, RefusedError
from histparse.serve.listing import PAGE_ROWS, select_page
from histparse.serve.source import PageRequest, PageValues
from histparse.store.upkeep.info import count_findings_by_code, describe_outdated_judgement_or_empty, list_findings

PATH, WORD, TAB, PLACE, TEMPLATE, IN_PIECES = "/findings", "More", "Findings", 52, "findings.html", False
KEYS = ("code", "page")


def template_values(request: PageRequest) -> PageValues:
    """The codes, or the findings of one."""
    address, codes = request.address, request.call_cached(_count_findings_per_code)
    code = address.get("code")
    if code is None:
        return {
            "codes": codes.to_dicts(),
            "code": None,
            "outdated": request.call_cached(_describe_outdated_judgement),
        }
    if code not in codes["code"]:
        raise RefusedError(suggest_names("finding in this database", code, codes["code"].to_list()), 404)
    with request.store.database() as database:
        findings = list_findings(database, [code])
    page = select_page(address, len(findings))
    title = codes.filter(codes["code"] == code)["title"][0]
    rows = findings.slice(page.rows_before, PAGE_ROWS).to_dicts()
    return {"code": code, "title": title, "rows": [_mask_finding_if_hidden(row, address) for row in rows], "page": page}


def _count_findings_per_code(store: Store) -> pl.DataFrame:
    with store.database() as database:
        return count_findings_by_code(database)


def _describe_outdated_judgement(store: Store) -> str:
    with store.database() as database:
        return describe_outdated_judgement_or_empty(database)


def _mask_finding_if_hidden(row: Row, address: Address) -> Row:
    """The finding, without names and the path if these are hidden."""
    if (pseudonyms := address.pseudonyms) is None:
        return row
    player = row["player"]
    message = pseudonyms.mask_text(
        row["message"].replace(player, address.mask_if_hidden(player)) if player else row["message"]
    )
    names = {name: row[name] and pseudonyms.mask_text(row[name]) for name in ("hand_id", "player")}
    return row | {"message": message, "path": ""} | names
