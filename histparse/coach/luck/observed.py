"""Coach, luck: the player's hands and draws from the database, and what players hold by what they drew.

What low cards heroes hold when they do something is known, and how often others do it. The table of both, of low cards
by what was done, is raked: its sums by low cards are set to those of all deals, its sums by what was done to those of
the others, in turn, until both hold. So opponents who play more or fewer hands than the heroes are taken to hold other
cards than they; what is assumed is that they rank hands alike.

So it is counted how many low cards come when a player draws from cards that opponents have picked over. Opponents who
stay in hold more low cards than chance gives, those who fold fewer, and the cards that are left have as many fewer or
more. All that opponents were dealt and drew is taken together: each number of low cards among it is as likely as the
deck, and what each of them did, make it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import accumulate

import numpy as np
import polars as pl
from msgspec import Struct
from numpy.typing import NDArray

from histparse.coach.observed import integers_with_null_zero
from histparse.model.cards import DECK
from histparse.odds.card_sets import EVERY_CARD, HAND, Flags, Floats, Masks, card_masks_in_column, divide_or_zero
from histparse.odds.hand_sums import (
    CHOOSE,
    LOW,
    LOW_CARDS,
    MOST_TAKEN,
    ChancesByDrawAndLow,
    low_count_chances,
    low_count_chances_from_deck,
    low_count_chances_from_stubs,
    low_count_distribution,
)
from histparse.stats import Filters
from histparse.stats.run import run_analytics_query
from histparse.store import Database
from histparse.system.files import query_text
from histparse.system.streams import as_frame

FOLDED = "-"
ACTS = (FOLDED, *map(str, range(HAND + 1)))
"""What is done in a draw: fold before it, or draw none to five cards."""
ChancesByActAndLow = Floats
WeightsByGroupAndLow = Floats
ChancesByLowHighDrawn = Floats
STARTED = 20
"""Hands by chance that are added to those of the heroes, and hands as theirs to those of the others."""
_ROUNDS = 60
ALLOWED = 25
"""Big bets per 100 hands, times how much more of their hands the others fold than the heroes, that luck may be off."""
MOST_ALLOWED = 4.0


class Histories(Struct, frozen=True):
    """Counts of histories, which are what was done up to a point: `23-` drew two, then three, then folded."""

    heroes: Mapping[str, Floats]
    """By the low cards taken before the last act, 0 to MOST_TAKEN."""
    opponents: Mapping[str, float]
    """The last act included."""


def count_histories(
    hero_rows: Iterable[tuple[str, int, float]], opponent_rows: Iterable[tuple[str, float]]
) -> Histories:
    """From rows: of heroes the history, low cards and hands; of others the whole history and hands."""
    held: defaultdict[str, Floats] = defaultdict(lambda: np.zeros(MOST_TAKEN + 1))
    for history, low, hands in hero_rows:
        held[history][low] += hands
    counts: defaultdict[str, float] = defaultdict(float)
    for history, hands in opponent_rows:
        for prefix in accumulate(history):
            counts[prefix] += hands
    return Histories(held, counts)


def luck_overstated_per_100_hands(histories: Histories) -> float:
    """Estimate how much too large luck may be, in big bets per 100 hands, as others fold more than the heroes do.

    Loose players do not tell what tight ones hold: measured with a lone loose hero at the dealer's tables it was 1.5 to
    4.2 too large. In the other direction raking is enough.
    """
    heroes = {act: float(histories.heroes[act].sum()) for act in ACTS if act in histories.heroes}
    opponents = {act: histories.opponents[act] for act in ACTS if act in histories.opponents}
    if not heroes or not opponents:
        return 0.0
    hero_folds, opponent_folds = (counts.get(FOLDED, 0) / sum(counts.values()) for counts in (heroes, opponents))
    return min(MOST_ALLOWED, ALLOWED * max(0.0, opponent_folds - hero_folds))


def count_cards_received_before_last_act(history: str) -> int:
    """Count the cards that somebody had been dealt and had drawn before the last act."""
    return HAND + sum(int(drawn) for drawn in history[:-1])


def history_likelihoods_by_low_count(histories: Histories) -> dict[str, Floats]:
    """By history, how likely each number of low cards makes it, times the ways to choose which of the cards are low."""
    likelihoods: dict[str, Floats] = {}
    reached = {"": low_count_distribution(HAND)}
    for is_last in (False, False, True):
        coming: dict[str, Floats] = {}
        for prefix, low in reached.items():
            cards = count_cards_received_before_last_act(prefix + FOLDED)
            for act, joint in zip(ACTS, _joint_act_and_low_card_chances(histories, prefix, low), strict=True):
                odds = divide_or_zero(joint, low_count_distribution(cards))
                likelihoods[prefix + act] = odds / odds.max() * CHOOSE[cards, : MOST_TAKEN + 1]
                if act != FOLDED and not is_last:
                    coming[prefix + act] = _low_chances_after_draw(joint, cards, int(act))
        reached = coming
    return likelihoods


def _joint_act_and_low_card_chances(histories: Histories, prefix: str, low: Floats) -> ChancesByActAndLow:
    """The chances of each act with each number of low cards: an array of acts by low cards."""
    counted = np.stack([histories.heroes.get(prefix + act, np.zeros(MOST_TAKEN + 1)) for act in ACTS])
    shares = (counted.sum(1) + 1 / len(ACTS)) / (counted.sum() + 1)
    act_shares = np.array([histories.opponents.get(prefix + act, 0.0) for act in ACTS]) + STARTED * shares
    low, act_shares = low / low.sum(), act_shares / act_shares.sum()
    joint = counted + STARTED * np.outer(shares, low)
    for _ in range(_ROUNDS):
        joint *= (act_shares / joint.sum(1))[:, None]
        joint *= divide_or_zero(low, joint.sum(0))
    return np.asarray(joint)


def _low_chances_after_draw(joint: Floats, cards_taken: int, cards_drawn: int) -> Floats:
    """The chances of low cards among those taken, after more have come from the rest of the deck."""
    after = np.zeros(MOST_TAKEN + 1)
    for low in np.flatnonzero(joint):
        after[low : low + cards_drawn + 1] += joint[low] * low_count_chances_from_deck(cards_taken, low, cards_drawn)
    return after


# --- low cards among those drawn --------------------------------------------------------------------------------------

NO_CHANCES = np.zeros((0, HAND + 1))
_BLOCK = 1 << 13
"""Draws that are counted together."""


def low_drawn_chances(
    cards_held: Masks, cards_drawn: Masks, opponent_histories: Sequence[str], history_weights: Mapping[str, Floats]
) -> ChancesByDrawAndLow:
    """The chance of each number of low cards among those drawn: an array of draws by low cards, 0-5.

    `opponent_histories`: of all opponents, blanks between them; `history_weights`: of
    `history_likelihoods_by_low_count`.
    """
    numbers: dict[str, int] = {}
    group_ids = np.array([numbers.setdefault(group, len(numbers)) for group in opponent_histories], np.int64)
    group_weights = _low_count_weights_by_group([*numbers], history_weights)
    cards = np.array([sum(map(count_cards_received_before_last_act, group.split())) for group in numbers], np.int64)
    blocks = [
        _low_drawn_chances_of_block(
            EVERY_CARD & ~cards_held[part], cards_drawn[part], group_weights[group_ids[part]], cards[group_ids[part]]
        )
        for part in (slice(start, start + _BLOCK) for start in range(0, len(cards_held), _BLOCK))
    ]
    return np.concatenate([NO_CHANCES, *blocks])


def _low_count_weights_by_group(
    opponent_histories: Sequence[str], history_weights: Mapping[str, Floats]
) -> WeightsByGroupAndLow:
    """The weight of each number of low cards that all opponents have taken: an array of opponents by low cards."""
    numbers = {history: number for number, history in enumerate(history_weights, 1)}
    weight_rows = np.stack(
        [np.eye(1, len(next(iter(history_weights.values()))))[0], *history_weights.values()]
    )  # the first: nobody
    most = max((len(group.split()) for group in opponent_histories), default=0)
    opponent_rows = np.zeros((len(opponent_histories), most), np.int64)
    for row, histories in enumerate(opponent_histories):
        for place, history in enumerate(histories.split()):
            opponent_rows[row, place] = numbers[history]
    sums = np.zeros((len(opponent_histories), LOW_CARDS + 1))
    sums[:, 0] = 1
    for chosen in weight_rows[opponent_rows.T]:
        sums = _convolve_rows(sums, chosen)
    return sums


def _convolve_rows(sums: WeightsByGroupAndLow, weights: WeightsByGroupAndLow) -> WeightsByGroupAndLow:
    convolved = np.zeros_like(sums)
    for low in range(weights.shape[1]):
        convolved[:, low:] += sums[:, : sums.shape[1] - low] * weights[:, low, None]
    return np.asarray(convolved / convolved.max(1, keepdims=True))


def _low_drawn_chances_of_block(
    unseen: Masks, cards_drawn: Masks, group_weights: WeightsByGroupAndLow, taken_counts: Masks
) -> ChancesByDrawAndLow:
    """By the cards not seen, and how many of them opponents have taken."""
    low, all_of_them = np.bitwise_count(unseen & LOW).astype(np.int64), np.bitwise_count(unseen).astype(np.int64)
    stub = np.maximum(all_of_them - taken_counts, cards_drawn)[:, None]
    left = low[:, None] - np.arange(LOW_CARDS + 1)
    can_be = (left >= 0) & (left <= stub)
    left = np.where(can_be, left, 0)
    likely = np.where(can_be, group_weights * CHOOSE[stub, left], 0)
    sums = likely.sum(1)
    low_came = np.einsum("rt,rtc->rc", likely, _low_chance_table()[left, stub - left, cards_drawn[:, None]])
    even = low_count_chances_from_stubs(unseen, cards_drawn)
    return np.where(sums[:, None] > 0, low_came / np.where(sums > 0, sums, 1)[:, None], even)


@cache
def _low_chance_table() -> ChancesByLowHighDrawn:
    """The chance of each number of low cards, by the low and high cards they come from and how many are drawn."""
    low, high, drawn = np.ogrid[: LOW_CARDS + 1, : len(DECK) + 1, : HAND + 1]
    can_be = np.clip(high, drawn - low, len(DECK) - low)  # nobody asks for other numbers of high cards
    return low_count_chances(*(cards[..., None] for cards in (low, can_be, drawn)))


# --- hands and draws from the database --------------------------------------------------------------------------------

Integers = NDArray[np.int64]
NONE = np.zeros(0, np.int64)
NO_FIGURE = np.zeros(0)


class Hands(Struct, frozen=True):
    """Hands dealt to the player, an array each."""

    key: Integers
    """A number for each hand: the seats of one hand share it."""
    net: Floats
    """In big bets."""
    known: Flags
    """Whether the text shows the cards at the deal."""
    dealt: Masks
    """Five cards as bits; 0 if they are unknown."""
    players: Integers
    """Players dealt in."""
    place: Integers
    """From 1, left of the button, to `players`, the button."""


class Draws(Struct, frozen=True):
    """Draws of a card or more that were seen as they were made, before any reshuffle; an array each."""

    hand: Integers = NONE
    """The place among the hands."""
    draw: Integers = NONE
    """Which draw it is, 1-3."""
    keeps: Masks = NONE
    discards: Masks = NONE
    """The cards the player has thrown, now and before."""
    after: Masks = NONE
    """The five cards held then."""
    pot: Floats = NO_FIGURE
    """In big bets."""
    opponents: Integers = NONE
    """How many draw or stand pat with them."""
    low: ChancesByDrawAndLow = NO_CHANCES
    """The chance of each number of low cards, 0-5, among those that come: an array of draws by low cards."""


class Observed(Struct, frozen=True):
    """All that luck is counted from."""

    hands: Hands
    draws: Draws


class Fetched(Struct, frozen=True):
    """The observations, and their hands: a row each, with `hand_key`, `seat`, `line` and `currency`."""

    observed: Observed
    rows: pl.DataFrame
    allowed: float
    """Big bets per 100 hands that luck may be too large; see `luck_overstated_per_100_hands`."""


def fetch_hands_and_draws(database: Database, player: str | None, filters: Filters) -> Fetched:
    """All hands of that player, or of all players together, that pass the filters. Raises StatisticsError."""
    hands, draws = (run_analytics_query(database, f"luck/{name}", player, filters) for name in ("hands", "draws"))
    dealt = card_masks_in_column(hands["dealt"])
    observed = Hands(
        key=integers_with_null_zero(hands, "hand_key"),
        net=hands["net"].to_numpy(),
        known=dealt > 0,
        dealt=dealt,
        players=integers_with_null_zero(hands, "players"),
        place=integers_with_null_zero(hands, "place"),
    )
    known, likelihoods = database.compute_once_if_read_only(
        _query_histories_and_weights, lambda: _query_histories_and_weights(database)
    )
    return Fetched(
        Observed(observed, _build_draws(draws, hands, likelihoods)), hands, luck_overstated_per_100_hands(known)
    )


def _query_histories_and_weights(database: Database) -> tuple[Histories, Mapping[str, Floats]]:
    rows = as_frame(database.connection.sql(query_text("luck/histories")))
    heroes, opponents = rows.filter(pl.col("low").is_not_null()), rows.filter(pl.col("low").is_null())
    known = count_histories(heroes.rows(), opponents.select("history", "hands").rows())
    return known, history_likelihoods_by_low_count(known)


def _build_draws(rows: pl.DataFrame, hands: pl.DataFrame, likelihoods: Mapping[str, Floats]) -> Draws:
    numbered = hands.select("hand_key", "seat").with_row_index("hand")
    rows = rows.join(numbered, on=["hand_key", "seat"])
    held, thrown, thrown_before, after = (
        card_masks_in_column(rows[name]) for name in ("held", "thrown", "thrown_before", "after")
    )
    keeps, discards = held & ~thrown, thrown | thrown_before
    return Draws(
        hand=integers_with_null_zero(rows, "hand"),
        draw=integers_with_null_zero(rows, "draw"),
        keeps=keeps,
        discards=discards,
        after=after,
        pot=rows["pot"].to_numpy(),
        opponents=integers_with_null_zero(rows, "opponents"),
        low=low_drawn_chances(
            keeps | discards, HAND - np.bitwise_count(keeps), rows["opponent_histories"].to_list(), likelihoods
        ),
    )
