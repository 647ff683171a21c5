"""Step 6e, lake: the file that makes a place a lake, with the version of its tables."""

from __future__ import annotations

from msgspec import DecodeError, Struct, json

from histparse.store.database.connection import StoreError
from histparse.store.lake.place import Place
from histparse.store.schema import VERSION

FILE = "lake.json"


class Kind(Struct, frozen=True):
    """What that file says."""

    product: str = "histparse"
    schema: int = VERSION
    """The version of analytics/schema that the tables have."""


def found(place: Place) -> None:
    """Make the place a lake if it is none. Raises StoreError for one of another version, or a folder of other files."""
    if not place.is_there(FILE) and all(name.startswith(".") for name in place.names()):
        place.write(FILE, json.encode(Kind()) + b"\n")
    elif not place.is_there(FILE):  # asked again: another import may have made it a lake meanwhile
        raise StoreError(f"{place.address}: not a lake, and not empty; choose an empty folder, or a new one")
    else:
        check(place)


def check(place: Place) -> None:
    """Raise StoreError unless it is a lake of this version."""
    if not place.is_there(FILE):
        raise StoreError(f"{place.address}: no such lake; `histparse import --lake` makes one")
    try:
        kind = json.decode(place.read(FILE), type=Kind)
    except DecodeError as error:
        raise StoreError(f"{place.address}/{FILE}: not the file of a lake of histparse") from error
    if kind.product != "histparse":
        raise StoreError(f"{place.address}: not a lake of histparse")
    if kind.schema != VERSION:
        age, todo = ("a newer", "update histparse") if kind.schema > VERSION else ("an older", _ANEW)
        raise StoreError(
            f"{place.address}: made by {age} histparse (schema {kind.schema}, this one reads {VERSION}); {todo}"
        )


_ANEW = "import the histories into a new lake"
