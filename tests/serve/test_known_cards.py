"""What cards were worth against those that others held, recounted card by card where one draw is left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain, product
from pathlib import Path
from statistics import mean

import pytest
from msgspec import Struct

from histparse import equity
from histparse.serve.chance_graph import hero_equity_at_draws_and_river
from histparse.simulate import Settings, deal_hands
from histparse.view import film_at_line
from histparse.view.film import Film, Frame
from histparse.view.html.steps import names_dealt_in
from histparse.view.model import Drawn, Kind
from tests.conftest import NIGHTLY
from tests.dealer.writing import write

RANKS = "23456789TJQKA"
DECK = [rank + suit for rank, suit in product(RANKS, "cdhs")]


@pytest.fixture(scope="module")
def films(tmp_path_factory: pytest.TempPathFactory) -> list[Film]:
    settings = Settings(hands=150 if NIGHTLY else 15, seed=5, players=(2, 3), callers=0.9, chatter=0, hero="Hero")
    text = "".join(map(write, deal_hands(settings)))
    file = tmp_path_factory.mktemp("known") / "hands.txt"
    file.write_text(text, encoding="utf-8")
    lines = text.splitlines()
    return [film_at_line(str(file), at) for at, line in enumerate(lines, 1) if line.startswith("PokerStars Hand")]


def strength(hand: list[str]) -> list[int]:
    """Lower is better: what kind of hand it is, no pair the best, then its ranks from the highest down."""
    ranks = sorted((RANKS.index(card[0]) for card in hand), reverse=True)
    counts = tuple(sorted(Counter(ranks).values(), reverse=True))
    kind = {(1, 1, 1, 1, 1): 0, (2, 1, 1, 1): 1, (2, 2, 1): 2, (3, 1, 1): 3}.get(counts, 6)
    if kind == 0:
        is_straight = ranks[0] - ranks[4] == 4
        is_flush = len({card[1] for card in hand}) == 1
        kind = 4 * is_straight + 5 * is_flush
    return [kind, *sorted(ranks, key=lambda rank: (-ranks.count(rank), -rank))]


def share_of_pot(hand: list[str], opponents: list[list[str]]) -> float:
    strengths = [strength(shown) for shown in (hand, *opponents)]
    return (strengths[0] == min(strengths)) / strengths.count(min(strengths))


class Decision(Struct):
    """The hero's draw or bet at a step of the film: the cards held, by all who are in, and those thrown so far."""

    step: int
    frame: Frame
    held: list[str]
    opponents: list[list[str]]
    thrown: list[str]

    def opponents_draw_after(self, film: Film, first: int = 0) -> bool:
        """Whether any opponent draws a card in the same draw, at that step or later."""
        draws = (frame.step for frame in film.frames[first:] if frame.stage == self.frame.stage)
        return any(draw.count for draw in draws if isinstance(draw, Drawn) and draw.player != "Hero")


def decisions_of_hero(film: Film) -> Iterator[Decision]:
    place = names_dealt_in(film.view).index("Hero")
    thrown: list[str] = []
    for step, frame in enumerate(film.frames):
        if frame.step is None or frame.stage is None or frame.step.player != "Hero":
            continue
        if isinstance(frame.step, Drawn):
            thrown += frame.step.thrown or ()
        seats = film.frames[step - 1].seats
        opponents: list[list[str]] = [
            [*seat.cards] for number, seat in enumerate(seats) if number != place and not seat.folded
        ]
        yield Decision(step, frame, [*seats[place].cards], opponents, [*thrown])


def last_decisions(film: Film) -> Iterator[tuple[Decision, list[str], int]]:
    """The hero's last draws of one card against players who draw no more, and first acts on the river: with the cards
    kept, and how many are drawn."""
    on_river = False
    for decision in decisions_of_hero(film):
        step, stage = decision.frame.step, decision.frame.stage
        if stage is None or stage.number != 3:
            continue
        if isinstance(step, Drawn):
            if step.count == 1 and not decision.opponents_draw_after(film, decision.step):
                yield decision, [card for card in decision.held if card not in decision.thrown], 1
        elif stage.kind is Kind.BETTING and not on_river:
            on_river = True
            yield decision, decision.held, 0


def test_they_are_what_a_count_card_by_card_says(films: list[Film]) -> None:
    counted: Counter[int] = Counter()
    for film in films:
        equities = hero_equity_at_draws_and_river(film)
        for decision, kept, draws in last_decisions(film):
            opponents = decision.opponents
            if not opponents or any(len(hand) < 5 for hand in opponents):
                assert decision.step not in equities
                continue
            known = {*decision.held, *decision.thrown, *chain.from_iterable(opponents)}
            hands = [[*kept, card] for card in DECK if card not in known] if draws else [kept]
            expected = mean(share_of_pot(hand, opponents) for hand in hands)
            assert equities[decision.step] == pytest.approx(expected)
            counted[draws] += 1
    assert counted[0] > (20 if NIGHTLY else 2)
    assert counted[1] > (5 if NIGHTLY else 0)


def test_nothing_is_said_without_a_hero_or_cards(tmp_path: Path) -> None:
    file = tmp_path / "hand.txt"
    (hand,) = deal_hands(Settings(hands=1, seed=5, players=(2, 2), chatter=0, hero=None))
    file.write_text(write(hand), encoding="utf-8")
    assert hero_equity_at_draws_and_river(film_at_line(str(file), 1)) == {}


@pytest.mark.nightly
def test_more_draws_to_come_are_those_for_low(films: list[Film]) -> None:
    """Of the hero's first two draws, those against players who all stand pat."""
    compared = 0
    for film in films:
        equities = hero_equity_at_draws_and_river(film)
        for decision in decisions_of_hero(film):
            stage = decision.frame.stage
            if not isinstance(decision.frame.step, Drawn) or stage is None or stage.number == 3:
                continue
            kept = [card for card in decision.held if card not in decision.thrown]
            if kept and decision.step in equities and not decision.opponents_draw_after(film):
                hands, dead = map("".join, (kept, *decision.opponents)), " ".join(decision.thrown)
                draws = 4 - stage.number
                expected = equity(*hands, draws=draws, dead=dead, deals=20_000, seed=2, with_policy_error=False)
                assert equities[decision.step] == pytest.approx(expected.equity, abs=0.03)
                compared += 1
    assert compared > 5
