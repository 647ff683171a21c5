"""Step 3, replay: applies the deal, the draws, the showdown and what follows it to the table."""

from __future__ import annotations

from histparse.model import events as ev
from histparse.model.cards import Cards, known
from histparse.replay.deck import Place
from histparse.replay.players import DRAWS, Player
from histparse.replay.table import Phase, Table

# Looking up an enum member through its class costs as much as a call.
DRAWING, THROWN = Phase.DRAWING, Place.THROWN


def deal(table: Table, event: ev.Deal, player: Player) -> None:
    """The text shows the five cards a player was dealt."""
    table.set_held_cards_and_note_sighting(player, event.cards, event.line)
    player.stated_once = event.cards


def begin_draw(table: Table, event: ev.Event) -> None:
    """Begin the next draw. Draws are counted here because headings can be wrong; a repeated one begins nothing."""
    if table.phase is DRAWING:
        return
    table.drawing += 1
    table.last_drawn = -1
    table.phase = DRAWING
    for player in table.players:
        player.drawn_on = player.served_on = 0
        player.owed_cards = 0


def discard(table: Table, event: ev.Discard, player: Player) -> None:
    """A player discards cards and is owed as many."""
    _note_draw(table, player, event.count, event.line)
    table.deck.serve_and_pile_discards(player, event.count)
    # A real line says `discards 2 cards []` (PokerStars, 81631597149): how many cards are due is then unknown.
    player.owed_cards = event.count if event.cards is None or len(event.cards) == event.count else None
    player.epoch = table.deck.epoch
    player.drawn_since += event.count if player.epoch else 0
    if event.cards or player.glimpsed:
        _note_discards(table, event, player)


def _note_discards(table: Table, event: ev.Discard, player: Player) -> None:
    """Note where the known cards are that they discarded and kept."""
    thrown, held = event.cards or (), player.held
    player.held = kept_cards = _kept_cards_if_discard_fits(held, event)
    if kept_cards is None:
        thrown = known(thrown)
        if held is not None:
            # They cannot have discarded a card they did not hold: the text does not prove where it is.
            thrown = tuple(card for card in thrown if card in held)
    if thrown:
        player.thrown += thrown
        table.deck.note_sighting(player, thrown, THROWN, event.line, table.drawing)
    if player.glimpsed and (len(thrown) < event.count or (kept_cards is None and held is not None)):
        table.deck.mark_held_cards_uncertain(player)


def _kept_cards_if_discard_fits(held: Cards | None, event: ev.Discard) -> Cards | None:
    """The cards kept of a known hand; None if the discard does not fit it."""
    if held is None or event.cards is None:
        return None
    kept_cards = tuple([card for card in held if card not in event.cards])
    return kept_cards if len(event.cards) == event.count == len(held) - len(kept_cards) else None


def _kept_cards_known_or_stated(player: Player, event: ev.Receive) -> Cards:
    """The cards they kept: as known from the deal or draw and the discard, else as this line repeats them."""
    stated = event.kept or ()
    return player.held if player.held is not None and len(player.held) == len(stated) else stated


def stand_pat(table: Table, event: ev.StandPat, player: Player) -> None:
    """A player keeps their five. Cards stated twice before stay, whatever this line says."""
    _note_draw(table, player, 0, event.line)
    if event.held is None:
        return
    lost = set(player.held or ()).difference(event.held)
    if not lost or not lost.isdisjoint(player.stated_once):
        table.set_held_cards_and_note_sighting(player, event.held, event.line)
    player.stated_once = ()


def _note_draw(table: Table, player: Player, cards_drawn: int, line: int) -> None:
    player.drawn_on = line
    table.last_drawn = max(table.last_drawn, player.order)
    player.held_before = player.held
    table.deck.announced_on = 0
    if 1 <= table.drawing <= DRAWS:
        player.drawn[table.drawing - 1] = cards_drawn


def receive(table: Table, event: ev.Receive, player: Player) -> None:
    """A player gets what they are owed; their hand is known if the text shows it."""
    player.owed_cards = 0
    player.served_on = event.line
    if event.new is not None:
        table.deck.note_drawn(player, event.new, event.line, table.drawing)
    if event.held is not None:
        _note_unshown_discards(table, player, event.held, event.line)
        table.set_held_cards_and_note_sighting(player, event.held, event.line)
        player.stated_once = event.held
    elif event.new is not None:
        table.set_held_cards_and_note_sighting(
            player, _kept_cards_known_or_stated(player, event) + event.new, event.line
        )
        player.stated_once = event.new


def _note_unshown_discards(table: Table, player: Player, held: Cards, line: int) -> None:
    """Note the cards they no longer hold, if their discard did not show them."""
    if player.held is None and player.held_before is not None:
        thrown = tuple(card for card in player.held_before if card not in held)
        player.thrown.extend(thrown)
        table.deck.note_sighting(player, thrown, THROWN, line, table.drawing)


def reshuffle(table: Table, event: ev.Reshuffle) -> None:
    """The pile joins the stub."""
    table.deck.reshuffle(event.line)


def skip_left_out_draw(table: Table, event: ev.Event) -> None:
    """Count a draw as made although it was left out: the round after it follows."""
    table.drawing += 1
    table.last_drawn = -1
    table.begin_round(table.drawing)


def end_draw(table: Table, event: ev.Event) -> None:
    """All have drawn, and betting can begin. The hand of a player who was not served is unknown."""
    for player in table.players:
        if player.owed_cards:
            player.held = None
    table.begin_round(min(table.drawing, DRAWS))


# --- showdown, payouts and summary ------------------------------------------------------------------------------------


def begin_showdown(table: Table, event: ev.ShowdownBegins) -> None:
    """Cards are turned up from here on."""
    table.phase = Phase.SHOWDOWN


def show(table: Table, event: ev.Show, player: Player) -> None:
    """A player turns their cards up."""
    player.shown = event.cards
    player.faced_on = event.line
    table.set_held_cards_and_note_sighting(player, event.cards, event.line)


def muck(table: Table, event: ev.Muck, player: Player) -> None:
    """A player mucks their hand unseen."""
    player.mucked = True
    player.faced_on = event.line


def no_show(table: Table, event: ev.NoShow, player: Player) -> None:
    """The winner does not show."""
    player.mucked = True


def collect(table: Table, event: ev.Collect, player: Player) -> None:
    """Chips go from the pot to a player."""
    player.collected += event.amount
    table.payouts.append(event)


def mark_play_complete(table: Table, event: ev.SummaryBegins) -> None:
    """The play is over."""
    table.complete = True


def record_stated_total(table: Table, event: ev.Total) -> None:
    """The text states the pot and the rake."""
    table.stated = event


def keep_result_and_its_cards(table: Table, event: ev.Result, player: Player) -> None:
    """The summary may turn up a mucked hand."""
    table.results.append(event)
    if event.cards and player.shown is None:
        table.set_held_cards_and_note_sighting(player, event.cards, event.line)
