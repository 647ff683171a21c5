"""Whatever the bytes: hands, findings or nothing. Hypothesis shrinks what it finds; the campaign has the commands."""

from __future__ import annotations

import io

from hypothesis import given
from hypothesis import strategies as st

from histparse.api.in_and_out import as_json
from histparse.model.findings import Finding
from histparse.parsing.cutting import read_text
from histparse.parsing.parser import parse_hand
from histparse.reader import Text
from histparse.reader.source import Source
from tests.fuzz.material import texts
from tests.rules.altering import judge_as_site

TEXTS = texts()


def expect_hands_or_findings(data: bytes) -> int:
    """Read, parse and judge those bytes. Gives the number of hands and findings: each begins on a line of its own."""
    count = 0
    for piece in read_text(Text(Source("x", io.BytesIO(data)))):
        count += 1
        if isinstance(piece, Finding):
            assert piece.line >= 1
            continue
        parsed = parse_hand(piece)
        assert parsed.hand is not None or parsed.summary is not None or parsed.findings or not piece.text.strip()
        if parsed.hand is not None:
            as_json((parsed.hand, judge_as_site(parsed.hand).findings))
    return count


def lines(data: bytes) -> int:
    """No text has more of them, whatever its encoding."""
    return 1 + data.count(b"\n") + data.count(b"\r")


@given(st.binary(max_size=300))
def test_any_bytes(data: bytes) -> None:
    assert expect_hands_or_findings(data) <= lines(data)


@given(st.sampled_from(TEXTS), st.integers(0, 4000), st.binary(max_size=40), st.integers(0, 40))
def test_any_bytes_within_a_sample(text: bytes, place: int, put: bytes, lost: int) -> None:
    damage = text[:place] + put + text[place + lost :]
    assert expect_hands_or_findings(damage) <= lines(damage)
