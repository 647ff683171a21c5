"""What is said aside is heard once by whoever listens, also from other processes."""

from __future__ import annotations

import pytest

from histparse.system.asides import aside, heard_by
from histparse.system.workers import shared


def test_a_sentence_is_heard_once() -> None:
    said: list[str] = []
    aside("nobody listens")
    with heard_by(said.append):
        for sentence in ("one", "two", "one"):
            aside(sentence)
    aside("nobody listens any more")
    assert said == ["one", "two"]


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_a_worker_says_is_heard_here(jobs: int) -> None:
    said: list[str] = []
    with heard_by(said.append):
        assert list(shared(aside, ["one", "two", "one", "two", "one"], jobs)) == [None] * 5
    assert sorted(said) == ["one", "two"]
