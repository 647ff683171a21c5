"""Chart: how often a player comes into the pot, beside the others."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from matplotlib.figure import FigureBase

from histparse.report.charts.style import PLAYER, POOL, Drawing, add_titled_axes, link_artist_to_rate, register_chart
from histparse.report.model import Figures, Rate, Report, pair_rates
from histparse.stats import words


@register_chart("entry")
def entries(report: Report) -> Iterator[Drawing]:
    """One, unless the player never had to decide."""
    figures = report.figures["vpip"]
    (vpip,) = pair_rates(figures)
    if vpip.player.chances:
        yield Drawing(2.6, partial(_draw, figures, vpip, words.short_label(report.player)))


def _draw(figures: Figures, vpip: Rate, player: str, figure: FigureBase) -> None:
    """A bar for the player, one for the others."""
    explanation = "Chips put in by their own will before the first draw"
    axes = add_titled_axes(figure, f"How often {player} comes in", explanation)
    axes.grid(axis="y")
    player_bar, pool_bar = axes.bar(range(2), [vpip.player.rate or 0, vpip.pool.rate or 0], color=[PLAYER, POOL])
    link_artist_to_rate(player_bar, figures, vpip, player, is_player=True)
    link_artist_to_rate(pool_bar, figures, vpip, player, is_player=False)
    axes.set_xticks(range(2), [player, "others"])
