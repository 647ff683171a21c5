"""What is told beside the play: talk, time-outs, comings and goings, places in a tournament."""

from __future__ import annotations

from histparse.dealer.state import Play, Player
from histparse.events import Note

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


def remark(play: Play, player: Player) -> None:
    """Now and then somebody says something before `player` acts, or somebody who has no cards comes or goes."""
    if play.rumours and play.random.random() < 0.1:
        _tell_one(play)
    if player.name != play.hero and play.random.random() < play.settings.chatter / 10:
        _interrupt(play, player)


def tell_waiting(play: Play) -> None:
    """Before the deal the text names those at the table who wait for the button to pass."""
    for rumour in [rumour for rumour in play.rumours if rumour[0] == "wait"]:
        play.rumours.remove(rumour)
        play.events.append(told(play, *rumour))


def take_time(play: Play, player: Player) -> None:
    """Some folds are time-outs."""
    if player.name != play.hero and play.random.random() < play.settings.chatter / 25:
        play.events.append(told(play, "time out", player.name, ""))


def tell_rest(play: Play) -> None:
    """What has not been told yet of those who come and go."""
    while play.rumours:
        play.events.append(told(play, *play.rumours.pop()))


def told(play: Play, kind: str, player: str, detail: str) -> Note:
    """A remark in the site's words."""
    return Note(play.line, kind, play.settings.voice.remark(kind, player, detail), player)


def _tell_one(play: Play) -> None:
    busy = {player.name for player in play.live}
    for rumour in play.rumours:
        if rumour[1] not in busy:
            play.rumours.remove(rumour)
            play.events.append(told(play, *rumour))
            return


def _interrupt(play: Play, player: Player) -> None:
    if play.random.random() < 0.8:
        play.events.append(told(play, "chat", player.name, play.random.choice(TALK)))
    else:
        play.events.append(told(play, "connection", player.name, "disconnected"))
        play.events.append(told(play, "connection", player.name, "connected"))
