"""Writes how often forecasts of hands to come are right, by simulation: `python -m docs.outlooks`, in minutes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tests.stats.prospects import BANKROLL, COMING, PLAYERS, Floats, fifths, told

PAGE = Path(__file__).parent / "outlooks.md"
SPREADS = (5, 10, 20)
POPULATIONS = {500: (40, 12), 2_000: (20, 8), 10_000: (8, 4)}
"""By the hands of each player, how many populations are simulated, and in how many ruin, which takes longer."""
HEAD = f"""<!-- Written by `python -m docs.outlooks`. -->

# What more hands may bring

From 500 hands on `histparse results` says what more hands may bring: the chance of a loss, a bankroll, the hands
until the win rate is known. All of it rests on the expected win rate, the one so far moved toward those of other
players: after 500 hands of fixed limit a win rate has a standard error of 13 big bets per 100.

True win rates are taken to be normally distributed about what all hands of the currency brought on average. How far
they spread is estimated from the players with 500 hands or more, by restricted likelihood, averaged over all spreads
(before the results a half-Cauchy of scale 10). With fewer than 20 such players a mean of 0 and a spread of 10 are
assumed; if players differ by 5 or by 20, chances are then up to .14 off after 500 hands. `results` says which of the
two it was.

The chance of a loss is normal: the hands to come stray by their own spread and by the error of the win rate. The
risk of ruin is Lundberg's, averaged over what the true win rate may be: whoever does not win loses any bankroll in
the end, so none is enough if that is likelier than the risk. What was won so far has Student's interval.

Below are simulated populations of {PLAYERS} players, by the spread of true win rates in big bets per 100 hands, and
by the hands of each player. In each fifth of the players, smallest chances first, stand the chance that was said
and the share to whom it happened: `0.25 / 0.26`.

"""


def page() -> str:
    """The whole page; a cell is `chance / share`."""
    tables: dict[str, list[str]] = {
        f"A loss over the next {COMING:,} hands": [],
        f"Ruin with {BANKROLL} big bets": [],
    }
    for spread in SPREADS:
        for played, (populations, more) in POPULATIONS.items():
            losses, ruin = told(spread, played, populations), told(spread, played, more, ruin=True, seed=2)
            forecasts = ((losses.loss, losses.lost), (ruin.ruin, ruin.ruined))
            for rows, (chances, outcomes) in zip(tables.values(), forecasts, strict=True):
                rows.append(_row(f"{spread}", f"{played:,}", *_cells(chances, outcomes)))
    head = _row("spread", "hands", "1st fifth", "2nd", "3rd", "4th", "5th")
    parts = [f"## {title}\n\n{chr(10).join([head, '|---' * 7 + '|', *rows])}\n" for title, rows in tables.items()]
    return HEAD + "\n".join(parts)


def _cells(chances: Floats, outcomes: Floats) -> Iterator[str]:
    return (f"{chance:.2f} / {share:.2f}" for chance, share in fifths(chances, outcomes))


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
