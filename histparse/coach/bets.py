"""Coach, leaks: what bets, checks and raises on rivers of two lose against an equilibrium.

Each river is solved once, from what the pool held after these draws on both sides. As with draws, one half of the hands
tells what is best and the other half what it is worth; each is drawn again and again to see how far it errs, and by how
much few hands make everything look cheaper or dearer: the price is corrected for that.

Two hands are known so: those of heroes, and those that are the first to be shown - of somebody first to act who checks
and sees a check behind, and of whoever bets and is called. Whether they are called depends on the other's cards, not on
theirs. So hands after a check stand for all checks of that line, and those after a bet for all bets.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

import numpy as np
from msgspec import Struct

from histparse.coach.betting import Betting
from histparse.coach.kinds import KINDS, kind_numbers_of_bet_mistakes, pack_mistake_kinds
from histparse.coach.mistakes import HALVES, LEAST_RIVER
from histparse.coach.observed import PARTS, BetDecisions, Observed, Words
from histparse.coach.ranges import normalise_last_axis
from histparse.coach.river import Losses, RiverOfClasses
from histparse.odds.card_sets import Flags, Floats, Masks, concatenate_rows, divide_or_zero
from histparse.odds.low_draws import CLASSES, classes_of_rank_numbers

DRAWS = 3
"""Lines are by own cards drawn first: 0, 1, 2 or more."""
_AS_ALL_LINES = 4
"""A line weighs that many hands of all lines with as many own cards drawn, lest a hand be impossible."""
_LEAST_SHARE = 1e-6
"""How often a class is held at least: the player may hold what nobody did."""


CountsByLineActClass = Floats
SharesByLineAndClass = Floats
SampleSizesByLine = Floats


def estimate_class_shares(counts: CountsByLineActClass) -> tuple[SharesByLineAndClass, SampleSizesByLine]:
    """Estimate how often each class is held in each line; and from how many hands of equal weight that is known.

    `counts`: any number of samples, by lines, first acts and classes, the unknown last. A place at the table counts
    only if hands are known after each of its acts.
    """
    known = counts[..., :-1]
    number, total = known.sum(-1), counts.sum(-1)
    weight = divide_or_zero(total, number)
    by_place = (*counts.shape[:-2], 2, 2)
    is_known = ((number > 0) | (total == 0)).reshape(by_place).all(-1)
    weight = (weight.reshape(by_place) * is_known[..., None]).reshape(weight.shape)
    hands = (known * weight[..., None]).sum(-2)
    sums, squares = hands.sum(-1), (number * weight**2).sum(-1)
    sample_size = divide_or_zero(sums**2, squares)
    all_lines = hands.reshape(*hands.shape[:-2], DRAWS, -1, hands.shape[-1]).sum(-2)
    all_lines = np.repeat(normalise_last_axis(all_lines), hands.shape[-2] // DRAWS, -2)
    shares = normalise_last_axis(normalise_last_axis(hands) * sample_size[..., None] + _AS_ALL_LINES * all_lines)
    return normalise_last_axis(shares + _LEAST_SHARE), sample_size


CAP = 4
POTS = np.array([0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 8, 10, 12, 15, 19, 24, 30])
"""The pots, in big bets, that are solved: any other up to 33 is within an eighth of the nearest."""
PAT_LINES = 9
"""The first lines are those of players who stood pat last."""
FEWEST_SHOWN = 20
"""The fewest hands of each half that tell a line: how often a middling hand is beaten then errs by eleven points."""
UNSOLVED = 0.05
"""The share of the decisions, those on the rarest rivers, that have no price: two rivers of five hold no more."""
RARE = 0.01
"""What comes up less often than that, in its place, the answer hardly plays: what it says of it is no price."""
SAMPLES = 12
"""How often each half is drawn again; an error from these is itself uncertain by a fifth."""
EXPLOITABLE = 0.001
"""The part of the pot to which rivers are solved: a tenth of the width within which acts are equal, in usual pots.

Samples, which tell how far that errs, are solved half as near."""
_MOST_ROUNDS = 1_000
_SIDE_BY_SIDE = 20
"""So many rivers are solved side by side: their arrays stay in the processor's caches."""
_SEED = 1
_FEW_SHOWN = "too few hands shown, or a fifth bet"
_RARE_RIVER = "in pots and after draws that are rare"
_HARDLY_PLAYED = "hardly ever comes up"
REASONS = "more than two players", "too few chips", _FEW_SHOWN, _RARE_RIVER, _HARDLY_PLAYED
"""Why acts have no price."""
PRICED = -1

Spot = tuple[int, int, int]
LossesByPlayer = tuple[Losses, Losses]
WeightsByHalfSamplePart = Floats
"""The lines of the first to act and of the second, and the place of the pot among `POTS`."""


class BetMistakes(Struct, frozen=True):
    """Acts that were not the best, an array each."""

    row: Masks
    """Which of the decisions."""
    part: Masks
    kind: Masks
    better: Words
    """What was best: a letter, as in `Betting`."""
    lost: Floats
    """In big bets, by the half of the hands that did not choose it, then by the samples of that half: by mistakes."""
    possible: Masks
    """For each decision the kinds of mistakes that could be made there, a bit each."""
    reason: Masks
    """For each decision the place among `REASONS` of why it has no price, or `PRICED`; last those that are left out."""

    @property
    def price_error(self) -> Floats:
        """The standard deviation of each price that comes from the ranges."""
        return np.asarray(self.lost[1:].std(0))

    @property
    def unpriced_counts_by_reason(self) -> Masks:
        """The number of acts without a price, by `REASONS`."""
        return np.bincount(self.reason[self.reason != PRICED], minlength=len(REASONS))

    @property
    def exceeds_price_error(self) -> Flags:
        """Which prices can be shown one by one: those larger than their error."""
        return np.asarray(self.lost[0] > self.price_error)


class Answers:
    """The rivers that these decisions need and these hands tell, each solved but once."""

    def __init__(self, observed: Observed) -> None:
        samples = _bootstrap_part_weights()
        hands, sample_size = estimate_class_shares(np.tensordot(samples.reshape(-1, PARTS), observed.bet_range, 1))
        self._hands = hands.astype(np.float32)
        self._is_known: Flags = np.all(sample_size.reshape(*samples.shape[:2], -1)[:, 0] >= FEWEST_SHOWN, axis=0)
        self.common = _spots_covering_most_decisions(_river_spots(observed.bets, self.priceable_rows(observed.bets)))
        self._losses: dict[Spot, LossesByPlayer] = {}

    def priceable_rows(self, bets: BetDecisions) -> Masks:
        """The rows of decisions at which enough hands tell what both hold."""
        return np.flatnonzero(self._is_known[bets.line] & self._is_known[bets.opponent_line] & _are_acts_modelled(bets))

    def price_unsolved_spots(self, spots: Iterable[Spot]) -> dict[Spot, LossesByPlayer]:
        """Price the acts of both players on these rivers, in each sample of each half."""
        unsolved = sorted({*spots} - self._losses.keys())
        for start in range(0, len(unsolved), _SIDE_BY_SIDE):
            self._losses |= self._solve_rivers(unsolved[start : start + _SIDE_BY_SIDE])
        return self._losses

    def _solve_rivers(self, spots: list[Spot]) -> Iterator[tuple[Spot, LossesByPlayer]]:
        lines = np.array(spots)
        first, second = (self._hands[:, lines[:, side]].swapaxes(0, 1).reshape(-1, CLASSES) for side in (0, 1))
        samples = len(self._hands)
        river = RiverOfClasses((first, second), np.repeat(POTS[lines[:, 2]], samples), CAP)
        is_half = np.arange(samples) % (SAMPLES + 1) == 0
        answer = river.solve(np.tile(np.where(is_half, EXPLOITABLE, 2 * EXPLOITABLE), len(spots)), _MOST_ROUNDS)
        both = river.price_acts(0, answer), river.price_acts(1, answer)
        for at, spot in enumerate(spots):
            of_first, of_second = (_select_rivers(losses, slice(at * samples, (at + 1) * samples)) for losses in both)
            yield spot, (of_first, of_second)


def find_bet_mistakes(observed: Observed, answers: Answers) -> BetMistakes:
    """Bets, checks and raises that were not the best."""
    bets = observed.bets
    known = answers.priceable_rows(bets)
    spot_of_row = dict(zip(known.tolist(), _river_spots(bets, known), strict=True))
    solved = [row for row, spot in spot_of_row.items() if spot in answers.common]
    rows_at: dict[tuple[Spot, str], list[int]] = {}
    for row in solved:
        rows_at.setdefault((spot_of_row[row], str(bets.acts[row])), []).append(row)
    losses = answers.price_unsolved_spots(spot for spot, _ in rows_at)
    lines = (
        _price_acts_at_line(bets, np.array(rows), line, losses[spot][len(line) % 2])
        for (spot, line), rows in sorted(rows_at.items())
    )
    priced = concatenate_rows([_NONE, *lines])
    reason = np.full(len(bets.part), REASONS.index(_FEW_SHOWN))
    reason[known], reason[solved] = REASONS.index(_RARE_RIVER), REASONS.index(_HARDLY_PLAYED)
    reason[priced.priced] = PRICED
    possible = np.zeros(len(bets.part), np.int64)
    possible[priced.rows] = priced.possible
    return BetMistakes(
        row=priced.mistaken,
        part=bets.part[priced.mistaken],
        kind=priced.kinds,
        better=priced.better,
        lost=priced.lost.T,
        possible=possible,
        reason=np.append(reason, np.repeat([0, 1], observed.left_out)),
    )


class _PricedLine(Struct, frozen=True):
    """Decisions at one line of one river, an array each."""

    mistaken: Masks
    """The rows of mistakes."""
    kinds: Masks
    """The kinds of the mistakes; `better`: what was better; `lost`: by mistakes and samples."""
    better: Words
    lost: Floats
    rows: Masks
    possible: Masks
    """The kinds of mistakes that could be made at each of these rows, a bit each."""
    priced: Masks
    """The rows with a price: the others are where the answer hardly plays."""


def _price_acts_at_line(bets: BetDecisions, rows: Masks, line: str, losses_of_both_halves: Losses) -> _PricedLine:
    """Price the acts of these rows, all made at that line: the best by the other half, its price by their own."""
    acts = np.array([*_BETTING.acts[line]])
    has_price, half, row = (
        _acts_played_enough_to_price(losses_of_both_halves, line),
        bets.part[rows] % HALVES,
        np.arange(len(rows)),
    )
    lost = losses_of_both_halves.lost[_BETTING.rows[line]].reshape(len(acts), HALVES, SAMPLES + 1, -1)
    choosing, pricing = (
        lost[:, halves, :, classes_of_rank_numbers(bets.number[rows])].astype(np.float64) for halves in (1 - half, half)
    )
    best = np.where(has_price, choosing[..., 0], np.inf).argmin(1)
    loss = choosing - choosing[row, best][:, None]
    is_worse = (loss[..., 0] > np.maximum(loss[..., 1:].std(-1), LEAST_RIVER)) & has_price
    kinds = np.where(is_worse, kind_numbers_of_bet_mistakes(acts[best], acts, bets.line[rows] < PAT_LINES), -1)
    act = (acts == bets.act[rows][:, None]).argmax(1)
    made = np.flatnonzero(kinds[row, act] >= 0)
    price = (pricing[row, act] - pricing[row, best])[made]
    price[:, 0] += price[:, 0] - price[:, 1:].mean(1)  # as much as samples of the half lose beside it
    possible = pack_mistake_kinds((kinds == np.arange(len(KINDS))[:, None, None]).any(2))
    return _PricedLine(rows[made], kinds[row, act][made], acts[best[made]], price, rows, possible, rows[has_price[act]])


def _acts_played_enough_to_price(losses: Losses, line: str) -> Flags:
    """Which acts both halves say something of: those to which the other's answer is played, at a line that is."""
    acts = np.array([*_BETTING.acts[line]])
    made = losses.made[_BETTING.rows[line]].reshape(len(acts), HALVES, -1)[..., 0]
    reached = losses.reached[line].reshape(HALVES, SAMPLES + 1, -1)[:, 0].max(-1)
    is_played = (reached >= RARE) & (made.sum(0) >= RARE)
    is_answered = np.isin(acts, ["b", "r"])[:, None]
    return np.asarray((((made >= RARE * made.sum(0)) | ~is_answered) & is_played).all(1))


def _are_acts_modelled(bets: BetDecisions) -> Flags:
    lines = [*_BETTING.acts, *_BETTING.folds, *_BETTING.closings]
    return np.isin(np.char.add(bets.acts, bets.act), lines)


def _river_spots(bets: BetDecisions, rows: Masks) -> list[Spot]:
    """The river of each of these decisions; the pot is the nearest in proportion."""
    pot = np.abs(np.log(bets.pot[rows, None] / POTS)).argmin(1)
    lines = bets.line[rows], bets.opponent_line[rows]
    first, second = (np.where(bets.place[rows] == place, lines[0], lines[1]) for place in (0, 1))
    return [*zip(first.tolist(), second.tolist(), pot.tolist(), strict=True)]


def _spots_covering_most_decisions(spots: list[Spot]) -> frozenset[Spot]:
    """The most frequent of these rivers, until the others hold so few decisions that they may be left out."""
    common, left = set[Spot](), len(spots)
    for spot, times in Counter(spots).most_common():
        if left <= UNSOLVED * len(spots):
            break
        common.add(spot)
        left -= times
    return frozenset(common)


def _select_rivers(losses: Losses, rivers: slice) -> Losses:
    reached = {line: shares[rivers] for line, shares in losses.reached.items()}
    return Losses(losses.lost[:, rivers].astype(np.float32), reached, losses.made[:, rivers])


def _bootstrap_part_weights() -> WeightsByHalfSamplePart:
    random, samples = np.random.default_rng(_SEED), np.zeros((HALVES, SAMPLES + 1, PARTS))
    for half in range(HALVES):
        parts = np.arange(half, PARTS, HALVES)
        drawn = random.multinomial(len(parts), np.full(len(parts), 1 / len(parts)), SAMPLES)
        samples[half][:, parts] = np.vstack([np.ones(len(parts)), drawn])
    return samples


_BETTING = Betting(CAP)
_NO_ROWS = np.zeros(0, np.int64)
_NONE = _PricedLine(_NO_ROWS, _NO_ROWS, np.zeros(0, np.str_), np.zeros((0, SAMPLES + 1)), _NO_ROWS, _NO_ROWS, _NO_ROWS)
