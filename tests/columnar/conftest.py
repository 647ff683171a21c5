"""Compiled code for all tests of the fast lane."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="session", autouse=True)
def _compiled(compiled: dict[str, str]) -> None:
    """All these tests use compiled code."""
