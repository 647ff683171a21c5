"""Step 6d, settle: a stored hand is read again from its text, with the cards that other views of it show."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from histparse import flow
from histparse.judging.engine import HandResult
from histparse.judging.views import Views
from histparse.model.hand import Hand, Limit
from histparse.model.text_codes import SYN09
from histparse.reader import HandText

HEADER = "betting, low_stake, high_stake, small_blind, tournament_level"
COLUMNS = f"""path, first_line, text, site, {HEADER}, (
    SELECT list(aside.text ORDER BY aside.text_id) FROM set_aside AS aside
    WHERE aside.code = '{SYN09.code}' AND aside.site = hands.site AND aside.hand_id = hands.hand_id
) AS views"""  # noqa: S608 - our code


class StoredHand(Struct, frozen=True):
    """A text of a database with what its row has of the header, in the order of `COLUMNS`.

    At some sites only a heading above several hands says it, and the text does not have that.
    """

    path: str
    first_line: int
    text: str
    site: str
    betting: str
    low: int
    high: int
    small_blind: int | None
    level: str | None
    views: list[str] | None
    """The texts of other views."""


def reparse_hand_with_views(stored: StoredHand) -> HandResult:
    """The events of a text from a database."""
    text = HandText(stored.path, stored.first_line, stored.text, stored.site)
    read = flow.parse_text(text)
    if read.hand is None:
        return read
    hand = _apply_stored_header(read.hand, stored)
    if stored.views:
        other_hands = (reparse_hand_with_views(replace(stored, text=view, views=None)).hand for view in stored.views)
        hand = Views([hand, *filter(None, other_hands)]).merge_views(0)
    return replace(read, hand=hand)


def _apply_stored_header(hand: Hand, stored: StoredHand) -> Hand:
    """The hand at the stakes and level of its row; stakes that its own text states are only ever in another order."""
    header, limit = hand.header, Limit(stored.betting)
    level = header.tournament and replace(header.tournament, level=stored.level)
    header = replace(header, small_blind=stored.small_blind, tournament=level)
    if {header.low, header.high} != {stored.low, stored.high} or header.limit is not limit:
        header = replace(header, limit=limit, low=stored.low, high=stored.high)
    return replace(hand, header=header)
