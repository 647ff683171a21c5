"""`histparse street`: what it prints for people and programs, and what it says of streets that cannot be."""

from __future__ import annotations

from shlex import split

import pytest

from tests.cli.commands import Printed, PrintedJson, Refusal


@pytest.mark.nightly
def test_the_last_two_streets_for_people(printed: Printed) -> None:
    output = " ".join(printed("street", "75432", "2c3d4h7s/Kc", "--pot", "6", "--cap", "1").split())
    assert output.startswith("Of a pot of 6 big bets the first gets ")
    assert "In the model's own game the worse of both can lose 0.0" in output
    assert "With real cards the first could win " in output
    assert "With real cards the second could win " in output
    assert "the second draws after bet, call, the other standing pat (" in output
    assert "is near an equilibrium of a stated model" in output


@pytest.mark.nightly
def test_the_last_two_streets_for_programs(printed_json: PrintedJson) -> None:
    answer = printed_json("street", "98765, 8d7c5h4s2c", "2c3d4h7s/Kc", "--pot", "4", "--house", "kingsclub")
    assert sum(answer["values"]) == pytest.approx(4)
    assert 0 <= answer["exploitable"] <= 0.001
    assert all(0 <= loss["more"] <= 0.005 for loss in answer["with_real_cards"])
    for spot in answer["spots"]:
        assert sum(hand["held"] for hand in spot["hands"]) == pytest.approx(1)
        assert all(sum(hand["acts"].values()) == pytest.approx(1, abs=1e-4) for hand in spot["hands"])
    # who acts at all comes to the draw unless somebody folds, and then the second draws
    draws = [spot for spot in answer["spots"] if spot["is_draw"]]
    first, second = (sum(spot["comes"] for spot in draws if spot["player"] == player) for player in (1, 2))
    assert first == pytest.approx(second, abs=1e-4)
    assert 0 < first <= 1.0001


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("2347 2347 --pot 6 --house nowhere", "there is no house `nowhere`: name one of "),
        ("'two-card 7-' 2347 --pot 6", "`two-card 7-` has too many draws to look at: name fewer hands"),
        pytest.param(
            "'7c5d4h3s2c, KcKdQhJsTc' 98764 --pot 2 --cap 1",
            "with real cards 1",
            marks=pytest.mark.nightly,
        ),
        ("7c5d4h3s2c 7c5d4h3s2d --pot 6", "these hands need the same cards: they cannot be held together"),
    ],
)
def test_streets_that_cannot_be(refusal: Refusal, line: str, sentence: str) -> None:
    assert refusal("street", *split(line)).startswith(sentence)
