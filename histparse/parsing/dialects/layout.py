"""Where a dialect's text has what: declared for the fast import, which follows lines without reading them anew."""

from __future__ import annotations

from msgspec import Struct


class Layout(Struct, frozen=True):
    """How the lines of a dialect are laid out. Data of the dialect."""

    seat_frame: tuple[str, str] = (": ", " (")
    """What stands before and behind the name in the line of a seat."""
    chat_frame: tuple[str, str, str] = ("", "", "")
    """What stands before the name in a line of chat, between name and words, and behind the words; empty where chat
    begins with the name and ends with the words."""
    escapes: str = ""
    """Letters by which a name may be written otherwise than it is."""
    ends_seats: bool = False
    """The seats end with a line of its own, which no hand lacks."""
    deals_late: bool = False
    """The first cards of a player whose cards are shown stand below the first betting round."""
    restates_hands: bool = False
    """Below a draw stand all five cards of such a player, and not which ones they threw."""
    numbers_pots: bool = False
    """The pot has a number even if it is the only one."""
