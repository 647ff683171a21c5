"""A player with a leak at a table of three, with all cards open; and what a mistake costs them in truth."""

from __future__ import annotations

import numpy as np
from msgspec.structs import replace

from histparse.coach.mistakes import Mistakes
from histparse.coach.observed import Fetched, fetch_with_opponents_or_refuse
from histparse.model.cards import DECK
from histparse.odds.card_sets import HAND, Floats, Masks, cards_to_mask, hand_rank_numbers, subsets
from histparse.odds.low_draws import load_low_draws
from histparse.simulate import Settings, Style, deal_hands
from histparse.stats import Filters
from histparse.store import Database
from tests.dealer.habits import DrawHabit
from tests.stats.dealing import fill_with_hands

ON_THE_RIVER = (1, 18)
"""Dealt players hardly ever bluff: those without another habit call with an eight."""
SOUND = DrawHabit(calls_with=ON_THE_RIVER)
SOUND_PLAYERS = ("Bob", "Cid")
BETTORS = """
    SELECT own.hand_key, own.decision_line, any_value(seats.number)
    FROM decisions AS own JOIN seats ON seats.hand_key = own.hand_key AND seats.player = own.aggressor
    WHERE own.player = $player AND own.round = 3
    GROUP BY ALL
"""
OPPONENTS = """
    SELECT theirs.hand_key, theirs.draw,
        3 - (SELECT max(draw) FROM draws WHERE draws.hand_key = own.hand_key) AS not_drawn,
        list(seats.cards) FILTER (seats.folded_in IS NULL) AS cards
    FROM draws AS own JOIN draws AS theirs USING (hand_key, draw)
    JOIN seats ON seats.hand_key = theirs.hand_key AND seats.seat = theirs.seat
    WHERE own.player = $player AND theirs.player <> $player
    GROUP BY ALL
"""
_BITS = np.array([cards_to_mask([card]) for card in DECK])


def fill_with(database: Database, habit: DrawHabit, hands: int, seed: int = 1) -> None:
    """Deal a table of a player of that name and two others, who have no leak."""
    habits = {habit.name: habit, **dict.fromkeys(SOUND_PLAYERS, SOUND)}
    styles = {
        name: Style(habit=habit if habit.calls_with else replace(habit, calls_with=ON_THE_RIVER), snows=0)
        for name, habit in habits.items()
    }
    settings = Settings(
        hands=hands,
        seed=seed,
        hero=None,
        players=(3, 3),
        chatter=0,
        open_cards=True,
        stacks=(20, 40),
        regulars=styles,
        table="A",
    )
    fill_with_hands(database, deal_hands(settings))


def observed(database: Database, player: str) -> Fetched:
    return fetch_with_opponents_or_refuse(database, player, Filters())


def select_kind(mistakes: Mistakes, kind: int) -> Mistakes:
    """Those of that kind."""
    is_of_kind = mistakes.kind == kind
    names = {*mistakes.__struct_fields__} - {"possible", "wins", "unpriced"}
    return replace(mistakes, **{name: getattr(mistakes, name)[is_of_kind] for name in names})


def true_losses(database: Database, player: str, fetched: Fetched, mistakes: Mistakes, deals: int = 20) -> Floats:
    """What each mistake in draws cost, in big bets: both draws are dealt against the hands the opponents really had.

    Where the hand ended before the last draw, these draw for low as well, as such players do.
    """
    rows = fetched.draws[mistakes.row]
    theirs = {row[:2]: row[2:] for row in database.connection.execute(OPPONENTS, {"player": player}).fetchall()}
    draws = fetched.observed.draws
    random = np.random.default_rng(1)
    losses = np.zeros(len(rows))
    held = draws.held[mistakes.row]
    chosen = held & ~draws.thrown[mistakes.row]
    better = np.take_along_axis(subsets(held, HAND), mistakes.better[None], 0)[0] if len(held) else held
    for place, key in enumerate(rows.select("hand_key", "draw").rows()):
        not_drawn, cards = theirs[key]
        hands = [cards_to_mask(hand.split()) for hand in cards or ()]
        known = np.bitwise_or.reduce([held[place], *hands])
        decks = np.stack([random.permutation(_BITS[_BITS & known == 0]) for _ in range(deals)])
        used, best = np.zeros(deals, np.int64), np.full(deals, 9999)
        for hand in hands:
            keep = load_low_draws().best_keeps(np.array([hand]), not_drawn)[0] if not_drawn else hand
            ends, used = _drawn_out(keep, decks, used, not_drawn)
            best = np.minimum(best, ends)
        draws_left = int(draws.to_come[mistakes.row[place]])
        won = [_won(_drawn_out(int(keep[place]), decks, used, draws_left)[0], best) for keep in (better, chosen)]
        losses[place] = (won[0] - won[1]) * draws.pot[mistakes.row[place]]
    return losses


def true_river_losses(database: Database, player: str, fetched: Fetched, mistakes: Mistakes) -> Floats:
    """What each call or fold cost, in big bets, against the hand that the opponent really had."""
    rows, rivers = fetched.rivers[mistakes.row], fetched.observed.rivers
    theirs = {row[:2]: row[2] for row in database.connection.execute(BETTORS, {"player": player}).fetchall()}
    numbers = np.array([theirs[key] for key in rows.select("hand_key", "line").rows()])
    own_numbers, pot, to_call = (column[mistakes.row] for column in (rivers.number, rivers.pot, rivers.to_call))
    call = ((own_numbers < numbers) + 0.5 * (own_numbers == numbers)) * (pot + to_call) - to_call
    return np.asarray(np.where(mistakes.better == 1, call, -call), np.float64)


def _drawn_out(keeps: int | Masks, decks: Masks, used: Masks, draws_left: int) -> tuple[Masks, Masks]:
    """The numbers of hands that are completed from these decks, and drawn to for low, and how many cards are used."""
    hands, positions = np.broadcast_to(keeps, len(decks)), used
    for draw in range(draws_left, 0, -1):
        if draw < draws_left:
            hands = load_low_draws().best_keeps(hands, draw)
        for _ in range(HAND):
            short = np.bitwise_count(hands) < HAND
            hands = np.where(short, hands | decks[np.arange(len(decks)), positions], hands)
            positions = positions + short
    return hand_rank_numbers(hands), positions


def _won(numbers: Masks, best: Masks) -> float:
    """The share of the pot won."""
    return float(((numbers < best) + 0.5 * (numbers == best)).mean())
