"""Step 7c, privacy: the text of a hand under pseudonyms, which reads as the same play or is not given out."""

from __future__ import annotations

from collections import Counter
from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from histparse.export import heading
from histparse.model.findings import Finding
from histparse.model.hand import Hand
from histparse.parsing.parser import Parsed, parse_hand
from histparse.privacy.in_place import InPlace, UnreplacedError
from histparse.privacy.masked import Wishes, mask_hand, strip_all_but_play
from histparse.privacy.phh_in_place import PhhInPlace
from histparse.privacy.pseudonyms import Pseudonyms
from histparse.reader import HandText
from histparse.rules.tables import earliest_and_latest_time

_IN_PLACE: dict[str, type[InPlace | PhhInPlace]] = {"phh": PhhInPlace}
"""For sites whose lines are not the lines of the text."""


class Rewritten(Struct, frozen=True):
    """A hand under pseudonyms. `heading` stands above it and others, at sites that write one."""

    text: str
    heading: str
    hand: Hand


def rewrite_hand_if_possible(text: HandText, parsed: Parsed, names: Pseudonyms, wishes: Wishes) -> Rewritten | None:
    """The hand under pseudonyms; None if it cannot be written so that it reads as the same play."""
    if parsed.hand is None or (wishes.times and not _is_possible_time(parsed.hand.header.played_at)):
        return None
    kinds = (True,) if parsed.hand.header.kind is None else (True, False)  # a word of the site cannot be exchanged
    attempts = (_rewrite_if_equivalent(text, parsed, parsed.hand, names, replace(wishes, kinds=kind)) for kind in kinds)
    try:
        return next(filter(None, attempts), None)
    except UnreplacedError:
        return None


def _is_possible_time(played_at: datetime | None) -> bool:
    """Whether it could be played then: in another week an impossible time might become a possible one."""
    first, last = earliest_and_latest_time()
    return played_at is None or first <= played_at <= last


def _rewrite_if_equivalent(
    text: HandText, parsed: Parsed, hand: Hand, names: Pseudonyms, wishes: Wishes
) -> Rewritten | None:
    """The new text of the hand if it reads as the hand under pseudonyms, with the same findings."""
    replacement = _IN_PLACE.get(text.site, InPlace)(text, hand, names, wishes)
    new_heading, changed = replacement.rewritten_heading_and_text()
    hidden = mask_hand(hand, names, wishes, replacement.unnamed)
    again = parse_hand(HandText("", 1, changed, text.site, new_heading or heading(hidden)))
    if again.hand is None or strip_all_but_play(again.hand) != strip_all_but_play(hidden):
        return None
    if text.site not in _IN_PLACE and again.hand.header.hand_id != hidden.header.hand_id:
        return None
    if _count_codes(again.findings) != _count_codes(parsed.findings) or len(again.hand.doubts) != len(hand.doubts):
        return None
    return Rewritten(changed, new_heading or heading(again.hand), again.hand)


def _count_codes(findings: tuple[Finding, ...]) -> Counter[str]:
    return Counter(finding.code for finding in findings)
