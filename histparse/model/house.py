"""The house's rules: cap, players, reshuffle policy, order of showing. One TOML file per profile in `houses/`."""

from __future__ import annotations

import re
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Annotated, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from histparse.model.cards import DECK
from histparse.model.errors import HistparseError, quoted, suggest_names
from histparse.system.files import read_whole_file

PROFILES = Path(__file__).parent / "houses"
MOST_PLAYERS = len(DECK) // 5
"""No more players can be dealt five cards."""
Bets = Annotated[int, Meta(ge=1)]


class HouseError(HistparseError):
    """A house file that cannot be used; the message is one sentence naming file and key."""


class Shortage(StrEnum):
    """The fate of the last cards of a stub that cannot fill a draw."""

    MIXED_IN = "mixed in"
    DEALT_FIRST = "dealt first"
    UNKNOWN = "unknown"


class Source(StrEnum):
    """Cards that a reshuffle may bring back."""

    FOLDED_HANDS = "folded hands"
    EARLIER_DRAWS = "earlier draws"
    THIS_DRAW = "this draw"
    """Discards of players already served in this draw."""


class ShortRaise(StrEnum):
    """The effect of a short all-in on the next raise."""

    COMPLETES = "completes"
    """The next raise completes the bet to the full size; all-in and completion are one bet."""
    ADDS = "adds"
    """The next raise adds a full bet to the short amount; a short all-in of half a bet or more counts as a bet."""
    HALF_COUNTS = "half counts"
    """A short all-in of half a bet or more counts as a full bet."""
    UNKNOWN = "unknown"


class FirstToShow(StrEnum):
    """Who shows first when the last betting round was checked through."""

    LEFT_OF_BUTTON = "left of button"
    LAST_AGGRESSOR = "last aggressor"
    UNKNOWN = "unknown"


class House(Struct, frozen=True, forbid_unknown_fields=True):
    """A rule set. Unknown rules default to the most lenient value: no finding without proof."""

    name: str
    most_players: Annotated[int, Meta(ge=2, le=MOST_PLAYERS)] = MOST_PLAYERS
    cap: Bets | Literal["none"] = "none"
    """Bets in one round, the big blind being the first."""
    cap_heads_up: Bets | Literal["none"] = "none"
    heads_up_counts: Literal["hand", "round", "table"] = "hand"
    """When the heads-up cap applies: two dealt in, two live as the round begins, or a tournament's last two."""
    announces_cap: bool = False
    shortage: Shortage = Shortage.UNKNOWN
    reshuffled: tuple[Source, ...] = tuple(Source)
    this_draw_last: bool = False
    """This draw's discards come back only when all other cards are dealt."""
    own_discard_returns: bool = True
    """A player's own discards of earlier draws may come back to them."""
    announces_reshuffle: Literal["yes", "no", "unknown"] = "unknown"
    short_raise: ShortRaise = ShortRaise.UNKNOWN
    first_to_show: FirstToShow = FirstToShow.UNKNOWN


def profile_names() -> list[str]:
    """The profiles that come with the package."""
    return sorted(file.stem for file in PROFILES.glob("*.toml"))


def house(name_or_file: str) -> House:
    """The profile of that name, or the rule set in that TOML file. Raises HouseError."""
    try:
        return _load_profile(name_or_file) or _read_house(Path(name_or_file))
    except OSError as error:
        known = ", ".join(profile_names())
        raise HouseError(f"there is no house {quoted(name_or_file)}: name one of {known}, or a TOML file") from error


@cache
def _load_profile(name: str) -> House | None:
    return _read_house(PROFILES / f"{name}.toml") if name in profile_names() else None


def _read_house(file: Path) -> House:
    try:
        return read_toml(read_whole_file(file), House, str(file))
    except HistparseError as error:
        raise HouseError(str(error)) from error


@cache
def house_of_site_or_lenient_default(site: str) -> House:
    """The profile named after that site; a lenient default if there is none. Raises HouseError."""
    return house(site) if site in profile_names() else House(site)


# --- TOML ------------------------------------------------------------------------------------------------------------

LARGEST = 1 << 14
"""The most bytes of such a file: Python's reader takes hours for some larger ones."""
Settings = TypeVar("Settings", bound=msgspec.Struct)
_UNKNOWN = re.compile(r"Object contains unknown field `([^`]++)`")
_KIND = re.compile(r"Expected `([^`]++)`, got `([^`]++)`(?: - at `\$\.?([^`]++)`)?$")
_WORDS = {
    "str": "a text in quotes",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "array": "a list in brackets",
    "object": "a table",
}
"""What a value is, by the library's word for it."""


def read_toml(data: bytes, settings_type: type[Settings], file_name: str) -> Settings:
    """The settings that the file `called` so says. Raises HistparseError, in a sentence that names the line or key."""
    if len(data) > LARGEST:
        raise HistparseError(f"{file_name}: larger than any file of settings, which has at most {LARGEST:,} bytes")
    try:
        return msgspec.toml.decode(data, type=settings_type)
    except RecursionError as error:
        raise HistparseError(f"{file_name}: nested too deeply for a file of settings") from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise HistparseError(f"{file_name}: {_explain_error(str(error), settings_type)}") from error


def _explain_error(message: str, settings_type: type[msgspec.Struct]) -> str:
    if unknown := _UNKNOWN.match(message):
        return suggest_names("setting", unknown[1], settings_type.__struct_fields__)
    if wrong := _KIND.match(message):
        expected = " or ".join(_WORDS.get(word, word) for word in wrong[1].split(" | ") if word != "null")
        return f"{quoted(wrong[3] or 'it')} must be {expected}, not {_WORDS.get(wrong[2], wrong[2])}"
    return message
