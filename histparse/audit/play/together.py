"""Audit, play: whether two are at one table more often than others who play at that hour."""

from __future__ import annotations

SIGN = 1
SIDE = "more"
UNIT = "hours"
EXPLAINS = "friends and families like to sit together; tables that are always full leave little choice"
