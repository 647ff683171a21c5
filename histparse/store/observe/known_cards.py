"""Step 6a, observe: what each player held, as far as the text tells - from the deal on, and from the end back."""

from __future__ import annotations

from histparse.model.cards import Cards
from histparse.replay.player import Player
from histparse.replay.table import Table
from histparse.store.observe.cards import five
from histparse.store.observe.recorder import Drawn, Recorder


def trace_cards(table: Table, seen: Recorder) -> None:
    """Work out what each player held, as far as the text tells, and note it."""
    for drawn in seen.draws:  # before anything is worked out
        drawn.seen = _is_seen(drawn)
    for player in table.players:
        if cards := _last_cards(player, seen):
            seen.last_cards[player.name] = cards
    seen.first_cards = _fill_cards(seen.draws, seen.last_cards) | seen.dealt


def _is_seen(drawn: Drawn) -> bool:
    """What is known of the draw so far was printed as it was made; what was shown later keeps the successes."""
    exchanged = drawn.thrown is not None and drawn.received is not None
    return drawn.before is not None and (drawn.count == 0 or exchanged)


def _last_cards(player: Player, seen: Recorder) -> Cards | None:
    """The five cards they held last, from what they are known to hold or what the text prints at the end."""
    if player.held and (held := five(player.held)):
        return held
    printed = seen.printed.get(player.name)
    return five(printed.cards) if printed else None


def _fill_cards(draws: list[Drawn], last_cards: dict[str, Cards]) -> dict[str, Cards]:
    """Go back from the last cards to the first: who always stood pat held then what they showed later."""
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
    """The cards that are not among the others, where both are known and it is as many as were drawn."""
    missing = tuple(card for card in cards if card not in others) if cards and others else ()
    return missing if len(missing) == count else None
