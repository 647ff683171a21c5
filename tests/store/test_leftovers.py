"""The few hands that the fast lane leaves are gathered, and nothing is lost by it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from histparse.flow import cut
from histparse.judging.hand_result import HandResult
from histparse.store.rows import filling
from histparse.store.rows.batch import Batch, Frames
from histparse.store.rows.filling import FEW, FirstPass, Leftovers, filled, first_pass
from tests.samples import FOLDER

HANDS = list(cut(FOLDER / "pokerstars" / "session_cash_six_handed.txt"))[: FEW + 1]


@pytest.mark.parametrize(("leaves", "judged"), [(1, 0), (2, 2)])
def test_few_hands_are_left_and_more_are_judged(leaves: int, judged: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def lane(_: Batch, results: Sequence[HandResult]) -> Sequence[HandResult]:
        return results[-leaves:]

    monkeypatch.setattr(filling, "without_plain", lane)
    made = first_pass(HANDS)
    assert len(made.left) == leaves - judged
    assert hands_in(made.frames) == judged


def test_what_is_left_is_a_load_when_there_is_enough_of_it_and_the_rest_a_batch_at_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(filling, "ENOUGH", 3)
    gathered, loads = Leftovers(), list[Sequence[HandResult]]()

    def work(load: Sequence[HandResult]) -> FirstPass:
        loads.append(load)
        return FirstPass(filled(()), load[:1] if len(load) > 3 else ())

    made = gathered.take(map(work, gathered.between([HANDS[place : place + 4] for place in range(0, 16, 4)])))
    sizes = [hands_in(frames) for frames in made]
    assert loads[3] == [HANDS[0], HANDS[4], HANDS[8]]
    assert len(loads) == 5
    assert sizes == [0, 0, 0, 0, 0, 1]


def hands_in(frames: Frames) -> int:
    return sum(frames.files.values())
