"""What cards were worth against those that others held, recounted card by card where one draw is left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from statistics import mean

import pytest

from histparse import equity
from histparse.serve.chance_graph import hero_equity_at_draws_and_river
from histparse.simulate import Settings, deal_hands
from histparse.view import film_at_line
from histparse.view.film import Film
from histparse.view.html.steps import names_dealt_in
from histparse.view.model import Drawn, Kind
from tests.conftest import NIGHTLY
from tests.dealer.writing import write

RANKS = "23456789TJQKA"
DECK = [rank + suit for rank, suit in product(RANKS, "cdhs")]


@pytest.fixture(scope="module")
def films(tmp_path_factory: pytest.TempPathFactory) -> list[Film]:
    texts = map(
        write,
        deal_hands(Settings(hands=150 if NIGHTLY else 15, seed=5, players=(2, 3), callers=0.9, chatter=0, hero="Hero")),
    )
    file = tmp_path_factory.mktemp("known") / "hands.txt"
    file.write_text("".join(texts), encoding="utf-8")
    lines = file.read_text(encoding="utf-8").splitlines()
    starts = [number for number, line in enumerate(lines, 1) if line.startswith("PokerStars Hand")]
    return [film_at_line(str(file), line) for line in starts]


def worth(hand: list[str]) -> list[int]:
    """Lower is better: what kind of hand it is, no pair the best, then its ranks from the highest down."""
    ranks = sorted((RANKS.index(card[0]) for card in hand), reverse=True)
    most = sorted(Counter(ranks).values(), reverse=True)
    is_straight = most == [1] * 5 and ranks[0] - ranks[4] == 4
    is_flush = len({card[1] for card in hand}) == 1
    kind = (
        4 * is_straight + 5 * is_flush
        if most == [1] * 5
        else {(2, 1, 1, 1): 1, (2, 2, 1): 2, (3, 1, 1): 3}.get(tuple(most), 6)
    )
    return [kind, *sorted(ranks, key=lambda rank: (-ranks.count(rank), -rank))]


def share(own: list[str], others: list[list[str]]) -> float:
    hands = [worth(hand) for hand in (own, *others)]
    return (hands[0] == min(hands)) / hands.count(min(hands))


def decisions(film: Film) -> Iterator[tuple[int, list[str], list[list[str]], set[str], int]]:
    """The hero's last draws with one card thrown against players who all draw no more, and first acts on the river."""
    place = names_dealt_in(film.view).index("Hero")
    gone: set[str] = set()
    on_river = False
    for step, frame in enumerate(film.frames):
        if frame.step is None or frame.stage is None or frame.step.player != "Hero":
            continue
        before = film.frames[step - 1].seats
        others: list[list[str]] = [[*seat.cards] for at, seat in enumerate(before) if at != place and not seat.folded]
        own: list[str] = [*before[place].cards]
        if isinstance(frame.step, Drawn):
            thrown = set(frame.step.thrown or ())
            gone |= thrown
            more = [
                one.step for one in film.frames[step + 1 :] if isinstance(one.step, Drawn) and one.stage == frame.stage
            ]
            if frame.stage.number == 3 and len(thrown) == 1 and not any(one.count for one in more):
                yield step, [card for card in own if card not in thrown], others, gone, 1
        elif frame.stage.kind is Kind.BETTING and frame.stage.number == 3 and not on_river:
            on_river = True
            yield step, own, others, set(), 0


def test_they_are_what_a_count_card_by_card_says(films: list[Film]) -> None:
    counted: Counter[int] = Counter()
    for film in films:
        found = hero_equity_at_draws_and_river(film)
        for step, own, others, gone, draws in decisions(film):
            if not others or any(len(hand) < 5 for hand in others):
                assert step not in found
                continue
            left = [card for card in DECK if card not in {*own, *gone, *(card for hand in others for card in hand)}]
            made = [[*own, card] for card in left] if draws else [own]
            assert found[step] == pytest.approx(mean(share(hand, others) for hand in made))
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
    compared = 0
    decided = ((of, one) for of in films for one in before_the_last(of))
    for film, (step, kept, thrown, others, draws) in decided:
        found, dead = hero_equity_at_draws_and_river(film), " ".join(thrown)
        if kept and step in found:
            hands = "".join(kept), *map("".join, others)
            expected = equity(*hands, draws=draws, dead=dead, deals=20_000, seed=2, with_policy_error=False)
            assert found[step] == pytest.approx(expected.equity, abs=0.03)
            compared += 1
    assert compared > 5


def before_the_last(film: Film) -> Iterator[tuple[int, list[str], list[str], list[list[str]], int]]:
    """The hero's first two draws against players who all stand pat in it: step, cards kept and thrown, the others'."""
    place = names_dealt_in(film.view).index("Hero")
    gone: list[str] = []
    for step, frame in enumerate(film.frames):
        if not isinstance(frame.step, Drawn) or frame.stage is None or frame.step.player != "Hero":
            continue
        before = film.frames[step - 1].seats
        gone += frame.step.thrown or ()
        drawn = [one.step for one in film.frames if isinstance(one.step, Drawn) and one.stage == frame.stage]
        if frame.stage.number < 3 and not any(one.count for one in drawn if one.player != "Hero"):
            others: list[list[str]] = [
                [*seat.cards] for at, seat in enumerate(before) if at != place and not seat.folded
            ]
            kept: list[str] = [card for card in before[place].cards if card not in gone]
            yield step, kept, [*gone], others, 4 - frame.stage.number
