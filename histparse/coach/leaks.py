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

from histparse.coach.bets import REASONS, SAMPLES, Answers, BetMistakes, bet_mistakes
from histparse.coach.kinds import KINDS, NAMES, Kind
from histparse.coach.mistakes import Mistakes, draw_mistakes, losses, river_mistakes
from histparse.coach.observed import DRAW_LINES, PARTS, RIVER_LINES, Observed
from histparse.odds.card_sets import Floats, Masks
from histparse.stats.significance import SMALL
from histparse.system import late

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
    def is_shown(self) -> bool:
        """Whether these hands show that it costs something."""
        return self.low > 0 and self.mistakes >= FEWEST


class Prices(Struct, frozen=True):
    """What decisions are priced by, beside the ranges they were observed with: by the same they cost the same."""

    draws: Mistakes
    rivers: Mistakes
    """Mistakes that tell how many opponents stay."""
    answers: Answers
    """The rivers by which bets are priced."""

    @classmethod
    def of(cls, observed: Observed, answers: Answers) -> Prices:
        """What the decisions of many hands give to price fewer of them by."""
        return cls(draw_mistakes(observed), river_mistakes(observed), answers)


class Leaks(Struct, frozen=True):
    """All leaks, those that are shown first and the most expensive of these first."""

    leaks: tuple[Leak, ...]
    together: Leak
    """The sum of all kinds with enough mistakes, whether each is shown or not."""
    draws: Mistakes
    rivers: Mistakes
    bets: BetMistakes
    lost: tuple[Floats, Floats]
    """In big bets, by each mistake in draws and in calls."""
    by: Prices
    """What fewer of these hands are priced by."""


def find_leaks(
    observed: Observed, others: Observed | None = None, by: Prices | None = None, answers: Answers | None = None
) -> Leaks:
    """Price every decision of the player, and beside it those of the others, by the same ranges.

    Without prices of more hands the decisions are priced by themselves, bets by these answers or else by new ones.
    """
    found = _priced(observed, by, answers)
    if others is None:
        return found
    beside = {leak.kind: leak.price for leak in _priced(others, None, found.by.answers).leaks if leak.spots >= SMALL}
    leaks = tuple(structs.replace(leak, others=beside.get(leak.kind)) for leak in found.leaks)
    return structs.replace(found, leaks=leaks)


def _priced(observed: Observed, by: Prices | None, answers: Answers | None) -> Leaks:
    draws, rivers = draw_mistakes(observed), river_mistakes(observed)
    by = by or Prices(draws, rivers, answers or Answers(observed))
    bets = bet_mistakes(observed, by.answers)
    of_draws = losses(draws, observed.draw_range, DRAW_LINES, by.draws)
    of_rivers = losses(rivers, observed.river_range, RIVER_LINES, by.rivers)
    each = [(draws.kind, of_draws), (rivers.kind, of_rivers), (bets.kind, _without_parts(bets.lost[0], bets.part))]
    hands = _hands(observed)
    counted = np.sum([_by_kind(lost, kind) for kind, lost in each], axis=0) * 100 / hands[:, None]
    errs = _by_kind(bets.lost[1:], bets.kind) * 100 / hands[0]
    made = np.bincount(np.concatenate([kind for kind, _ in each]), minlength=len(KINDS))
    spots = (draws.spots + rivers.spots + bets.spots).tolist()
    leaks = [_leak(kind, *found) for kind, *found in zip(KINDS, counted.T, errs.T, made.tolist(), spots, strict=True)]
    often = made >= FEWEST
    every = Kind("all", "all kinds with ten mistakes or more", "")
    decisions = len(observed.draws.part) + len(observed.rivers.part) + bets.wagers
    sums = counted[:, often].sum(1), errs[:, often].sum(1)
    together = _leak(every, *sums, int(made[often].sum()), decisions)
    ranked = sorted(leaks, key=lambda leak: (leak.is_shown, leak.price), reverse=True)
    return Leaks(tuple(ranked), together, draws, rivers, bets, (of_draws[0], of_rivers[0]), by)


def _hands(observed: Observed) -> Floats:
    """The player's hands, all and without each part."""
    return np.asarray(np.maximum(observed.hands.sum() - np.append(0, observed.hands), 1), np.float64)


def _without_parts(lost: Floats, part: Masks) -> Floats:
    """What each mistake lost, by all hands and without each part of the player's own."""
    return np.vstack([lost, np.where(part == np.arange(PARTS)[:, None], 0, lost)])


def _by_kind(losses: Floats, kind: Masks) -> Floats:
    return np.stack([np.bincount(kind, of, len(KINDS)) for of in losses])


def _leak(kind: Kind, counted: Floats, errs: Floats, mistakes: int, spots: int) -> Leak:
    """`errs`: what it costs by other samples of the hands that price bets."""
    price = float(counted[0])
    reach = float(np.hypot(_reach(counted[1:]), _student(SAMPLES - 1) * errs.std()))
    high = price * np.exp(reach / price) if price > reach else price + reach  # what errs grows with the price
    return Leak(kind, price, price - reach, float(high), mistakes, spots)


def _reach(without: Floats) -> float:
    """How far the interval reaches, from the prices without each part.

    The error is itself uncertain, the more so if few parts make it: Student's t has as many degrees of freedom as its
    own spread tells (Satterthwaite's).
    """
    squares = (without - without.mean()) ** 2
    error = np.sqrt((PARTS - 1) / PARTS * squares.sum())
    spread = (squares**2).sum() - squares.sum() ** 2 / PARTS
    freedom = 2 * squares.sum() ** 2 / spread if spread > 0 else np.inf
    return _student(float(np.clip(freedom, 1, PARTS - 1))) * float(error)


def _student(freedom: float) -> float:
    """How many errors the interval reaches."""
    return float(late.special.stdtrit(freedom, _TAIL))


def as_rows(found: Leaks) -> pl.DataFrame:
    """A row for each kind of mistake, and the last for those with ten or more together.

    `big_bets`: what it costs in 100 hands, with the 95 % interval `low` to `high`; `shown`: whether the interval leaves
    zero out, or nothing is claimed; `mistakes` of `spots`, the decisions in which it could be made; `others`: what it
    costs in 100 hands of the others whose cards are known at the deal, null if they had fewer than 30 such spots;
    `priced`: of kinds of bets, and of snows, which have a price and why others have none, in a sentence.
    """
    bets = priced_acts(found.bets)
    told = {kind.name: bets for kind in KINDS if kind.priced == "bets"} | {"snows": _priced_snows(found)}
    rows = [_row(leak, told.get(leak.kind.name)) for leak in (*found.leaks, found.together)]
    return pl.DataFrame(rows, schema_overrides={"priced": pl.String})


def priced_acts(bets: BetMistakes) -> str:
    """`1,431 of 6,625 acts after the last draw have a price; not 4,535 with more than two players, ...`."""
    left = [f"{many:,} ({reason})" for many, reason in zip(bets.unpriced.tolist(), REASONS, strict=True) if many]
    unpriced = f"; the others have none: {', '.join(left)}" if left else ""
    return f"{bets.acts - bets.unpriced.sum():,} of {bets.acts:,} acts after the last draw have a price{unpriced}"


def how_many(told: str) -> str:
    """`1,431 of 6,625`, of a sentence that begins so."""
    return " ".join(told.split(" ")[:3])


def _priced_snows(found: Leaks) -> str | None:
    """`12 of 40 snows have a price; ...`; None: all have."""
    priced, others = (
        np.bincount(found.draws.kind, minlength=len(KINDS))[NAMES.index("snows")],
        len(found.draws.unpriced),
    )
    if not others:
        return None
    return (
        f"{priced:,} of {priced + others:,} snows have a price; the others have none: "
        "a single opponent who has not stood pat before them may fold"
    )


def _row(leak: Leak, priced: str | None) -> dict[str, object]:
    return {
        "leak": leak.kind.name,
        "player": leak.kind.title,
        "instead": leak.kind.instead,
        "big_bets": leak.price,
        "low": leak.low,
        "high": leak.high,
        "shown": leak.is_shown,
        "mistakes": leak.mistakes,
        "spots": leak.spots,
        "others": leak.others,
        "priced": priced,
    }
