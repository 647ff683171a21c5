"""Step 8, report: the hero's decisions in one hand with their prices, in sentences for its replayer."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, timedelta

from msgspec.structs import replace

from histparse.coach.decisions import all_mistakes_worst_first
from histparse.report.model import Row
from histparse.report.priced_leaks import leaks_of_main_currency
from histparse.stats import Filters, StatisticsError, words
from histparse.stats.players import find_player
from histparse.stats.run import ALL
from histparse.store import Database
from histparse.view.film import Film
from histparse.view.html.page import step_number_at_line

SYMBOLS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
DRAWN = ("one", "two", "three", "four", "five")
SentenceByStep = dict[int, str]


def hero_decision_prices_if_cached(database: Database, film: Film) -> SentenceByStep:
    """What the decisions of the hero cost, see `price_sentences_by_step`; empty until the prices of the game are kept.

    Pricing a game takes seconds, which is too long for one hand.
    """
    view, filters = film.view, filters_for_currency_and_day(ALL, film)
    hero = next((seat.player for seat in view.seats if seat.hero), None)
    if hero is None or filters is None:
        return {}
    try:
        leaks = leaks_of_main_currency(database, find_player(database, f"{view.site}:{hero}"), filters)
        if not leaks.has_cached_prices():
            return {}
        mistakes = all_mistakes_worst_first(leaks.listed_mistakes_by_kind())
        chances = leaks.showdown_chances_by_decision()
    except StatisticsError:  # no cards are known
        return {}
    of_hand = [rows.filter(site=view.site, hand_id=view.hand_id).to_dicts() for rows in (mistakes, chances)]
    return price_sentences_by_step(film, *of_hand)


def price_sentences_by_step(film: Film, mistakes: Iterable[Row], chances: Iterable[Row]) -> SentenceByStep:
    """What each decision of the hero cost, in a sentence, at the step before it.

    `mistakes`: rows of `list_mistakes_with_details`; `chances`: rows of `showdown_chances_by_decision`.
    """
    right = {
        step_number_at_line(film, row["line"]) - 1: f"No mistake: wins {words.percent(row['did'])} at showdown"
        for row in chances
    }
    return right | {step_number_at_line(film, row["line"]) - 1: mistake_in_words(row) for row in mistakes}


def filters_for_currency_and_day(filters: Filters, film: Film) -> Filters | None:
    """The filters with the currency and the day of that hand, counted together; None: it has no time."""
    if film.view.played_at is None:
        return None
    day = film.view.played_at.replace(hour=0, minute=0, second=0, microsecond=0, tzinfo=UTC)
    return replace(filters.at_any_time(), money=film.view.currency, since=day, until=day + timedelta(days=1))


def mistake_in_words(row: Row) -> str:
    """`Pat cost 6.47 big bets. Better: draw one, throw J♥.`, of a row that prices a mistake."""
    thrown = parse_thrown_cards(row["did"])
    did = f"Throwing {format_card_faces(thrown)}" if thrown else str(row["did"]).capitalize()
    price = f"{row['big_bets']:.2f} big bets" if row["big_bets"] > 0 else "nothing in these hands"
    return f"{did} cost {price}. Better: {_format_advice(row['better'])}."


def parse_thrown_cards(action: str) -> list[str]:
    """`Qd` and `Jc`, of `throws Qd Jc`; none of `pat` or `call`."""
    return action.removeprefix("throws ").split() if action.startswith("throws ") else []


def format_card_faces(cards: list[str]) -> str:
    """`J♥ Q♠`, of `Jh` and `Qs`."""
    return " ".join(card[0] + SYMBOLS[card[1]] for card in cards)


def _format_advice(action: str) -> str:
    """`draw one, throw J♥`, of `throws Jh`; `stand pat`, of `pat`."""
    thrown = parse_thrown_cards(action)
    if thrown:
        return f"draw {DRAWN[len(thrown) - 1]}, throw {format_card_faces(thrown)}"
    return "stand pat" if action == "pat" else action
