"""Step 6a, observe: what each player held, as far as the text shows - forward from the deal, and back from the end."""

from __future__ import annotations

from histparse.model.cards import Cards
from histparse.replay.player import Player
from histparse.replay.table import Table
from histparse.store.observe.recorder import Drawn, Recorder, five


def trace_cards(table: Table, seen: Recorder) -> None:
    """Infer what each player held, as far as the text shows, and record it."""
    for drawn in seen.draws:  # before anything is inferred
        drawn.seen = _is_seen(drawn)
    for player in table.players:
        if cards := _last_cards(player, seen):
            seen.last_cards[player.name] = cards
    seen.first_cards = _fill_cards(seen.draws, seen.last_cards) | seen.dealt


def _is_seen(drawn: Drawn) -> bool:
    """Whether the draw's cards were printed when it was made: cards shown only at showdown favour successful draws."""
    exchanged = drawn.thrown is not None and drawn.received is not None
    return drawn.before is not None and (drawn.count == 0 or exchanged)


def _last_cards(player: Player, seen: Recorder) -> Cards | None:
    """The five cards they held last: those they are known to hold, or those printed at the end."""
    if player.held and (held := five(player.held)):
        return held
    printed = seen.printed.get(player.name)
    return five(printed.cards) if printed else None


def _fill_cards(draws: list[Drawn], last_cards: dict[str, Cards]) -> dict[str, Cards]:
    """Go back from the last cards to the first: a player who stood pat held what they showed later."""
    held: dict[str, Cards] = last_cards.copy()
    for drawn in reversed(draws):
        name = drawn.player.name
        after, before = held.get(name), drawn.before
        if after is None and before is None:
            continue
        if drawn.count == 0:
            before, after = before or after, after or before
        else:
            drawn.thrown = drawn.thrown or _missing(before, after, drawn.count)
            drawn.received = drawn.received or _missing(after, before, drawn.count)
        drawn.before, drawn.after = before, after
        if before is None:
            held.pop(name, None)
        else:
            held[name] = before
    return held


def _missing(cards: Cards | None, others: Cards | None, count: int) -> Cards | None:
    """The cards not among the others, if both are known and exactly `count` cards differ."""
    missing = tuple(card for card in cards if card not in others) if cards and others else ()
    return missing if len(missing) == count else None
