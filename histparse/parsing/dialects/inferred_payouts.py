"""Infers from a summary what no line states: dead blinds, and pots that only one player had a claim on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping

from histparse.model import events as ev
from histparse.model.events import Event, PostKind

_DEAD = (PostKind.ANTE, PostKind.DEAD_BLIND)
_ENDS = (ev.DrawBegins, ev.SummaryBegins)


def infer_dead_blinds_and_payouts(events: list[Event], big_blind: int) -> list[Event]:
    """The events, and those that follow from the players' nets, each with the line of that net.

    A net lower than the text accounts for means a dead blind; a higher one, a pot without a line. It may be both.
    Nothing is added if the nets and the rake do not cancel out, nor a blind of another size than a small one. If a net
    stays unexplained a line of a payout may be wrong: then only a pot is added that nobody else has a claim on.
    """
    results = [event for event in ev.of_type(events, ev.Result) if event.net is not None]
    rake = sum(event.rake or 0 for event in ev.of_type(events, ev.Total))
    if sum(event.net or 0 for event in results) + rake:
        return events
    paid = called_chips_by_player(events, big_blind)
    left = Counter[str]()
    for event in ev.of_type(events, ev.Collect):
        left[event.player] += event.amount
    left.subtract(paid)
    posts = ev.of_type(events, ev.Post)
    # A dead blind is the small blind of this hand, or half the big blind.
    due = {big_blind // 2, *(post.amount for post in posts if post.kind is PostKind.SMALL_BLIND)}
    unpaid = _unstated_uncontested_pot(events, paid)
    parts = {r: _missing_as_blind_and_pot((r.net or 0) - left[r.player], due, unpaid[r.player]) for r in results}
    explained = [(result, *chips) for result, chips in parts.items() if chips]
    dead = [ev.Post(r.line, r.player, PostKind.DEAD_BLIND, blind) for r, blind, _ in explained if blind]
    are_all_explained = len(explained) == len(parts)
    pots = [(r, pot) for r, _, pot in explained if pot and (are_all_explained or pot <= unpaid[r.player])]
    unsaid = [ev.Collect(r.line, r.player, pot) for r, pot in pots]
    blinds = (n for n, event in enumerate(events) if isinstance(event, ev.Post) and event.kind is not PostKind.ANTE)
    place = next(blinds, 0)
    return [*events[:place], *dead, *events[place:], *unsaid]


def _unstated_uncontested_pot(events: Iterable[Event], paid: Mapping[str, int]) -> Counter[str]:
    """The chips of the one player who claims what nobody else left in the hand has matched, if no line pays them."""
    folded = {event.player for event in ev.of_type(events, ev.Fold)}
    claims = sorted((chips for player, chips in paid.items() if player not in folded), reverse=True)
    if len(claims) < 2 or claims[0] == claims[1]:
        return Counter()
    (player,) = (player for player, chips in paid.items() if chips == claims[0] and player not in folded)
    pot = sum(max(0, min(chips, claims[0]) - claims[1]) for chips in paid.values())
    is_paid = any(event.player == player and event.amount == pot for event in ev.of_type(events, ev.Collect))
    return Counter() if is_paid else Counter({player: pot})


def _missing_as_blind_and_pot(missing: int, small_blinds: Collection[int], unpaid_pot: int) -> tuple[int, int] | None:
    """The dead blind and the pot without a line that make up what is missing in a net; None: none do."""
    if unpaid_pot and unpaid_pot - missing in small_blinds:
        return unpaid_pot - missing, unpaid_pot
    if missing >= 0:
        return 0, missing
    return (-missing, 0) if -missing in small_blinds else None


def called_chips_by_player(events: Iterable[Event], big_blind: int) -> Counter[str]:
    """The chips each player puts in, less uncalled ones."""
    paid: Counter[str] = Counter()
    bets: dict[str, int] = {}
    for event in events:
        kind = type(event)
        if kind in _ENDS:
            paid.update(_limit_to_called_bets(bets))
            bets = {}
        elif isinstance(event, (ev.Call, ev.Raise)):
            bets[event.player] = event.to or 0
        elif isinstance(event, ev.Bet):
            bets[event.player] = event.added
        elif isinstance(event, ev.Post):
            live = _live_part_of_post(event, big_blind)
            bets[event.player] = bets.get(event.player, 0) + live
            paid[event.player] += event.amount - live
    return paid


def _live_part_of_post(post: ev.Post, big_blind: int) -> int:
    """The part of a forced bet that counts towards the player's bet."""
    if post.kind in _DEAD:
        return 0
    return min(post.amount, big_blind) if post.kind is PostKind.SMALL_AND_BIG else post.amount


def _limit_to_called_bets(bets: Mapping[str, int]) -> dict[str, int]:
    """The bets of a round, with the highest reduced to the second highest."""
    second = sorted(bets.values())[-2] if len(bets) > 1 else 0
    return {player: min(bet, second) for player, bet in bets.items()}
