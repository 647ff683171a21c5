"""Step 10, serve: the opponents of a player - what was won from each, all on a map by style, and the card of one."""

from __future__ import annotations

import math

import polars as pl
from msgspec import Struct
from msgspec.structs import replace

from histparse import Filters, Store, statistics
from histparse.report.model import Row
from histparse.serve.address import YES, Address
from histparse.serve.hand_addresses import counted_hands_address
from histparse.serve.source import PageRequest
from histparse.stats import words
from histparse.stats.filter_views import prepare_queries
from histparse.stats.significance import largest_claimable_p, two_sided_student_p
from histparse.stats.verdicts import winning_verdict_of_totals
from histparse.stats.words import value_name
from histparse.system.files import query_text
from histparse.system.streams import as_frame

WIDTH, HEIGHT = 1000, 420
"""The size of the drawing."""
FEWEST = 100
"""Hands a player was dealt, below which both rates say more of chance than of style."""
MOST = 150
"""Players drawn, those with most hands: more lie on top of each other."""


class Point(Struct, frozen=True):
    """One player: a place in the drawing, a radius that grows with their hands, and what the point stands for."""

    player: str
    x: float
    y: float
    radius: float
    in_words: str
    is_hero: bool = False


class StyleMap(Struct, frozen=True):
    """The points, who has most hands first, the rates at the edges across and up, and where the median player is."""

    points: tuple[Point, ...]
    edges: tuple[tuple[float, float], tuple[float, float]]
    median: tuple[float, float]


def build_style_map(store: Store, filters: Filters) -> StyleMap | None:
    """The players who were dealt enough hands, in a drawing as wide as their rates lie apart; None if under three."""
    players = vpip_and_pat_by_player(store, filters).filter(pl.col("chances") >= FEWEST, pl.col("draws") > 0)
    drawn = players.sort("chances", descending=True).head(MOST)
    if len(drawn) < 3:
        return None
    (left, right), (bottom, top) = edges = _axis_limits(drawn["x"]), _axis_limits(drawn["y"])

    def to_drawing(x: float, y: float) -> tuple[float, float]:
        return round(WIDTH * (x - left) / (right - left), 1), round(HEIGHT * (top - y) / (top - bottom), 1)

    heroes = {name for name, _ in store.heroes()}
    return StyleMap(
        tuple(
            Point(
                row["player"],
                *to_drawing(row["x"], row["y"]),
                _point_radius(row),
                _describe_vpip_and_pat(row),
                row["player"] in heroes,
            )
            for row in drawn.to_dicts()
        ),
        edges,
        to_drawing(float(drawn["x"].quantile(0.5) or 0), float(drawn["y"].quantile(0.5) or 0)),
    )


def vpip_and_pat_by_player(store: Store, filters: Filters) -> pl.DataFrame:
    """Compute how often each player plays a hand (`x`, of `chances`) and stands pat in any draw (`y`, of `draws`)."""
    vpip, pat = (store.statistic(name, filters=replace(filters, by="player")) for name in ("vpip", "pat_rate"))
    sums = pat.group_by("player").agg(pl.col("done").sum().alias("pats"), pl.col("chances").sum().alias("draws"))
    return vpip.join(sums, on="player", how="left").select(
        pl.all(), x="rate", y=pl.when(pl.col("draws") > 0).then(pl.col("pats") / pl.col("draws"))
    )


def _axis_limits(rates: pl.Series) -> tuple[float, float]:
    values = rates.to_numpy()
    return max(0.0, float(values.min()) - 0.02), min(1.0, float(values.max()) + 0.02)


def _point_radius(row: dict[str, int]) -> float:
    """An area in proportion to the hands, up to 10,000 of them."""
    return round(6 + 14 * math.sqrt(min(1.0, row["chances"] / 10_000)), 1)


def _describe_vpip_and_pat(row: dict[str, int]) -> str:
    """`plays 39.2 % (38.1k/97.2k), stands pat 28.1 % (40.4k/150k)`."""
    played = f"{words.percent(row['done'] / row['chances'])} ({words.done_of_chances(row['done'], row['chances'])})"
    pat = f"{words.percent(row['pats'] / row['draws'])} ({words.done_of_chances(row['pats'], row['draws'])})"
    return f"plays {played}, stands pat {pat}"


# --- what was won from each -------------------------------------------------------------------------------------------

OPPONENT, RIVAL = "opponent", "rival"
"""The groups of those dealt in too, and of the only one who also reached the first draw."""


def opponent_winnings_and_rates(store: Store, player: str, filters: Filters) -> pl.DataFrame:
    """A row for each opponent and currency: hands together, won from them, net, BB/100, heads-up pots, two rates."""
    hands_together, heads_up = (
        _winnings_by_opponent_and_currency(store, player, replace(filters, by=group)) for group in (OPPONENT, RIVAL)
    )
    heads_up = heads_up.select(OPPONENT, "currency", pots="hands", pots_won="big_bets")
    rates = vpip_and_pat_by_player(store, Filters()).select(
        "done", "chances", "pats", "draws", "y", pl.col("player").alias(OPPONENT), vpip="x"
    )
    won = hands_together.join(winnings_from_opponents(store, player, filters), on=[OPPONENT, "currency"], how="left")
    rows = won.with_columns(pl.col("won_from").fill_null(0.0))
    rows = rows.join(heads_up, on=[OPPONENT, "currency"], how="left").with_columns(pl.col("pots").fill_null(0))
    return rows.join(rates, on=OPPONENT, how="left")


def winnings_from_opponents(store: Store, player: str, filters: Filters) -> pl.DataFrame:
    """A row for each `opponent` and `currency`: `won_from` in big bets, below zero if lost.

    In each hand what a loser lost goes to the winners in proportion to what each won, and the rest is rake: added up
    over all opponents it is the player's net plus the rake they paid as a loser. Raises StatisticsError.
    """
    with store.database() as database:
        sql = query_text("opponents/won_from")
        prepare_queries(database, [sql], player, filters, names_opponents=True)
        return as_frame(database.connection.sql(sql))


def net_if_all_opponents_listed(store: Store, player: str, filters: Filters, currency: str) -> float | None:
    """The net in that currency, in big bets, beside which stands what was won from all; None: not all are listed."""
    if filters.min_hands is not None or filters.opponent is not None:
        return None
    rows = _results_over_all_stakes(store, player, filters).filter(currency=currency)
    return float((rows["bb100"] * rows["hands"]).sum()) / 100


def _results_over_all_stakes(store: Store, player: str, filters: Filters) -> pl.DataFrame:
    return store.statistic("bb100", player, filters=filters).filter(pl.col("low_stake").is_null())


def _winnings_by_opponent_and_currency(store: Store, player: str, filters: Filters) -> pl.DataFrame:
    """The winnings by label and currency, all stakes together."""
    rows = _results_over_all_stakes(store, player, filters).rename({filters.by or "": OPPONENT})
    return rows.with_columns(big_bets=pl.col("bb100") * pl.col("hands") / 100)


class Comparison(Struct, frozen=True):
    """Opponents with many hands together, beside what all bring per 100."""

    bb100: float
    judged: int
    beyond: int
    """The number whose interval leaves out what all bring: one in 20 does by chance alone."""
    proven: int
    """The number of opponents who differ beyond chance, though so many were compared (Benjamini and Hochberg)."""


IS_PROVEN = "is_proven"


def compare_opponents_with_mean(opponent_rows: pl.DataFrame) -> tuple[Comparison, pl.DataFrame]:
    """Compare each opponent with all of them together; the rows say who differs beyond chance (`is_proven`)."""
    hands, judged = int(opponent_rows["hands"].sum()), opponent_rows.filter(pl.col("hands") >= FEWEST)
    mean = 100 * float(opponent_rows["big_bets"].sum()) / hands if hands else 0.0
    beyond = judged.filter((pl.col("low_end") > mean) | (pl.col("high_end") < mean))
    p_of = {
        row[OPPONENT]: two_sided_student_p((row["bb100"] - mean) / row["error"], row["hands"] - 1)
        for row in judged.filter(pl.col("error") > 0).to_dicts()
    }
    level = largest_claimable_p(p_of.values())
    proven = [name for name, p in p_of.items() if p <= level]
    marked = opponent_rows.with_columns(pl.col(OPPONENT).is_in(proven).alias(IS_PROVEN))
    return Comparison(mean, len(judged), len(beyond), len(proven)), marked


# --- the card of one opponent -----------------------------------------------------------------------------------------


SHOWN = "showdown_hands"


def showdown_classes_by_draw(request: PageRequest) -> tuple[list[str], list[tuple[str, str, list[int]]]]:
    """What the player showed at showdown: the classes, without those that nobody showed, and a row for each last draw.

    A row has the draw in words, the address of its hands, and their number by class.
    """
    player, filters = request.player, request.filters
    rows = request.call_cached(Store.statistic, SHOWN, player, filters=filters)
    counts = rows.drop_nulls("drawn").group_by("drawn", "made", maintain_order=True).agg(pl.col("done").sum())
    table = counts.pivot("made", index="drawn", values="done").fill_null(0).sort("drawn")
    classes = [name for name in table.columns[1:] if table[name].sum()]
    listed = []
    for drawn, *numbers in table.select("drawn", *classes).iter_rows():
        address = counted_hands_address(request.address, player, statistics()[SHOWN], {"drawn": drawn})
        listed.append(("pat" if drawn == 0 else f"drew {value_name('drawn', drawn)}", address, numbers))
    return classes, listed


def hero_results_against_player(request: PageRequest) -> list[tuple[Row, str]]:
    """What the hero's hands with the player brought, by currency, that with most hands first; none of the hero itself.

    Each row of the statistic with the address of its hands.
    """
    if request.is_hero or not request.has_hero:
        return []
    filters = replace(request.filters, opponent=request.player, min_hands=None)
    hero = request.store.player(None)
    rows = request.call_cached(_results_by_currency, hero, filters)
    return [(row, shared_hands_address(request.address, hero, request.player, row["currency"])) for row in rows]


def shared_hands_address(address: Address, player: str, opponent: str, currency: str) -> str:
    """The hands of a player with that opponent in a currency, those that lost most first."""
    hands = ("player", player), ("stat", "bb100"), ("of", f"currency={currency}"), ("opponent", opponent)
    return address.filtered_link("/hands", *hands, ("min-hands", ""), ("sort", "big_bets"), ("up", YES))


def verdict_by_currency(request: PageRequest) -> list[tuple[str, str]]:
    """Each currency, and whether the player wins in it, in a sentence; that of most hands first."""
    rows = request.call_cached(_results_by_currency, request.player, request.filters)
    return [(row["currency"], winning_verdict_of_totals(row)) for row in rows]


def _results_by_currency(store: Store, player: str, filters: Filters) -> list[Row]:
    rows = _results_over_all_stakes(store, player, filters)
    return rows.sort("hands", "currency", descending=[True, False]).to_dicts()
