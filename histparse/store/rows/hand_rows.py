"""Step 6b, rows: the tables of hands, of their players and of findings, and the cards that are known of them."""

from __future__ import annotations

import json
from collections.abc import Callable
from operator import attrgetter

from msgspec import to_builtins

from histparse.judging.duplicates import digest_text
from histparse.model.cards import Cards
from histparse.model.events import Result
from histparse.model.findings import Finding
from histparse.model.hand import Header, Limit
from histparse.reader import HandText
from histparse.replay.players import DRAWS, Player
from histparse.replay.table import Table
from histparse.store.observe.recorder import Drawn, Recorder, cards_text, cards_text_and_rank, sort_if_five_known
from histparse.store.observe.row_buffer import Rows
from histparse.store.schema import columns_recorded
from histparse.system.files import program_digest

# --- known cards -----------------------------------------------------------------------------------------------------


def infer_held_cards_into_recorder(table: Table, recorder: Recorder) -> None:
    """Infer what each player held, as far as the text shows, and record it."""
    for drawn in recorder.draws:  # before anything is inferred
        drawn.is_seen = _were_cards_printed_at_draw(drawn)
    for player in table.players:
        if cards := _five_cards_held_last(player, recorder):
            recorder.last_cards[player.name] = cards
    recorder.first_cards = _fill_draws_and_trace_cards_to_deal(recorder.draws, recorder.last_cards) | recorder.dealt


def _were_cards_printed_at_draw(drawn: Drawn) -> bool:
    """Whether the draw's cards were printed when it was made: cards shown only at showdown favour successful draws."""
    exchanged = drawn.thrown is not None and drawn.received is not None
    return drawn.held_before is not None and (drawn.count == 0 or exchanged)


def _five_cards_held_last(player: Player, recorder: Recorder) -> Cards | None:
    """The five cards they held last: those they are known to hold, or those printed at the end."""
    if player.held and (held := sort_if_five_known(player.held)):
        return held
    printed = recorder.printed.get(player.name)
    return sort_if_five_known(printed.cards) if printed else None


def _fill_draws_and_trace_cards_to_deal(draws: list[Drawn], last_cards: dict[str, Cards]) -> dict[str, Cards]:
    """Go back from the last cards to the first: a player who stood pat held what they showed later."""
    held: dict[str, Cards] = last_cards.copy()
    for drawn in reversed(draws):
        name = drawn.player.name
        held_after, held_before = held.get(name), drawn.held_before
        if held_after is None and held_before is None:
            continue
        if drawn.count == 0:
            held_before, held_after = held_before or held_after, held_after or held_before
        else:
            drawn.thrown = drawn.thrown or _differing_cards_if_count_fits(held_before, held_after, drawn.count)
            drawn.received = drawn.received or _differing_cards_if_count_fits(held_after, held_before, drawn.count)
        drawn.held_before, drawn.held_after = held_before, held_after
        if held_before is None:
            held.pop(name, None)
        else:
            held[name] = held_before
    return held


def _differing_cards_if_count_fits(cards: Cards | None, other_cards: Cards | None, count: int) -> Cards | None:
    """The cards not among the others, if both are known and exactly `count` cards differ."""
    missing = tuple(card for card in cards if card not in other_cards) if cards and other_cards else ()
    return missing if len(missing) == count else None


# --- rows ------------------------------------------------------------------------------------------------------------

# --- hands ----------------------------------------------------------------------------------------------------

_CONTRIBUTED, _WON = attrgetter("contributed"), attrgetter("won_beyond_uncalled")


def _tournament_getter(field: str) -> Callable[[Header], object]:
    return lambda header: header.tournament and getattr(header.tournament, field)


_OF_HEADER: dict[str, Callable[[Header], object]] = {
    **{name: attrgetter(name) for name in ("site", "hand_id", "zone", "currency", "kind", "mix", "in_sequence")},
    **{name: attrgetter(name) for name in ("small_blind", "big_blind", "ante", "stack_cap")},
    "played_at": attrgetter("utc"),
    "or_at": attrgetter("second_possible_utc"),
    "betting": attrgetter("limit.value"),
    "low_stake": attrgetter("low"),
    "high_stake": attrgetter("high"),
    "big_bet": lambda header: header.high if header.limit is Limit.FIXED else 2 * header.high,
    **{name: _tournament_getter(name) for name in ("tournament_id", "buy_in", "fee")},
    "tournament_level": _tournament_getter("level"),
    "buy_in_bounty": _tournament_getter("bounty"),
    "buy_in_currency": _tournament_getter("currency"),
}
"""By column, what the header says."""


def add_hand(hands: Rows, number_in_batch: int, hand_text: HandText, rank: int, table: Table) -> None:
    """Add the hand played at that table; its text may have a line above that of its header."""
    hand, header = table.hand, table.hand.header
    players = () if hand.cancelled else table.players
    pot = sum(map(_CONTRIBUTED, players))
    hands.add(
        hand_key=number_in_batch,
        digest=digest_text(hand_text.text),
        views=0,
        **{name: value(header) for name, value in _OF_HEADER.items()},
        table_name=hand.table.name,
        table_seats=hand.table.seats,
        button=hand.table.button,
        hero=hand.hero,
        path=hand.path,
        first_line=hand_text.line,
        last_line=hand.last_line,
        draws_told=hand.reading.tells_draws,
        cancelled=hand.cancelled,
        players=len(players),
        draws=min(table.drawing, DRAWS),
        reshuffles=table.reshuffle_count,
        showdown=len(table.live_players) > 1 and not hand.cancelled,
        pot=pot,
        rake=pot - sum(map(_WON, players)),
        rank=rank,
        program=program_digest(),
    )


# --- players --------------------------------------------------------------------------------------------------

ABSENT = {
    column.name: None if column.optional else False if column.kind == "BOOLEAN" else 0
    for column in columns_recorded("seats")
}
"""What is recorded of a player sitting out, or in a cancelled hand."""


def add_seats(seats: Rows, table: Table, recorder: Recorder) -> None:
    """Add the seats of that table, including those sitting out."""
    for seat in table.hand.seats:
        player = None if table.hand.cancelled else table.by_name.get(seat.player)
        listed = {
            "hand_key": recorder.hand_key,
            "seat": seat.seat,
            "player": seat.player,
            "starting_stack": seat.stack,
            "head_bounty": seat.bounty,
            "seat_line": seat.line,
        }
        seats.add(**ABSENT | listed if player is None else listed | _player_columns(player, recorder))


def _player_columns(player: Player, recorder: Recorder) -> dict[str, object]:
    """The columns of a player's part in the hand."""
    name, (drawn1, drawn2, drawn3) = player.name, player.drawn
    dealt, dealt_number = cards_text_and_rank(recorder.first_cards.get(name))
    cards, number = cards_text_and_rank(recorder.last_cards.get(name))
    return {
        "who": recorder.seat_numbers[player.order],
        "left_of_button": player.order + 1,
        "position": player.position or None,
        "post": recorder.posts.get(name),
        "contributed": player.contributed,
        "collected": player.won_beyond_uncalled,
        "folded_in": player.folded_after,
        "drawn1": drawn1,
        "drawn2": drawn2,
        "drawn3": drawn3,
        "all_in": player.all_in,
        "showed": player.shown is not None and sort_if_five_known(player.shown) is not None,
        "printed": name in recorder.printed,
        "dealt": dealt,
        "dealt_number": dealt_number,
        "dealt_seen": name in recorder.dealt,
        "cards": cards,
        "number": number,
    }


def add_draws(draws: Rows, recorder: Recorder) -> None:
    """Add the draws of the hand observed last, with the cards that are known when it is over."""
    for drawn in recorder.draws:
        held_before, number_before = cards_text_and_rank(drawn.held_before)
        held_after, number_after = cards_text_and_rank(drawn.held_after)
        draws.add(
            who=recorder.seat_numbers[drawn.player.order],
            draw=drawn.draw,
            drawn=drawn.count,
            seen=drawn.is_seen,
            thrown=cards_text(drawn.thrown),
            received=cards_text(drawn.received),
            held_before=held_before,
            number_before=number_before,
            held_after=held_after,
            number_after=number_after,
            draw_line=drawn.line,
            **drawn.state,
        )


def add_printed_last_hands(showdowns: Rows, table: Table, recorder: Recorder) -> None:
    """Add every player of that table whose last cards the text prints."""
    contested = len(table.live_players) > 1
    for name, printed in recorder.printed.items():
        player = table.by_name[name]
        cards, number = cards_text_and_rank(sort_if_five_known(printed.cards))
        showdowns.add(
            who=recorder.seat_numbers[player.order],
            cards=cards,
            number=number,
            says=printed.says,
            mucked=isinstance(printed, Result) and player.mucked,
            contested=contested,
            drawn3=player.drawn[2],
            collected=player.won_beyond_uncalled,
            showdown_line=printed.line,
        )


# --- findings -------------------------------------------------------------------------------------------------


def add_finding(findings: Rows, key: int | None, text_id: int | None, finding: Finding) -> None:
    """Add a finding in that hand, or in that text set aside."""
    findings.add(
        hand_key=key,
        text_id=text_id,
        **finding.to_dict()
        | {"figures": json.dumps(to_builtins(finding.figures), ensure_ascii=False, separators=(",", ":"))},
    )
