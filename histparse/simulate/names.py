"""Names for players and tables, invented; some are as awkward as real ones."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

AWKWARD = (
    "Big Blind",
    "wet: paint",
    "(button)",
    "[Ks Kd]",
    "said Olga",
    "ca$h 4 Lena",
    "two  blanks",
    'O\'Neill "Red"',
    "##tilt##",
    "Ünal Blåbær",
    "牌九",
    "draws 2",
    "and is all-in",
    "pot.eu",
    "-Marie-",
    "7 7 7",
    "a_b\\c/d",
    "50% rake",
    "Seat 4",
    "({})",
)
FIRST = (
    "Alma", "Bruno", "Cleo", "Dario", "Edda", "Felix", "Gina", "Hugo", "Ines", "Jonas", "Kaja", "Leo", "Mira", "Nils",
    "Olga", "Pavel", "Rosa", "Sami", "Tove", "Uri", "Vera", "Wim", "Yara", "Zeno",
)  # fmt: skip
LAST = ("72", "_low", "Deuce", " River", "99", "Pat", "snow", ".pl", "Bear", " II", "4ever", "Smooth", "x", "Fisch")
TABLES = (
    "Adhara", "Bellona", "Calypso", "David's Draw", "Elara", "Fides", "Gaspra", "Hektor", "Iris", "Juno", "Klotho",
    "Lumen", "Mimas", "Nysa", "Ops", "Palma",
)  # fmt: skip


def people(random: Random) -> Iterator[str]:
    """An endless supply of distinct names."""
    used: set[str] = set()
    while True:
        name = random.choice(AWKWARD) if random.random() < 0.1 else random.choice(FIRST) + random.choice(LAST)
        while name in used:
            name = f"{random.choice(FIRST)}{random.choice(LAST)}{random.randrange(10_000)}"
        used.add(name)
        yield name


def tables(random: Random) -> Iterator[str]:
    """Table names, none repeated before all are used; there are many, because the same name means the same table."""
    while True:
        names = [f"{name} {number}" for name in TABLES for number in range(1, 200)]
        random.shuffle(names)
        yield from names
