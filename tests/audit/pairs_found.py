"""How often audits of play find partners, and how often they find anybody else."""

from __future__ import annotations

from collections.abc import Mapping

from histparse import Store
from histparse.audit.play_audit import PlayAudit
from histparse.simulate.styles import Partner
from tests.audit.tables import sessions

PAIR = ("Player00", "Player01")


def audited(number: int, seed: int, partners: Mapping[str, Partner], met: int) -> PlayAudit:
    """The audit of so many sessions, in the first of which the pair sits together."""
    with Store() as store:
        store.import_text(sessions(number, seed, partners=partners, together=PAIR if met else (), met=met))
        return store.audit_play()


def partners(takes: float, *, dumps: bool = False) -> dict[str, Partner]:
    """The pair, each for the other; or the first for the second, to whom it loses its chips."""
    first, second = PAIR
    return {first: Partner(second, takes, dumps)} | ({} if dumps else {second: Partner(first, takes)})


def found(audit: PlayAudit) -> tuple[bool, int]:
    """Whether the pair is found, and how many others are."""
    named = set(audit.pairs.filter("found").select("first", "second").iter_rows())
    return PAIR in named, len(named - {PAIR})
