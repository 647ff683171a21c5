"""The campaign's own judgement: what it complains of, and how it narrows that down."""

from __future__ import annotations

import pytest

from tests.fuzz.campaign import narrowed
from tests.fuzz.inputs import Input
from tests.fuzz.served import Ended
from tests.fuzz.verdict import Bounds, complaint

ALLOWED = Bounds((0, 1, 2), 2.0, 1000)


@pytest.mark.parametrize(
    ("ended", "words"),
    [
        (Ended(-11), "killed by signal 11"),
        (Ended(2, errors="histparse: an error of the program itself (KeyError: 1)\n"), "error of the program"),
        (Ended(1, errors="Traceback (most recent call last):\n"), "Traceback"),
        (Ended(3), "exit code 3"),
        (Ended(2), "without a sentence"),
        (Ended(0, seconds=3.0), "took 3.0 s"),
        (Ended(0, peak=1 << 30), "took 1024 MB"),
        (Ended(0, errors="a \x1b[31mplayer\n"), r"printed '\x1b'"),
        (Ended(0, printed='{"half": '), "no program can read"),
    ],
)
def test_what_is_wrong_is_reported(ended: Ended, words: str) -> None:
    assert words in str(complaint(["check", "--format", "json"], ended, ALLOWED))


def test_the_one_input_it_takes_is_found() -> None:
    inputs = [Input(b"%d.txt" % number, b"") for number in range(50)]
    assert narrowed(inputs, lambda part: inputs[37] in part) == [inputs[37]]
    assert narrowed(inputs, lambda part: {inputs[3], inputs[37]} <= {*part}) == inputs
