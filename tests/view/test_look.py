"""A hand at a glance: what is in it, where it is found, and how it is shown."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from itertools import accumulate, islice
from pathlib import Path

import pytest
from msgspec.structs import replace

from histparse import flow, view
from histparse.cli import app
from histparse.cli.screen import Screen
from histparse.model.hand import Limit
from histparse.parsing.dialects.base import dialects
from histparse.reader import HandText
from histparse.simulate import Settings, deal_hands
from histparse.store import Database
from histparse.view import HandView, glance
from histparse.view.hand_words import describe_held_cards
from histparse.view.model import Call, Drawn, HeldCards, Kind, Raise, Show
from tests.conftest import NIGHTLY
from tests.dealer.writing import heading, write, writer
from tests.samples import FOLDER, of_all_sites
from tests.store.filling import fill

HAND = FOLDER / "pokerstars" / "by_hand_all_in_side_pot.txt"


@pytest.fixture(scope="module")
def hand() -> HandView:
    return view.film_at_line(str(HAND), 20).view


def shown(hand: HandView, width: int = 80) -> str:
    """What is printed where there is no terminal."""
    out = io.StringIO()
    glance.print_hand(hand, Screen(out, width=width))
    return out.getvalue()


def draws(hand: HandView, player: str) -> list[Drawn]:
    return [step for stage in hand.stages for step in stage.steps if isinstance(step, Drawn) and step.player == player]


def test_seats_positions_stacks_and_nets(hand: HandView) -> None:
    assert [(seat.player, seat.position, seat.stack, seat.net, seat.hero) for seat in hand.seats] == [
        ("Bodo Pat", "SB", 3100, -1300, False),
        ("Short Stefan", "BB", 550, 1018, False),
        ("Katja72", "BTN", 4400, 125, True),
    ]
    assert (hand.pot, hand.rake) == (3150, 157)


def test_rounds_with_pot_and_bets(hand: HandView) -> None:
    assert [(stage.kind, stage.number, stage.pot) for stage in hand.stages] == [
        (Kind.BETTING, 0, 0),
        (Kind.DRAW, 1, 1200),
        (Kind.BETTING, 1, 1200),
        (Kind.DRAW, 2, 1950),
        (Kind.BETTING, 2, 1950),
        (Kind.DRAW, 3, 2750),
        (Kind.BETTING, 3, 2750),
        (Kind.SHOWDOWN, 3, 3150),
    ]
    assert hand.stages[2].steps[1:] == (
        Raise(23, "Short Stefan", 150, all_in=True),
        Raise(24, "Katja72", 200),
        Raise(25, "Bodo Pat", 300),
        Call(26, "Katja72", 100),
    )


def test_the_hero_s_hand_after_every_draw_with_the_chance_of_a_better_one(hand: HandView) -> None:
    made = [
        (step.thrown, step.received, step.hand and step.hand.name, step.hand and step.hand.number)
        for step in draws(hand, "Katja72")
    ]
    assert made == [
        (("8d",), ("Jc",), "J-8-5-3-2", 138),
        (("Jc",), ("4c",), "8-5-4-3-2", 5),
        (None, None, "8-5-4-3-2", 5),
    ]
    # 47 cards are not seen; the pair of eights is bettered by all but the last eights; of 46, a jack is bettered by
    # every 4, 6, 7, 9 and ten, J-8-5-3-2 being no straight or flush with any of them.
    chances = [step.better for step in draws(hand, "Katja72")]
    assert chances[:2] == [pytest.approx(45 / 47), pytest.approx(20 / 46)]
    assert chances[2] is not None
    assert chances[2] == pytest.approx(4 / 45)  # for the eight, a seven; a six would be a straight


def test_a_hand_not_seen_has_no_name_before_it_is_shown(hand: HandView) -> None:
    assert [(step.count, step.hand, step.better) for step in draws(hand, "Bodo Pat")] == [
        (1, None, None),
        (0, None, None),
        (0, None, None),
    ]
    printed = [step for step in hand.stages[-1].steps if isinstance(step, Show)]
    assert [(step.player, step.mucked, step.hand and step.hand.number) for step in printed] == [
        ("Katja72", False, 5),
        ("Short Stefan", False, 2),
        ("Bodo Pat", True, 28),
    ]


def test_findings_follow_the_step_they_are_about() -> None:
    lines = shown(view.film_at_line(str(FOLDER / "illegal" / "BET02_fifth_bet.txt"), 1).view).splitlines()
    [at] = [place for place, line in enumerate(lines) if "BET02 line 32" in line]
    assert lines[at - 1].endswith("Odd_Tomas raises to $10") or "$6, Katja72 raises to $8" in lines[at - 1]
    assert "Katja72 calls $2" in lines[at + 1]


@pytest.mark.nightly
@pytest.mark.soak(1)
@pytest.mark.parametrize("width", [60, 80])
def test_every_sample_fits_the_screen(width: int) -> None:
    for file in of_all_sites():
        for result in islice(flow.cut_file_into_hand_texts(file), 2):
            if result.text and (found := view.read_view(result.text)):
                text = shown(found, width)
                assert max(map(len, text.splitlines())) <= width
                assert found.hand_id in text


def test_colours_only_on_a_terminal(hand: HandView, monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    def on_terminal() -> str:
        out = Terminal()
        glance.print_hand(hand, Screen(out, width=80))
        return out.getvalue()

    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert "\x1b" not in shown(hand)
    assert re.search(r"\x1b\[3\dm", on_terminal())
    monkeypatch.setenv("NO_COLOR", "1")
    assert not re.search(r"\x1b\[[\d;]*3\d[;m]", on_terminal())


# -- where hands are found ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def database() -> Iterator[Database]:
    with Database(":memory:") as made:
        fill(made, [*of_all_sites(), FOLDER / "illegal"] if NIGHTLY else [HAND])
        yield made


def _looked_at(text: HandText) -> HandView:
    found = view.read_view(text)
    assert found
    return found


@pytest.mark.nightly
def test_from_a_database_it_is_as_from_its_file(database: Database) -> None:
    """At Merge, a heading above several hands states the stakes; the hand's own text does not."""
    seen = set()
    for file in of_all_sites():
        result = next(flow.judge_file(file))
        if result.hand and result.text and result.table and result.table.complete:
            header = result.hand.header
            seen.add(header.site)
            stored = view.find_view(database, f"{header.site}:{header.hand_id}")
            if stored.path != result.text.path:
                continue  # another sample begins with this hand
            assert replace(stored, findings=()) == replace(_looked_at(result.text), findings=())
            assert (stored.limit, stored.low, stored.high) == (header.limit, header.low, header.high)
    assert seen == set(dialects())


def test_the_stakes_of_a_hand_that_does_not_state_them(tmp_path: Path) -> None:
    lines = HAND.read_text().replace("Limit ($1/$2 USD)", "Pot Limit ($1/$2 USD)")
    (tmp_path / "a.txt").write_text(lines)
    with Database(":memory:") as made:
        fill(made, [tmp_path / "a.txt"])
        made.connection.execute("UPDATE hands SET betting = 'no limit', low_stake = 300, high_stake = 600")
        found = view.find_view(made, "104200271828")
    assert (found.limit, found.low, found.high) == (Limit.NO, 300, 600)


def test_only_ten_low_and_better_have_a_place_in_the_ranking() -> None:
    hands = {number: describe_held_cards(HeldCards((), number, "held")) for number in (1, 3, 121, 122, 7462)}
    assert hands == {
        1: "held, best of 7,462 hands",
        3: "held, 3rd best of 7,462 hands",
        121: "held, 121st best of 7,462 hands",
        122: "held",
        7462: "held",
    }


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [("10420027182", "there is no hand `10420027182`: did you mean `104200271828`"), ("", "there is no hand ``")],
)
def test_an_unknown_number(database: Database, asked: str, sentence: str) -> None:
    with pytest.raises(view.ViewError, match=re.escape(sentence)):
        view.find_view(database, asked)


def test_a_number_at_several_sites() -> None:
    with Database(":memory:") as made:
        fill(made, [HAND])
        made.connection.execute("INSERT INTO hands SELECT * REPLACE ('other' AS site, 7 AS hand_key) FROM hands")
        made.connection.execute("INSERT INTO texts SELECT 7, text FROM texts")
        with pytest.raises(view.ViewError, match="name `other:104200271828` or `pokerstars:104200271828`"):
            view.find_view(made, "104200271828")
        assert view.find_view(made, "PokerStars:104200271828").site == "pokerstars"


# -- the command --------------------------------------------------------------------------------------------


@pytest.mark.nightly
def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    db = str(tmp_path / "a.duckdb")
    assert app.run_command_line(["import", str(HAND), "--db", db]) == 0
    capsys.readouterr()
    assert app.run_command_line(["show", "104200271828", "--db", db]) == 0
    from_database = capsys.readouterr().out
    said = " ".join(from_database.split())  # a line may be broken
    assert "Katja72 throws Jc (43.5% to improve), gets 4c: 8-5-4-3-2, 5th best of 7,462 hands" in said
    assert app.run_command_line(["show", f"{HAND}:5"]) == 0
    assert capsys.readouterr().out == from_database
    assert app.run_command_line(["show", "104200271828", "--db", db, "--format", "json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["seats"][2]["net"] == 125
    assert data["stages"][1]["steps"][2]["hand"]["number"] == 138


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ("123", "there are no hands yet; `histparse start` finds and imports them"),
        (f"{HAND}:999", "has no hand at line 999"),
        ("none.txt:1", "cannot read none.txt: No such file or directory"),
        (f"{FOLDER / 'malformed' / 'SYN01_no_seats.txt'}:1", "cannot be read; `histparse check` says why"),
        ("27TD x", "`27TD x` is not a hand on one line"),
    ],
)
def test_what_cannot_be_shown_is_one_sentence(capsys: pytest.CaptureFixture[str], asked: str, sentence: str) -> None:
    assert app.run_command_line(["show", asked]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert sentence in err


LOOSE = Settings(hands=30, seed=4, players=(6, 6), callers=0.9, chatter=0)
"""In nearly every other hand of six the deck runs out."""


@pytest.mark.nightly(3)
@pytest.mark.parametrize("site", ["fulltilt", "kingsclub", "merge", "pokerstars", "winamax"])
def test_the_first_reshuffle_is_where_52_cards_have_run_out(site: str) -> None:
    """Counted from the cards dealt, as most sites announce none."""
    reshuffles = 0
    for dealt in deal_hands(replace(LOOSE, writer=writer(site))):
        drawn = draws_of(write(dealt), site, heading(dealt))
        given = [*accumulate((step.count for step in drawn), initial=5 * 6)][1:]
        out = next((step for step, cards in zip(drawn, given, strict=True) if cards > 52 and step.count), None)
        assert next((step for step in drawn if step.reshuffled), None) is out
        reshuffles += out is not None
    assert reshuffles > 10


def test_each_announced_reshuffle_is_named_once() -> None:
    """At the draw behind its line."""
    for dealt in deal_hands(LOOSE):
        text = write(dealt)
        drawn = draws_of(text, "pokerstars")
        announced = [number for number, line in enumerate(text.split("\n"), 1) if line == "The deck is reshuffled"]
        expected = [min(step.line for step in drawn if step.count and step.line > number) for number in announced]
        assert [step.line for step in drawn if step.reshuffled] == expected


def draws_of(text: str, site: str, heading: str = "") -> list[Drawn]:
    seen = view.read_view(HandText("", 1, text.rstrip("\n"), site, heading))
    assert seen is not None
    return [step for stage in seen.stages for step in stage.steps if isinstance(step, Drawn)]
