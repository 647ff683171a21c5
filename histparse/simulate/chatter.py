"""Notes beside the play: chat, time-outs, players joining and leaving, places in a tournament."""

from __future__ import annotations

from histparse.export import Remark
from histparse.model.events import Note
from histparse.simulate.player import Player
from histparse.simulate.state import Play

WAITING = "waiting"
"""The reason for sitting out until the button has passed."""

TALK = (
    "gg",
    "nh",
    "ty",
    "zzz",
    "one more card please",
    "why do you always draw two",
    "pat again?",
    'he said "fold" and I did',
    "Dealer: deals me pairs only",
    "Hero: folds ",
    "Seat 3: nobody ($5 in chips)",
    "*** SUMMARY ***",
    "lol 9,8,7,6,4",
    "très bien :)",
    "calls $2",
)
PRIZES = {1: (100,), 2: (100,), 3: (65, 35), 4: (65, 35), 5: (65, 35), 6: (65, 35), 7: (50, 30, 20)}
"""Percentages of the prize pool for the first places, by the number of entrants."""


def maybe_add_chat_or_remark(play: Play, player: Player) -> None:
    """Now and then add chat before `player` acts, or somebody without cards who joins or leaves."""
    if play.remarks and play.random.random() < 0.1:
        _note_first_remark_of_player_without_cards(play)
    if player.name != play.hero and play.random.random() < play.settings.chatter / 10:
        _chat_or_disconnect(play, player)


def note_players_waiting_for_button(play: Play) -> None:
    """Note, before the deal, the players who wait for the button to pass."""
    for remark in [remark for remark in play.remarks if remark.words == WAITING]:
        play.remarks.remove(remark)
        add_remark_as_note(play, remark)


def maybe_note_fold_as_timeout(play: Play, player: Player) -> None:
    """Make some folds time-outs: a note before the fold."""
    if player.name != play.hero and play.random.random() < play.settings.chatter / 25:
        fold = play.events.pop()
        add_remark_as_note(play, Remark("time out", player.name))
        play.events.append(fold)


def add_remaining_arrivals_and_departures_as_notes(play: Play) -> None:
    """Add the remaining notes on players joining and leaving."""
    while play.remarks:
        add_remark_as_note(play, play.remarks.pop())


def add_remark_as_note(play: Play, remark: Remark) -> None:
    """Add the remark as a note in the site's words."""
    words = play.settings.writer.remark(remark)
    play.events.append(Note(0, remark.kind, words, remark.player))


def note_busted_players_and_winner(play: Play) -> None:
    """Add a line for everybody who lost their last chip, and one for the winner."""
    losers = sorted((player for player in play.players if player.stack == 0), key=lambda player: player.start)
    for beaten, player in enumerate(losers):
        _note_finish_and_prize(play, "finish", player, len(play.players) - beaten)
    if len(losers) == len(play.players) - 1:
        _note_finish_and_prize(play, "winner", next(player for player in play.players if player.stack), 1)


def _note_first_remark_of_player_without_cards(play: Play) -> None:
    busy = {player.name for player in play.live_players}
    for remark in play.remarks:
        if remark.player not in busy:
            play.remarks.remove(remark)
            add_remark_as_note(play, remark)
            return


def _chat_or_disconnect(play: Play, player: Player) -> None:
    if play.random.random() < 0.8:
        add_remark_as_note(play, Remark("chat", player.name, play.random.choice(TALK)))
    else:
        add_remark_as_note(play, Remark("connection", player.name, "disconnected"))
        add_remark_as_note(play, Remark("connection", player.name, "connected"))


def _note_finish_and_prize(play: Play, kind: str, player: Player, place: int) -> None:
    shares = PRIZES[play.entrants]
    percent = shares[place - 1] if place <= len(shares) else 0
    prize = play.entrants * play.settings.buy_in[0] * percent // 100
    add_remark_as_note(play, Remark(kind, player.name, number=place, prize=prize, currency=play.settings.currency))
