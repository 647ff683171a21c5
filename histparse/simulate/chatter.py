"""What is told beside the play: talk, time-outs, comings and goings, places in a tournament."""

from __future__ import annotations

from histparse.export import Remark
from histparse.model.events import Note
from histparse.simulate.state import Play, Player

WAITING = "waiting"
"""Sits out because the button has not passed them yet."""

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


def interrupt(play: Play, player: Player) -> None:
    """Now and then somebody says something before `player` acts, or somebody who has no cards comes or goes."""
    if play.remarks and play.random.random() < 0.1:
        _tell_one(play)
    if player.name != play.hero and play.random.random() < play.settings.chatter / 10:
        _disturb(play, player)


def tell_waiting(play: Play) -> None:
    """Before the deal the text names those at the table who wait for the button to pass."""
    for remark in [remark for remark in play.remarks if remark.words == WAITING]:
        play.remarks.remove(remark)
        play.events.append(told(play, remark))


def take_time(play: Play, player: Player) -> None:
    """Some folds are time-outs."""
    if player.name != play.hero and play.random.random() < play.settings.chatter / 25:
        play.events.append(told(play, Remark("time out", player.name)))


def tell_rest(play: Play) -> None:
    """What has not been told yet of those who come and go."""
    while play.remarks:
        play.events.append(told(play, play.remarks.pop()))


def told(play: Play, remark: Remark) -> Note:
    """A remark in the site's words."""
    return Note(play.line, remark.kind, play.voice.remark(remark), remark.player)


def _tell_one(play: Play) -> None:
    busy = {player.name for player in play.live}
    for remark in play.remarks:
        if remark.player not in busy:
            play.remarks.remove(remark)
            play.events.append(told(play, remark))
            return


def _disturb(play: Play, player: Player) -> None:
    if play.random.random() < 0.8:
        play.events.append(told(play, Remark("chat", player.name, play.random.choice(TALK))))
    else:
        play.events.append(told(play, Remark("connection", player.name, "disconnected")))
        play.events.append(told(play, Remark("connection", player.name, "connected")))
