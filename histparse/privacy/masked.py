"""Step 7c, privacy: a hand with pseudonyms for all names and numbers: what its text under pseudonyms is to read as."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from histparse.model.events import Note
from histparse.model.hand import Hand, Header
from histparse.privacy.pseudonyms import Pseudonyms

TALK = ("chat", "comment")
"""The kinds of notes that are words of people."""


class Wishes(Struct, frozen=True):
    """The things to hide beside names."""

    numbers: bool = True
    """Whether numbers of hands and tournaments and names of tables are replaced."""
    times: bool = False
    """Move them by weeks."""
    chat: bool = True
    """Drop its lines; otherwise its words."""
    kinds: bool = True
    """With numbers, what kind of table it is: the name of a tournament at some sites, a word of its own at others."""


def mask_hand(hand: Hand, names: Pseudonyms, wishes: Wishes, unnamed: Collection[str]) -> Hand:
    """The hand under pseudonyms. `unnamed`: what players are called whom the text does not name."""

    def with_pseudonym(record: Any) -> Any:  # Any: a seat or an event, of any type
        player = getattr(record, "player", None)
        return record if player is None or player in unnamed else replace(record, player=names.replace_player(player))

    number = hand.header.tournament.tournament_id if hand.header.tournament else ""
    table = replace(hand.table, name=names.replace_title(hand.table.name, number)) if wishes.numbers else hand.table
    return replace(
        hand,
        path="",
        header=_mask_header(hand.header, names, wishes),
        table=table,
        seats=tuple(map(with_pseudonym, hand.seats)),
        events=tuple(map(with_pseudonym, hand.events)),
        notes=tuple(map(with_pseudonym, hand.notes)),
        hero=hand.hero if hand.hero is None or hand.hero in unnamed else names.replace_player(hand.hero),
        doubts=(),
    )


def _mask_header(header: Header, names: Pseudonyms, wishes: Wishes) -> Header:
    played_at = header.played_at and names.move_by_secret_weeks(header.played_at) if wishes.times else header.played_at
    if not wishes.numbers:
        return replace(header, played_at=played_at)
    tournament = header.tournament
    return replace(
        header,
        hand_id=names.replace_number(header.hand_id),
        played_at=played_at,
        tournament=tournament and replace(tournament, tournament_id=names.replace_title(tournament.tournament_id)),
        club=header.club and names.replace_title(header.club),
        kind=names.replace_title(header.kind) if wishes.kinds and header.kind else header.kind,
    )


def strip_all_but_play(hand: Hand) -> Hand:
    """The hand, whatever its lines are numbered and however they are read, and whatever people say."""
    notes = (Note(0, note.kind, "", note.player) for note in hand.notes if note.kind not in TALK)
    return replace(
        hand,
        path="",
        header=replace(hand.header, line=0, hand_id=""),
        table=replace(hand.table, line=0),
        seats=tuple(replace(seat, line=0) for seat in hand.seats),
        events=tuple(replace(event, line=0) for event in hand.events),
        notes=tuple(notes),
        last_line=0,
        unread=(0,) * len(hand.unread),
        doubts=(),
    )
