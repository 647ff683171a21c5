"""Step 5, store: the rows that can be written only when a hand is over - the hand, its seats, its showdowns."""

from __future__ import annotations

from datetime import UTC

from histparse.cards import Cards
from histparse.events import Result
from histparse.hand import Header, Limit, Seat
from histparse.ranking import describe
from histparse.replay.player import DRAWS, Player
from histparse.replay.table import Table
from histparse.store.cards import five, rank, text
from histparse.store.memory import role
from histparse.store.recorder import Recorder, Row


def hand_row(table: Table, seen: Recorder) -> Row:
    """The row of `hands`; the importer adds key and digest."""
    hand = table.hand
    contested = len(table.live) > 1 and not seen.cancelled
    return {
        **_header(hand.header),
        "table_name": hand.table.name,
        "table_seats": hand.table.seats,
        "button": hand.table.button,
        "players": 0 if seen.cancelled else len(table.players),
        "hero": hand.hero,
        "cancelled": seen.cancelled,
        "draws": min(table.drawing, DRAWS),
        "reshuffles": table.reshuffles,
        "showdown": contested,
        "pot": 0 if seen.cancelled else sum(player.paid for player in table.players),
        "rake": rake(seen),
        "path": hand.path,
        "line": hand.header.line,
        "last_line": hand.last_line,
    }


def rake(seen: Recorder) -> int:
    """What the players put in and did not get back, in 1/100; a cancelled hand moves no chips."""
    return 0 if seen.cancelled else -sum(player.net for player in seen.table.players)


def _header(header: Header) -> Row:
    tournament = header.tournament
    return {
        "site": header.site,
        "hand_id": header.hand_id,
        "played_at": header.played_at and header.played_at.astimezone(UTC).replace(tzinfo=None),
        "zone": header.zone,
        "betting": str(header.limit),
        "low": header.low,
        "high": header.high,
        "big_bet": header.high if header.limit is Limit.FIXED else 2 * header.high,
        "currency": header.currency,
        "small_blind": header.small_blind,
        "big_blind": header.big_blind,
        "ante": header.ante,
        "stack_cap": header.stack_cap,
        "kind": header.kind,
        "mix": header.mix,
        "tournament_id": tournament and tournament.tournament_id,
        "level": tournament and tournament.level,
        "buy_in": tournament and tournament.buy_in,
        "bounty": tournament and tournament.bounty,
        "fee": tournament and tournament.fee,
        "buy_in_currency": tournament and tournament.currency,
    }


def complete_draws(table: Table, seen: Recorder) -> None:
    """Fill in what later lines tell of the draws: the cards after each, and the bets made after it."""
    known = {player.name: last_cards(player, seen) for player in table.players}
    for row in reversed(seen.draws):
        after: Cards | None = known[row["player"]]
        before: Cards | None = row["held_before"]
        if row["drawn"] == 0:
            before = before or after  # who always stood pat held then what he showed later
            after = after or before
        elif after and before and row["thrown"] and not row["received"]:
            row["received"] = tuple(card for card in after if card not in before)
        known[row["player"]] = before
        row["wagers_after"] = sum(later.of(row["player"]).raises for later in seen.rounds[row["draw"] :])
        _write_cards(row, before, after)
    seen.dealt.update({name: cards for name, cards in known.items() if cards and name not in seen.dealt})


def _write_cards(row: Row, before: Cards | None, after: Cards | None) -> None:
    row["held_before"], row["number_before"] = text(before), rank(before)
    row["held_after"], row["number_after"] = text(after), rank(after)
    row["thrown"], row["received"] = text(row["thrown"]), text(row["received"])


def complete_decisions(seen: Recorder) -> None:
    """Fill in the number of the five cards held at each decision."""
    numbers = {(row["player"], row["draw"]): row["number_after"] for row in seen.draws}
    for player, cards in seen.dealt.items():
        numbers[player, 0] = rank(cards)
    if any(numbers.values()):
        for row in seen.decisions:
            row["number"] = numbers.get((row["player"], row["round"]))


def seat_rows(table: Table, seen: Recorder) -> list[Row]:
    """The rows of `seats`, for those sitting out too."""
    contested = len(table.live) > 1 and not seen.cancelled
    return [_seat(seat, table.by_name.get(seat.player), seen, contested) for seat in table.hand.seats]


def _seat(seat: Seat, player: Player | None, seen: Recorder, contested: bool) -> Row:
    here = {"seat": seat.seat, "player": seat.player, "stack": seat.stack, "bounty": seat.bounty, "line": seat.line}
    if player is None or seen.cancelled:
        return _ABSENT | here
    dealt, cards = seen.dealt.get(player.name), last_cards(player, seen)
    drew = player.drawn[0] is not None
    post = seen.posts.get(player.name)
    return (
        _ABSENT
        | here
        | {
            "hero": player.name == seen.hero,
            "dealt_in": True,
            "turn": player.order + 1,
            "position": player.position or None,
            "post": post,
            "contributed": player.paid,
            "collected": player.collected,
            "net": player.net,
            "folded_in": player.folded_after,
            "drawn1": player.drawn[0],
            "drawn2": player.drawn[1],
            "drawn3": player.drawn[2],
            "role": role(seen.rounds[0], player, post) if drew else None,
            "all_in": player.all_in,
            "saw_showdown": contested and not player.folded,
            "showed": player.shown is not None and five(player.shown) is not None,
            "dealt": text(dealt),
            "dealt_number": rank(dealt),
            "cards": text(cards),
            "number": rank(cards),
        }
    )


# The order of these keys is the order of the columns in a batch, for those present too.
_ABSENT: Row = {
    "hero": False,
    "dealt_in": False,
    **dict.fromkeys(("turn", "position", "post", "folded_in", "drawn1", "drawn2", "drawn3", "role")),
    **dict.fromkeys(("contributed", "collected", "net"), 0),
    **dict.fromkeys(("all_in", "saw_showdown", "showed"), False),
    **dict.fromkeys(("dealt", "dealt_number", "cards", "number")),
}


def last_cards(player: Player, seen: Recorder) -> Cards | None:
    """The five cards he held last, from what he is known to hold or what the text prints at the end."""
    printed = seen.printed.get(player.name)
    return five(player.held) or (five(printed.cards) if printed else None)


def showdown_rows(table: Table, seen: Recorder) -> list[Row]:
    """The rows of `showdowns`: every player whose last cards the text prints."""
    contested = len(table.live) > 1
    there = [(table.by_name[name], line) for name, line in seen.printed.items() if name in table.by_name]
    return [
        {
            "seat": player.seat,
            "player": player.name,
            "cards": text(cards),
            "number": rank(cards),
            "category": describe(rank(cards) or 0).category,
            "says": line.says,
            "mucked": isinstance(line, Result) and player.mucked,
            "contested": contested,
            "drawn3": player.drawn[2],
            "collected": player.collected,
            "line": line.line,
        }
        for player, line in there
        if (cards := five(line.cards))
    ]
