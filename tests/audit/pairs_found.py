"""How often audits of play find partners, and how often they find anybody else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from histparse import Store
from histparse.audit.chi_square import LEVEL
from histparse.audit.play_audit import PlayAudit
from tests.audit.tables import pairs, sessions
from tests.dealer.habits import Favour, Partner

PAIR = ("Player00", "Player01")


def audited(number: int, seed: int, partners: Mapping[str, Partner], shared_sessions: int) -> PlayAudit:
    """The audit of so many sessions, in the first of which the pair sits together."""
    with Store() as store:
        store.import_text(
            sessions(
                number,
                seed,
                partners=partners,
                companions=PAIR if shared_sessions else (),
                shared_sessions=shared_sessions,
            )
        )
        return store.audit_play()


def partners(chance_taken: float) -> dict[str, Partner]:
    """The pair, each for the other."""
    first, second = PAIR
    return {first: Partner(second, chance_taken), second: Partner(first, chance_taken)}


def favoured(
    favour: Favour, chance_taken: float, shared_sessions: int, number: int, seed: int, *, both: bool
) -> Counter[str]:
    """How many of so many pairs each test would find, were the pair the only one; `nobody`: none; and `others`."""
    with Store() as store:
        store.import_text(pairs(favour, chance_taken, shared_sessions, number, seed, both=both))
        audit = store.audit_play()
    counts = Counter(nobody=number)
    for row in audit.pairs.iter_rows(named=True):
        if row["first"].removeprefix("First") == row["second"].removeprefix("Second"):
            is_found = row["p"] * audit.judged <= LEVEL
            counts.update({row["test"]: 1, "nobody": -1} if is_found else {})
        else:
            counts["others"] += row["found"]
    return +counts


def check_pair(audit: PlayAudit) -> tuple[bool, int]:
    """Whether the pair is found, and how many others are."""
    named = set(audit.pairs.filter("found").select("first", "second").iter_rows())
    return PAIR in named, len(named - {PAIR})
