"""Fair and faulty decks, dealt many at a time as rows of the tables that audits of the deal read.

It deals with numpy and knows nothing of the audit. Players keep different ranks up to eight, of a pair always the lower
suit, and stand pat on nines. Before the first draw they mostly fold fewer than two such cards, then fewer than three,
then fewer than four: what is left in the deck is bunched as at a table.
"""

from __future__ import annotations

from datetime import datetime, timedelta

import duckdb
import numpy as np
import polars as pl
from msgspec import Struct
from numpy.typing import NDArray

from histparse.audit.dealt import Dealt
from histparse.model.cards import DECK, RANKS, SUITS
from histparse.odds.card_sets import cards_to_mask, hand_rank_numbers
from histparse.odds.draw_odds import low_chances
from histparse.system.streams import Stream

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]
Random = np.random.Generator

STUB, FOLDED, THROWN, LAID_ASIDE = -1, -2, -3, -4
"""Where a card is; from 0: the player who holds it."""
SUIT_COUNT = len(SUITS)
BITS = np.array([cards_to_mask([card]) for card in DECK])
LETTERS = np.frombuffer("".join(DECK).encode(), np.uint8).reshape(-1, 2)


class Fault(Struct, frozen=True):
    """What is wrong with the cards."""

    weight: tuple[float, ...] = ()
    """How readily each card comes, if not all alike."""
    thinned: int = 0
    """How many deuces to fives the deck lacks, chosen anew for each hand."""
    returns: float = 0.0
    """How often a discard goes straight back into the stub."""
    favoured: float = 0.0
    """How often seat 1 gets the better of two deals."""
    repeats: float = 0.0
    """How often a hand is an earlier one again."""
    sticky: float = 0.0
    """How often one of the cards is changed for one of the hand before."""


FAIR = Fault()


class Hands:
    """Many hands at once: where each card is, and in which order cards leave the stub."""

    def __init__(self, random: Random, hands: int, players: int, fault: Fault) -> None:
        self.random, self.fault = random, fault
        self.where = np.full((hands, len(DECK)), STUB)
        for row in range(hands) if fault.thinned else ():
            self.where[row, random.choice(4 * SUIT_COUNT, fault.thinned, replace=False)] = LAID_ASIDE
        weight = np.array(fault.weight or [1.0] * len(DECK))
        self.keys = random.exponential(size=self.where.shape) / weight
        self.discards = np.zeros((players, *self.where.shape), np.bool_)
        """The discards of each player."""
        self.reshuffles = np.zeros(hands, np.int64)

    def take(self, player: int, wanted: Flags) -> Ints:
        """A card for the player in those hands; the card's number."""
        short = wanted & ~(self.where == STUB).any(1)
        if short.any():
            shuffled_in = short[:, None] & (self.where == THROWN)
            still_short = short & ~shuffled_in.any(1)
            shuffled_in |= still_short[:, None] & (self.where == FOLDED)
            self.where[shuffled_in] = STUB
            self.keys[shuffled_in] = self.random.exponential(size=int(shuffled_in.sum()))
            self.reshuffles += short
        keys = np.where(self.where == STUB, self.keys, np.inf)
        card = keys.argmin(1)
        rows = np.flatnonzero(wanted)
        self.where[rows, card[rows]] = player
        return np.asarray(card)

    def held(self, player: int) -> Flags:
        """The cards that the player holds."""
        return np.asarray(self.where == player)


def choose_keeps(held: Flags) -> Flags:
    """The cards to keep: of each rank up to eight one; all of a nine low."""
    by_rank = held.reshape(-1, len(RANKS), SUIT_COUNT)
    first = by_rank & (by_rank.cumsum(2) == 1)
    first[:, RANKS.index("9") :] = False
    keep = first.reshape(held.shape)
    return np.asarray(np.where((numbers(held) <= 52)[:, None], held, keep))


def numbers(held: Flags) -> Ints:
    """The rank numbers of hands of five cards."""
    return np.asarray(hand_rank_numbers(held @ BITS))


def deal(
    random: Random, hands: int, fault: Fault = FAIR, players: int | None = None
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Deals and draws of a hero, who sits in any of two to six seats, or of tables with that many players."""
    sizes = [players] if players else list(range(2, 7))
    share = np.diff(np.linspace(0, hands, len(sizes) + 1).astype(int)).tolist()
    parts = [_table(random, hands_of_size, size, fault) for size, hands_of_size in zip(sizes, share, strict=True)]
    deals, draws = (pl.concat(frames) for frames in zip(*parts, strict=True))
    return _placed(random, deals, fault), draws


def _table(random: Random, hands: int, players: int, fault: Fault) -> tuple[pl.DataFrame, pl.DataFrame]:
    table = Hands(random, hands, players, fault)
    all_hands = np.ones(hands, np.bool_)
    for player in range(players):
        for _ in range(5):
            table.take(player, all_hands)
    hero = random.integers(players, size=hands)
    _favour(table, hero, fault)
    _stick(table, hero, fault)
    first = _held_by(table, hero)
    in_hand = np.ones((players, hands), np.bool_)
    draws = [_draw(table, draw, hero, in_hand) for draw in (1, 2, 3)]
    deals = pl.DataFrame(
        {
            "seat": hero + 1,
            "position": random.integers(players, size=hands),
            "dealt": texts(first),
            "number": numbers(first),
            "low": _low(first),
            "cards": texts(_held_by(table, hero) if hands else first),
        }
    )
    return deals, pl.concat(draws)


def _draw(table: Hands, draw: int, hero: Ints, in_hand: Flags) -> pl.DataFrame:
    """Folds before a draw, then the draw of all who are left, each in turn."""
    for player in range(len(in_hand)):
        held = table.held(player)
        weak = choose_keeps(held).sum(1) < (2 if draw == 1 else 3 if draw == 2 else 4)
        is_alone = in_hand.sum(0) < 2
        folds = in_hand[player] & weak & ~is_alone & (table.random.random(len(weak)) < 0.7)
        in_hand[player] &= ~folds
        table.where[folds[:, None] & held & (hero != player)[:, None]] = FOLDED
    playing = in_hand.sum(0) > 1
    rows = [_exchange(table, draw, player, hero, in_hand[player] & playing) for player in range(len(in_hand))]
    return pl.concat(rows)


def _exchange(table: Hands, draw: int, player: int, hero: Ints, plays: Flags) -> pl.DataFrame:
    held = table.held(player)
    cards_seen = held | table.discards[player]
    thrown = held & ~choose_keeps(held) & plays[:, None]
    drawn = thrown.sum(1)
    stub = (table.where == STUB).sum(1)
    reshuffled = (table.reshuffles > 0) | (drawn > stub)
    table.where[thrown] = LAID_ASIDE  # laid aside until the player is served
    for place in range(1, 6):
        table.take(player, drawn >= place)
    returned = thrown & (table.random.random(len(thrown)) < table.fault.returns)[:, None]
    table.where[thrown] = np.where(returned, STUB, THROWN)[thrown]
    table.keys[returned] = table.random.exponential(size=int(returned.sum()))
    thrown_before = table.discards[player].copy()
    table.discards[player] |= thrown
    held_after = table.held(player)
    hero_rows = np.flatnonzero((hero == player) & (drawn > 0))
    rows = [
        array[hero_rows]
        for array in (held, thrown_before, thrown, held_after & ~(held & ~thrown), held_after, cards_seen)
    ]
    number = numbers(rows[4])
    lows = low_chances(_masks(rows[0] & ~rows[2]), _masks(rows[5])) if len(hero_rows) else np.zeros((3, 0))
    return pl.DataFrame(
        {
            "draw": np.full(len(hero_rows), draw),
            "held": texts(rows[0]),
            "thrown_before": texts(rows[1]),
            "thrown": texts(rows[2]),
            "received": texts(rows[3]),
            "reshuffled": reshuffled[hero_rows],
            "number": number,
            "p_nine": lows[2],
        },
        schema_overrides=dict.fromkeys(("held", "thrown_before", "thrown", "received"), pl.String),
    )


def _held_by(table: Hands, hero: Ints) -> Flags:
    return np.asarray(table.where == hero[:, None])


def _favour(table: Hands, hero: Ints, fault: Fault) -> None:
    """Seat 1 changes its cards for five of the stub if these are better."""
    if not fault.favoured:
        return
    chosen = (hero == 0) & (table.random.random(len(hero)) < fault.favoured)
    second_deal = np.zeros_like(table.where, np.bool_)
    keys = np.where(table.where == STUB, table.keys, np.inf)
    np.put_along_axis(second_deal, np.argpartition(keys, 5, 1)[:, :5], values=True, axis=1)
    held = table.held(0)
    better = chosen & (_low(second_deal) > _low(held))
    table.where[better[:, None] & held] = STUB
    table.where[better[:, None] & second_deal] = 0


def _stick(table: Hands, hero: Ints, fault: Fault) -> None:
    """Now and then a hero changes a card for one of the hand before, the row above."""
    for row in np.flatnonzero(table.random.random(len(hero)) < fault.sticky)[1:].tolist():
        held = np.flatnonzero(table.where[row] == hero[row])
        earlier_cards = np.flatnonzero((table.where[row - 1] == hero[row - 1]) & (table.where[row] == STUB))
        if len(earlier_cards):
            table.where[row, table.random.choice(held)] = STUB
            table.where[row, table.random.choice(earlier_cards)] = hero[row]


def _low(held: Flags) -> Ints:
    ranks: Flags = np.asarray(held.reshape(-1, len(RANKS), SUIT_COUNT).any(2))
    return np.asarray(ranks[:, : RANKS.index("7") + 1].sum(1))


def _masks(cards: Flags) -> Ints:
    """The cards of each hand, as bits."""
    return np.asarray(cards @ BITS)


def texts(cards: Flags) -> list[str]:
    """Cards as the tables have them, from the highest down."""
    width = int(cards.sum(1).max(initial=0))
    if not width:
        return [""] * len(cards)
    order = np.sort(np.where(cards, np.arange(len(DECK)), -1), axis=1)[:, ::-1][:, :width]
    letters = np.full((len(cards), width, 3), ord(" "), np.uint8)
    letters[:, :, :2] = np.where((order >= 0)[:, :, None], LETTERS[order], ord(" "))
    return [text.decode().rstrip() for text in letters.reshape(len(cards), -1).view(f"S{3 * width}")[:, 0].tolist()]


def _placed(random: Random, deals: pl.DataFrame, fault: Fault) -> pl.DataFrame:
    """The deals at tables and times, as one hero plays them."""
    hands = len(deals)
    if fault.repeats:
        source = np.where(random.random(hands) < fault.repeats, random.integers(hands, size=hands), np.arange(hands))
        repeated = deals[source.tolist()].select("dealt", "number", "low")
        deals = deals.with_columns(repeated)
    start = datetime(2024, 1, 1)
    return deals.with_columns(
        pl.Series("hand_key", np.arange(hands)),
        pl.lit("Hero").alias("player"),
        pl.Series("stakes", np.where(random.random(hands) < 0.5, "USD 1/2", "USD 2/4")),
        pl.Series("played_at", [start + timedelta(minutes=2 * hand) for hand in range(hands)]),
        pl.lit("fair").alias("site"),
        pl.lit("Table").alias("table_name"),
        pl.Series("hand_id", [str(hand) for hand in range(hands)]),
    )


def audited(deals: pl.DataFrame, draws: pl.DataFrame) -> Dealt:
    """The rows as an audit reads them."""
    connection = duckdb.connect()
    for name, frame in (("deals", deals), ("draws", draws)):
        connection.from_arrow(Stream(frame)).create(f"audited_{name}")
    return Dealt(connection)
