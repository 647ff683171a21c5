"""Step 7c, privacy: a hand with pseudonyms for all names and numbers, and with nothing in words of the players' own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from histparse.export import Remark, Writer, writer
from histparse.model.events import Event, Note
from histparse.model.hand import Hand, Header
from histparse.privacy.fixed_lines import is_fixed
from histparse.privacy.pseudonyms import Pseudonyms

CHAT = "chat"
SILENCE = "..."
"""What everybody says."""
_WORDS = ("", "disconnected", "connected", "waiting")
_NUMBERS = range(25)


class Wishes(Struct, frozen=True):
    """What is hidden beside names."""

    numbers: bool = True
    """Whether numbers of hands and tournaments and names of tables are replaced."""
    times: bool = False
    """Move them by weeks."""
    chat: bool = True
    """Drop its lines; otherwise its words."""


def masked(hand: Hand, names: Pseudonyms, wishes: Wishes, *, kind: bool) -> Hand:
    """The hand under pseudonyms. `kind`: so is the kind of its table, a name at some sites."""
    number = hand.header.tournament.tournament_id if hand.header.tournament else ""
    table = replace(hand.table, name=names.title(hand.table.name, number)) if wishes.numbers else hand.table
    return replace(
        hand,
        path="",
        header=_header(hand.header, names, wishes, kind=kind),
        table=table,
        seats=tuple(_of_player(seat, names) for seat in hand.seats),
        events=tuple(_of_player(event, names) for event in hand.events),
        notes=tuple(_notes(hand, names, wishes)),
        hero=hand.hero and names.player(hand.hero),
        doubts=(),
    )


def shifted(hand: Hand, names: Pseudonyms) -> Hand:
    """The hand as if played in another week."""
    played_at = hand.header.played_at
    return replace(hand, header=replace(hand.header, played_at=played_at and names.time(played_at)))


def _header(header: Header, names: Pseudonyms, wishes: Wishes, *, kind: bool) -> Header:
    if not wishes.numbers:
        return header
    tournament = header.tournament
    return replace(
        header,
        hand_id=names.number(header.hand_id),
        tournament=tournament and replace(tournament, tournament_id=names.title(tournament.tournament_id)),
        club=header.club and names.title(header.club),
        kind=names.title(header.kind) if kind and header.kind else header.kind,
    )


def _of_player(record: Any, names: Pseudonyms) -> Any:  # Any: a seat or an event, of any type
    player = getattr(record, "player", None)
    return record if player is None else replace(record, player=names.player(player))


def _notes(hand: Hand, names: Pseudonyms, wishes: Wishes) -> Iterator[Note]:
    """The notes that are the site's own words, perhaps with a name put in; and perhaps who chatted."""
    site = writer(hand.header.site)
    for note in hand.notes:
        if is_fixed(hand.header.site, note.kind):
            yield note
        elif note.kind == CHAT and note.player and not wishes.chat:
            player = names.player(note.player)
            yield replace(note, player=player, text=site.remark(Remark(CHAT, player, SILENCE)))
        elif note.kind != CHAT and (remark := _remark(note, site)):
            player = names.player(remark.player)
            yield replace(note, player=player, text=site.remark(remark._replace(player=player)))


def _remark(note: Note, site: Writer) -> Remark | None:
    """The remark that the site puts into exactly these words."""
    if note.player is None:
        return None
    for remark in _remarks(note.kind, note.player):
        try:
            if site.remark(remark) == note.text.rstrip():
                return remark
        except KeyError:  # the site's writer has no words for this kind
            return None
    return None


def _remarks(kind: str, player: str) -> Iterator[Remark]:
    yield from (Remark(kind, player, words) for words in _WORDS)
    yield from (Remark(kind, player, number=number) for number in _NUMBERS)


def without_lines(hand: Hand) -> Hand:
    """The hand, whatever its lines are numbered and however they are read."""

    def bare(event: Event) -> Event:
        return replace(event, line=0)

    return replace(
        hand,
        path="",
        header=replace(hand.header, line=0, hand_id=""),
        table=replace(hand.table, line=0),
        seats=tuple(replace(seat, line=0) for seat in hand.seats),
        events=tuple(map(bare, hand.events)),
        notes=(),
        last_line=0,
        unread=(0,) * len(hand.unread),
        doubts=(),
    )
