"""A hand at a glance: what is in it, where it is found, and how it is shown."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
from msgspec.structs import replace

from histparse import flow, view
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
from tests.running import Run
from tests.samples import FOLDER, of_all_sites
from tests.store.filling import fill

HAND = FOLDER / "pokerstars" / "by_hand_all_in_side_pot.txt"


@pytest.fixture(scope="module")
def hand() -> HandView:
    return view.film_at_line(str(HAND), 20).view


def printed(hand: HandView, width: int = 80, screen: type[io.StringIO] = io.StringIO) -> str:
    """What is printed on a screen; by default on what is no terminal."""
    text = screen()
    glance.print_hand(hand, Screen(text, width=width))
    return text.getvalue()


def draws_of(hand: HandView, player: str | None = None) -> list[Drawn]:
    """The draws of a player, or of all."""
    draws = [step for stage in hand.stages for step in stage.steps if isinstance(step, Drawn)]
    return [draw for draw in draws if player in (None, draw.player)]


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
    draws = draws_of(hand, "Katja72")
    assert [
        (draw.thrown, draw.received, draw.hand and draw.hand.name, draw.hand and draw.hand.number) for draw in draws
    ] == [
        (("8d",), ("Jc",), "J-8-5-3-2", 138),
        (("Jc",), ("4c",), "8-5-4-3-2", 5),
        (None, None, "8-5-4-3-2", 5),
    ]
    # 47 cards are not seen; the pair of eights is bettered by all but the last eights; of 46, a jack is bettered by
    # every 4, 6, 7, 9 and ten, J-8-5-3-2 being no straight or flush with any of them; of 45, the eight by a seven, as
    # a six would be a straight.
    assert [draw.better for draw in draws] == [pytest.approx(45 / 47), pytest.approx(20 / 46), pytest.approx(4 / 45)]


def test_a_hand_not_seen_has_no_name_before_it_is_shown(hand: HandView) -> None:
    draws = draws_of(hand, "Bodo Pat")
    assert [(draw.count, draw.hand, draw.better) for draw in draws] == [
        (1, None, None),
        (0, None, None),
        (0, None, None),
    ]
    shows = [step for step in hand.stages[-1].steps if isinstance(step, Show)]
    assert [(show.player, show.mucked, show.hand and show.hand.number) for show in shows] == [
        ("Katja72", False, 5),
        ("Short Stefan", False, 2),
        ("Bodo Pat", True, 28),
    ]


def test_findings_follow_the_step_they_are_about() -> None:
    lines = printed(view.film_at_line(str(FOLDER / "illegal" / "BET02_fifth_bet.txt"), 1).view).splitlines()
    [place] = [place for place, line in enumerate(lines) if "BET02 line 32" in line]
    assert lines[place - 1].endswith("Odd_Tomas raises to $10") or "$6, Katja72 raises to $8" in lines[place - 1]
    assert "Katja72 calls $2" in lines[place + 1]


@pytest.mark.nightly
@pytest.mark.soak(1)
@pytest.mark.parametrize("width", [60, 80])
def test_every_sample_fits_the_screen(width: int) -> None:
    for file in of_all_sites():
        for result in islice(flow.cut_file_into_hand_texts(file), 2):
            if result.text and (hand := view.read_view(result.text)):
                text = printed(hand, width)
                assert max(map(len, text.splitlines())) <= width
                assert hand.hand_id in text


def test_colours_only_on_a_terminal(hand: HandView, monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert "\x1b" not in printed(hand)
    assert re.search(r"\x1b\[3\dm", printed(hand, screen=Terminal))
    monkeypatch.setenv("NO_COLOR", "1")
    assert not re.search(r"\x1b\[[\d;]*3\d[;m]", printed(hand, screen=Terminal))


# -- where hands are found ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def database() -> Iterator[Database]:
    with Database(":memory:") as database:
        fill(database, [*of_all_sites(), FOLDER / "illegal"] if NIGHTLY else [HAND])
        yield database


def read_view(text: HandText) -> HandView:
    hand = view.read_view(text)
    assert hand is not None
    return hand


@pytest.mark.nightly
def test_from_a_database_it_is_as_from_its_file(database: Database) -> None:
    """At Merge, a heading above several hands states the stakes; the hand's own text does not."""
    compared = set()
    for file in of_all_sites():
        result = next(flow.judge_file(file))
        if result.hand and result.text and result.table and result.table.complete:
            header = result.hand.header
            stored = view.find_view(database, f"{header.site}:{header.hand_id}")
            if stored.path != result.text.path:
                continue  # another sample begins with this hand
            compared.add(header.site)
            assert replace(stored, findings=()) == replace(read_view(result.text), findings=())
            assert (stored.limit, stored.low, stored.high) == (header.limit, header.low, header.high)
    assert compared == set(dialects())


def test_the_stakes_of_a_hand_that_does_not_state_them(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text(HAND.read_text().replace("Limit ($1/$2 USD)", "Pot Limit ($1/$2 USD)"))
    with Database(":memory:") as database:
        fill(database, [file])
        database.connection.execute("UPDATE hands SET betting = 'no limit', low_stake = 300, high_stake = 600")
        hand = view.find_view(database, "104200271828")
    assert (hand.limit, hand.low, hand.high) == (Limit.NO, 300, 600)


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
    ("number", "sentence"),
    [("10420027182", "there is no hand `10420027182`: did you mean `104200271828`"), ("", "there is no hand ``")],
)
def test_an_unknown_number(database: Database, number: str, sentence: str) -> None:
    with pytest.raises(view.ViewError, match=re.escape(sentence)):
        view.find_view(database, number)


def test_a_number_at_several_sites() -> None:
    with Database(":memory:") as database:
        fill(database, [HAND])
        database.connection.execute("INSERT INTO hands SELECT * REPLACE ('other' AS site, 7 AS hand_key) FROM hands")
        database.connection.execute("INSERT INTO texts SELECT 7, text FROM texts")
        with pytest.raises(view.ViewError, match="name `other:104200271828` or `pokerstars:104200271828`"):
            view.find_view(database, "104200271828")
        assert view.find_view(database, "PokerStars:104200271828").site == "pokerstars"


# -- the command --------------------------------------------------------------------------------------------


@pytest.mark.nightly
def test_the_command(tmp_path: Path, run: Run) -> None:
    db = tmp_path / "a.duckdb"
    run("import", HAND, "--db", db)
    code, shown, _ = run("show", "104200271828", "--db", db)
    assert code == 0
    sentences = " ".join(shown.split())  # a line may be broken
    assert "Katja72 throws Jc (43.5% to improve), gets 4c: 8-5-4-3-2, 5th best of 7,462 hands" in sentences
    assert run("show", f"{HAND}:5") == (0, shown, "")
    code, shown, _ = run("show", "104200271828", "--db", db, "--format", "json")
    assert code == 0
    content = json.loads(shown)
    assert content["seats"][2]["net"] == 125
    assert content["stages"][1]["steps"][2]["hand"]["number"] == 138


@pytest.mark.parametrize(
    ("hand", "sentence"),
    [
        ("123", "there are no hands yet; `histparse start` finds and imports them"),
        (f"{HAND}:999", "has no hand at line 999"),
        ("none.txt:1", "cannot read none.txt: No such file or directory"),
        (f"{FOLDER / 'malformed' / 'SYN01_no_seats.txt'}:1", "cannot be read; `histparse check` says why"),
        ("27TD x", "`27TD x` is not a hand on one line"),
    ],
)
def test_what_cannot_be_shown_is_one_sentence(run: Run, hand: str, sentence: str) -> None:
    code, shown, message = run("show", hand)
    assert (code, shown, message.count("\n")) == (2, "", 1)
    assert sentence in message


LOOSE = Settings(hands=30, seed=4, players=(6, 6), callers=0.9, chatter=0)
"""In nearly every other hand of six the deck runs out."""


@pytest.mark.nightly(3)
@pytest.mark.parametrize("site", ["fulltilt", "kingsclub", "merge", "pokerstars", "winamax"])
def test_the_first_reshuffle_is_where_52_cards_have_run_out(site: str) -> None:
    """Counted from the cards dealt, as most sites announce none."""
    reshuffles = 0
    for dealt in deal_hands(replace(LOOSE, writer=writer(site))):
        draws = draws_of(read_view(HandText("", 1, write(dealt).rstrip("\n"), site, heading(dealt))))
        cards, expected = 5 * 6, None
        for draw in draws:
            cards += draw.count
            if expected is None and cards > 52 and draw.count:
                expected = draw
        assert next((draw for draw in draws if draw.reshuffled), None) is expected
        reshuffles += expected is not None
    assert reshuffles > 10


def test_each_announced_reshuffle_is_named_once() -> None:
    """At the draw behind its line."""
    for dealt in deal_hands(LOOSE):
        text = write(dealt).rstrip("\n")
        draws = draws_of(read_view(HandText("", 1, text, "pokerstars")))
        announced = [number for number, line in enumerate(text.split("\n"), 1) if line == "The deck is reshuffled"]
        expected = [min(draw.line for draw in draws if draw.count and draw.line > number) for number in announced]
        assert [draw.line for draw in draws if draw.reshuffled] == expected
