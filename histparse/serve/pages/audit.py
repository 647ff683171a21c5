"""Step 10, serve: whether the hands were dealt as chance deals them, and played as strangers play."""

from __future__ import annotations

from functools import partial

from histparse import Store
from histparse.audit.deal_audit import DealAudit
from histparse.audit.handing_on import anonymise_deal
from histparse.audit.words import (
    describe_company,
    describe_pair,
    describe_pair_power,
    describe_power,
    format_difference,
    format_expected_count,
    summarise_deal,
)
from histparse.serve.address import Address
from histparse.serve.source import PageRequest, PageValues

PATH, WORD, TAB, PLACE, TEMPLATE, IN_PIECES = "/audit", "More", "Audit", 54, "audit.html", True
KEYS = ()


def template_values(request: PageRequest) -> PageValues:
    """Both audits, each counted when the template comes to it."""
    address = request.address
    return {
        "deal": partial(_deal_audit_masked_if_hidden, request),
        "play": partial(request.call_cached, Store.audit_play, filters=request.filters),
        "answer": summarise_deal,
        "company": describe_company,
        "difference": format_difference,
        "expected": format_expected_count,
        "pair_outcome": lambda row: describe_pair(row | {"by": row["by"] and address.mask_if_hidden(row["by"])}),
        "pair_power": describe_pair_power,
        "power": describe_power,
        "hand_of": partial(_hand_number_and_address, address),
    }


def _deal_audit_masked_if_hidden(request: PageRequest) -> DealAudit:
    audit = request.call_cached(Store.audit_deal, filters=request.filters)
    return anonymise_deal(audit, request.address.mask_if_hidden) if request.address.pseudonyms else audit


def _hand_number_and_address(address: Address, evidence: str) -> tuple[str, str]:
    """The number of a hand that is named as evidence, and its address."""
    number = evidence.partition(" ")[0]
    return number, address.filtered_link("/hand", ("id", number))
