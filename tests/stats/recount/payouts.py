"""Who gets the chips, for texts that do not say: worked out from the hands shown."""

from __future__ import annotations

from histparse.model.ranking import number
from tests.stats.recount.person import Person


def pay_out(people: list[Person]) -> None:
    """Each layer of the pot goes to the best of those in it. `people`: in order from left of the button."""
    paid = 0
    for level in sorted({person.put for person in people if not person.folded}):
        layer = sum(min(person.put, level) - min(person.put, paid) for person in people)
        _share(layer, [person for person in people if not person.folded and person.put >= level])
        paid = level


def _share(layer: int, able: list[Person]) -> None:
    """Equal hands share; what cannot be halved goes to the first of them."""
    best = min(map(_strength, able))
    winners = [person for person in able if _strength(person) == best]
    for n, winner in enumerate(winners):
        winner.won += layer // len(winners) + (n < layer % len(winners))


def _strength(person: Person) -> int:
    cards = person.cards[-1]
    return number(cards) if cards else 9_999
