"""Coach, leaks: what each kind of mistake costs a player, in big bets per 100 hands, with its interval.

Of draws and calls it is the worth at showdown against this pool of hands, in the pot as it stood: no bets to come, and
nobody bluffed; of bets the loss against an equilibrium of the river. The interval has the error of the player's own
hands and that of the ranges together. For draws and calls everything is counted again without each of the parts of the
database in turn (the jackknife). For bets so are the player's hands, and the ranges are drawn again.
"""

from __future__ import annotations

import numpy as np
import polars as pl
from msgspec import Struct, structs

from histparse.coach.bets import REASONS, SAMPLES
from histparse.coach.decisions import BETS, SNOW, STEPS
from histparse.coach.kinds import KINDS, NAMES, Kind
from histparse.coach.mistakes import LossesByRecountAndMistake
from histparse.coach.observed import PARTS
from histparse.odds.card_sets import Floats, Masks
from histparse.stats.significance import SMALL
from histparse.system import late

LossesByRecountAndKind = Floats
FEWEST = 10
"""The fewest mistakes from which something is claimed: fewer do not tell how much they vary."""
_TAIL = 0.975


class Leak(Struct, frozen=True):
    """One kind of mistake: what it costs in big bets per 100 hands, and the 95 % interval."""

    kind: Kind
    price: float
    low: float
    high: float
    mistakes: int
    spots: int
    """In how many decisions it could be made."""
    others: float | None = None
    """What it costs the other players whose cards are known as theirs are; None: there are too few."""

    @property
    def is_proven_costly(self) -> bool:
        """Whether these hands show that it costs something."""
        return self.low > 0 and self.mistakes >= FEWEST


class Leaks(Struct, frozen=True):
    """All leaks, those that are shown first and the most expensive of these first."""

    leaks: tuple[Leak, ...]
    total: Leak
    """The sum of all kinds with enough mistakes, whether each is shown or not."""
    acts: int
    """All acts after the last draw with cards seen."""
    unpriced: Masks
    """How many of these acts have no price, by `REASONS`."""
    snows: tuple[int, int]
    """How many snows have a price, and how many have none."""


def price_leaks(
    decisions: pl.DataFrame, hands_by_part: Masks, opponent_decisions: pl.DataFrame, opponent_hands: int
) -> Leaks:
    """Price each kind of mistake in these decisions of a player, and in those of opponents.

    `decisions`, `opponent_decisions`: as from `all_decision_rows`. `hands_by_part`: the player's, by part.
    """
    numbers = np.maximum(hands_by_part.sum() - np.append(0, hands_by_part), 1)  # in all, and outside each part
    mistakes = decisions.filter(pl.col("kind").is_not_null())
    bets, showdowns = mistakes.filter(source=BETS), mistakes.filter(pl.col("source") != BETS)
    of_showdowns = _sum_by_kind(_recounted_losses(showdowns, PARTS), showdowns)
    of_bets = _sum_by_kind(_losses_outside_each_part(bets), bets)
    prices = (of_showdowns + of_bets) * 100 / numbers[:, None]
    by_samples = _sum_by_kind(_recounted_losses(bets, SAMPLES)[1:], bets) * 100 / numbers[0]
    made, spots = np.bincount(_kind_numbers(mistakes), minlength=len(KINDS)), _count_chances_by_mistake_kind(decisions)
    opponent_prices = _opponent_prices_by_kind(opponent_decisions, opponent_hands)
    priced = map(_build_leak, KINDS, prices.T, by_samples.T, made.tolist(), spots)
    leaks = [structs.replace(leak, others=price) for leak, price in zip(priced, opponent_prices, strict=True)]
    often = made >= FEWEST
    all_kinds = Kind("all", "all leaks with ten mistakes or more", "")
    sums = prices[:, often].sum(1), by_samples[:, often].sum(1)
    total = _build_leak(all_kinds, *sums, int(made[often].sum()), int(decisions["is_counted"].sum()))
    ranked = sorted(leaks, key=lambda leak: (leak.is_proven_costly, leak.price), reverse=True)
    reason, acts = decisions["reason"].drop_nulls(), decisions.filter(source=BETS).height
    unpriced = np.bincount(reason.filter(reason != SNOW).to_numpy(), minlength=len(REASONS))
    snows = int(made[NAMES.index("snows")]), int((reason == SNOW).sum())
    return Leaks(tuple(ranked), total, acts, unpriced, snows)


def _kind_numbers(mistakes: pl.DataFrame) -> Masks:
    return np.asarray(mistakes["kind"].to_numpy(), np.int64)


def _count_chances_by_mistake_kind(decisions: pl.DataFrame) -> list[int]:
    """In how many decisions each kind of mistake could be made."""
    possible = decisions["possible"].to_numpy()
    return [int(np.count_nonzero(possible >> place & 1)) for place in range(len(KINDS))]


def _recounted_losses(mistakes: pl.DataFrame, recounts: int) -> LossesByRecountAndMistake:
    """The loss of each mistake, and its loss in so many recounts: an array of those by mistakes."""
    lost = mistakes["lost"].to_numpy()
    more = mistakes["recounted"].explode(empty_as_null=False).to_numpy().reshape(-1, recounts) / STEPS
    return np.vstack([lost, lost + more.T])


def _opponent_prices_by_kind(decisions: pl.DataFrame, hands: int) -> list[float | None]:
    """The price of each kind to opponents, in big bets per 100 hands; None: they had too few spots."""
    mistakes = decisions.filter(pl.col("kind").is_not_null())
    [lost] = _sum_by_kind(mistakes["lost"].to_numpy()[None], mistakes) * 100 / max(hands, 1)
    return [
        price if spots >= SMALL else None
        for price, spots in zip(lost.tolist(), _count_chances_by_mistake_kind(decisions), strict=True)
    ]


def _losses_outside_each_part(mistakes: pl.DataFrame) -> LossesByRecountAndMistake:
    lost, part = mistakes["lost"].to_numpy(), mistakes["part"].to_numpy()
    return np.vstack([lost, np.where(part == np.arange(PARTS)[:, None], 0, lost)])


def _sum_by_kind(losses: LossesByRecountAndMistake, mistakes: pl.DataFrame) -> LossesByRecountAndKind:
    return np.stack([np.bincount(_kind_numbers(mistakes), lost, len(KINDS)) for lost in losses])


def _build_leak(kind: Kind, recounted_prices: Floats, sampled_prices: Floats, mistakes: int, spots: int) -> Leak:
    """`recounted_prices`: in all hands and without each part.

    `sampled_prices`: by other samples of the hands that price bets.
    """
    price = float(recounted_prices[0])
    reach = float(np.hypot(_half_interval(recounted_prices[1:]), _student_quantile(SAMPLES - 1) * sampled_prices.std()))
    high = price * np.exp(reach / price) if price > reach else price + reach  # what errs grows with the price
    return Leak(kind, price, price - reach, float(high), mistakes, spots)


def _half_interval(prices_without_parts: Floats) -> float:
    """Half the width of the interval, from the prices without each part.

    The error is itself uncertain, the more so if few parts make it: Student's t has as many degrees of freedom as its
    own spread tells (Satterthwaite's).
    """
    squares = (prices_without_parts - prices_without_parts.mean()) ** 2
    error = np.sqrt((PARTS - 1) / PARTS * squares.sum())
    spread = (squares**2).sum() - squares.sum() ** 2 / PARTS
    freedom = 2 * squares.sum() ** 2 / spread if spread > 0 else np.inf
    return _student_quantile(float(np.clip(freedom, 1, PARTS - 1))) * float(error)


def _student_quantile(freedom: float) -> float:
    return float(late.special.stdtrit(freedom, _TAIL))


def leaks_to_rows(leaks: Leaks) -> pl.DataFrame:
    """A row for each kind of mistake, and the last for those with ten or more together.

    `big_bets`: what it costs in 100 hands, with the 95 % interval `low` to `high`; `shown`: whether the interval leaves
    zero out, or nothing is claimed; `mistakes` of `spots`, the decisions in which it could be made; `others`: what it
    costs in 100 hands of the others whose cards are known at the deal, null if they had fewer than 30 such spots;
    `priced`: of kinds of bets, and of snows, which have a price and why others have none, in a sentence.
    """
    bets = describe_priced_acts(leaks)
    sentences = {kind.name: bets for kind in KINDS if kind.priced == "bets"} | {
        "snows": _describe_priced_snows(*leaks.snows)
    }
    rows = [_leak_row(leak, sentences.get(leak.kind.name)) for leak in (*leaks.leaks, leaks.total)]
    return pl.DataFrame(rows, schema_overrides={"priced": pl.String, "others": pl.Float64})


def describe_priced_acts(leaks: Leaks) -> str:
    """`1,431 of 6,625 acts after the last draw are priced; not 4,535 with more than two players, ...`."""
    left = [f"{many:,} ({reason})" for many, reason in zip(leaks.unpriced.tolist(), REASONS, strict=True) if many]
    unpriced = f"; the rest are not: {', '.join(left)}" if left else ""
    return f"{leaks.acts - leaks.unpriced.sum():,} of {leaks.acts:,} acts after the last draw are priced{unpriced}"


def first_three_words(sentence: str) -> str:
    """`1,431 of 6,625`, of a sentence that begins so."""
    return " ".join(sentence.split(" ")[:3])


def _describe_priced_snows(priced: int, unpriced: int) -> str | None:
    """`12 of 40 snows are priced; ...`; None: all are."""
    if not unpriced:
        return None
    return (
        f"{priced:,} of {priced + unpriced:,} snows are priced; the rest are not: "
        "a single opponent who has not stood pat before them may fold"
    )


def _leak_row(leak: Leak, pricing_coverage_sentence: str | None) -> dict[str, object]:
    return {
        "leak": leak.kind.name,
        "player": leak.kind.title,
        "instead": leak.kind.instead,
        "big_bets": leak.price,
        "low": leak.low,
        "high": leak.high,
        "shown": leak.is_proven_costly,
        "mistakes": leak.mistakes,
        "spots": leak.spots,
        "others": leak.others,
        "priced": pricing_coverage_sentence,
    }
