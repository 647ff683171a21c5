"""Step 7c, privacy: a secret map of whole numbers that keeps their order, with gaps that differ everywhere."""

from __future__ import annotations

from hashlib import blake2b

BITS = 50
"""Numbers of sites are shorter. Of a longer one what is above these bits stays as it is."""
SPREAD = 14
"""Bits by which numbers get longer on average, which gives gaps room to be unequal."""


class KeyedOrder:
    """The map of one key: a larger number gives a larger one.

    Numbers are halved and halved again, and so is the room for what they become, at a place that the key and the half
    decide. Knowing what one number becomes tells how far that path went, and of others only that they are on that side.
    """

    def __init__(self, key: bytes) -> None:
        """`key`: up to 64 bytes."""
        self._key = key

    def __call__(self, number: int) -> int:
        """What the number, from 0, becomes: never less than it was."""
        above, below = number >> BITS, number & (1 << BITS) - 1
        start, room = above << BITS + SPREAD, 1 << BITS + SPREAD
        for bit in reversed(range(BITS)):
            lower = self._lower(1 << bit, room, number >> bit + 1, bit)
            if below >> bit & 1:
                start, room = start + lower, room - lower
            else:
                room = lower
        return start + self._draw(number, BITS) % room

    def _lower(self, half: int, room: int, numbers: int, bit: int) -> int:
        """The room of the lower half: a place for each of its numbers, and from a quarter to three of what is spare."""
        spare = room - 2 * half
        return half + spare // 4 + self._draw(numbers, bit) % (spare // 2 + 1)

    def _draw(self, numbers: int, bit: int) -> int:
        drawn = blake2b(b"%d %d" % (numbers, bit), key=self._key, digest_size=16)
        return int.from_bytes(drawn.digest(), "big")
