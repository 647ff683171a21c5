"""Violations POT: chips put in, returned and paid out do not agree, or the wrong players are paid."""

from __future__ import annotations

from msgspec.structs import replace

from histparse.model.events import Collect, Event, Outcome, Result, Show, ShowdownBegins, Total, Uncalled
from histparse.simulate.violations.adapted_settings import folders, short_stacks, showdowns
from histparse.simulate.violations.cards import tied
from histparse.simulate.violations.continuation import play_rest, uncalled
from histparse.simulate.violations.contract import Altered, violation
from histparse.simulate.violations.hand_state import HandState
from histparse.simulate.violations.legal_hand import ACTS, LegalHand


def _total(legal: LegalHand) -> tuple[int, Total]:
    return legal.all(Total)[0]


def _some(legal: LegalHand, most: int) -> int:
    """A random number of chips: one, a few or many."""
    return legal.random.choice((1, 2, 10, max(most // (2 * legal.chip), 1))) * legal.chip


@violation("POT01")
def stated_pot(legal: LegalHand) -> Altered | None:
    """The summary states a pot other than was put in."""
    place, total = _total(legal)
    off = _some(legal, total.pot or 0) * legal.random.choice((-1, 1))
    wrong = replace(total, pot=(total.pot or 0) + off)
    return Altered(legal.instead(place, wrong), wrong) if (wrong.pot or 0) > 0 else None


@violation("POT01", adapt=short_stacks)
def stated_parts(legal: LegalHand) -> Altered | None:
    """The main pot or a side pot of the summary is wrong, so they no longer add up."""
    place, total = _total(legal)
    if total.main is None:
        return None
    off = _some(legal, total.main)
    # Parts may be stated before or after the rake.
    off += legal.chip * (off == total.rake)
    sides = (total.sides[0] + off, *total.sides[1:])
    wrong = legal.random.choice((replace(total, main=total.main + off), replace(total, sides=sides)))
    return Altered(legal.instead(place, wrong), wrong)


@violation("POT06", adapt=short_stacks)
def chips_between_the_parts(legal: LegalHand) -> Altered | None:
    """The summary puts some chips into a pot other than they were paid from; the parts add up."""
    place, total = _total(legal)
    if total.main is None:
        return None
    off = _some(legal, min(total.main, total.sides[0])) * legal.random.choice((-1, 1))
    wrong = replace(total, main=total.main + off, sides=(total.sides[0] - off, *total.sides[1:]))
    fits = (wrong.main or 0) > 0 and wrong.sides[0] > 0
    return Altered(legal.instead(place, wrong), wrong) if fits else None


def _won(story: list[Event], won: dict[str, int]) -> list[Event]:
    """The story with a summary of what those players won."""
    return [_with_won(event, won) if isinstance(event, Result) else event for event in story]


def _with_won(event: Result, won: dict[str, int]) -> Result:
    if event.player not in won or event.outcome is Outcome.FOLDED:
        return event
    return replace(event, won=won[event.player] or None)


@violation("POT02")
def paid_out_too_little(legal: LegalHand) -> Altered | None:
    """The winner gets less than the pot without the rake; the summary agrees with them."""
    collects = legal.all(Collect)
    place, collect = legal.random.choice(collects)
    off = _some(legal, collect.amount)
    if len({event.player for _, event in collects}) > 1 or off >= collect.amount:
        return None
    total = sum(event.amount for _, event in collects) - off
    story = _won(legal.instead(place, replace(collect, amount=collect.amount - off)), {collect.player: total})
    return Altered(story, next(event for event in story if isinstance(event, Total)))


@violation("POT02")
def rake_of_another_size(legal: LegalHand) -> Altered | None:
    """The rake stated is not the difference between the pot and the payouts."""
    place, total = _total(legal)
    rake = (total.rake or 0) + _some(legal, total.rake or 0) * legal.random.choice((-1, 1))
    wrong = replace(total, rake=rake)
    return Altered(legal.instead(place, wrong), wrong) if 0 <= rake <= (total.pot or 0) else None


@violation("POT07")
def more_than_a_tenth(legal: LegalHand) -> Altered | None:
    """The house takes up to a half of the only pot; the winner gets the rest."""
    (place, collect), *others = legal.all(Collect)
    at, total = _total(legal)
    pot = total.pot or 0
    if others or legal.settings.levels or pot < 20 * legal.chip:
        return None
    rake = legal.random.randrange(pot // (10 * legal.chip) + 1, pot // (2 * legal.chip)) * legal.chip
    story = _won(legal.instead(place, replace(collect, amount=pot - rake)), {collect.player: pot - rake})
    story[at] = wrong = replace(total, rake=rake)
    return Altered(story, wrong)


@violation("POT03", adapt=folders)
def not_returned(legal: LegalHand) -> Altered | None:
    """Nobody called, but the chips stay in the pot."""
    found = legal.pick(Uncalled)
    if found is None:
        return None
    state = HandState(legal, legal.story[: found[0]])
    story = play_rest(state)
    return Altered(story, legal.following(story, found[0]))


@violation("POT03", adapt=folders)
def returned_in_part(legal: LegalHand) -> Altered | None:
    """Less or more is returned than was uncalled."""
    found = legal.pick(Uncalled)
    if found is None:
        return None
    place, event = found
    amount = event.amount + legal.random.choice((-1, 1)) * _some(legal, event.amount)
    state = HandState(legal, legal.story[:place])
    if not 0 < amount <= state.by_name[event.player].bet or amount == event.amount:
        return None
    wrong = state.apply(replace(event, amount=amount))
    return Altered(play_rest(state, one_pot=True), wrong)


@violation("POT03", adapt=folders)
def returned_to_another(legal: LegalHand) -> Altered | None:
    """Somebody else gets the uncalled chips."""
    found = legal.pick(Uncalled)
    if found is None:
        return None
    place, event = found
    state = HandState(legal, legal.story[:place])
    others = [
        player.name
        for player in state.play.players
        if player.name != event.player and player.stack and player.paid >= event.amount
    ]
    if not others:
        return None
    wrong = state.apply(replace(event, player=legal.random.choice(others)))
    return Altered(play_rest(state, one_pot=True), wrong)


@violation("POT03")
def returned_though_called(legal: LegalHand) -> Altered | None:
    """All have called, but one player gets their last bet back."""
    place = legal.a_place(*ACTS)
    if place is None:
        return None
    state = HandState(legal, legal.story[: place + 1])
    bettor = state.play.aggressor
    if state.asked() or uncalled(state.play) or bettor is None or not bettor.stack or len(state.play.live) < 2:
        return None
    wrong = state.apply(Uncalled(0, bettor.name, min(state.play.unit, bettor.bet)))
    return Altered(play_rest(state, one_pot=True), wrong)


@violation("POT03", adapt=folders)
def returned_twice(legal: LegalHand) -> Altered | None:
    """The chips go back a second time, out of the pot."""
    found = legal.pick(Uncalled)
    if found is None:
        return None
    state = HandState(legal, legal.story[: found[0] + 1])
    if len(state.play.live) > 1 or state.by_name[found[1].player].bet < found[1].amount:
        return None
    wrong = state.apply(replace(found[1]))
    return Altered(play_rest(state, one_pot=True), wrong)


@violation("POT04", adapt=short_stacks)
def side_pot_to_an_outsider(legal: LegalHand) -> Altered | None:
    """Somebody who is all-in for less collects a side pot."""
    found = legal.pick(Collect, lambda event: bool(event.pot))
    if found is None:
        return None
    place, collect = found
    play = HandState(legal, legal.story[: legal.first(ShowdownBegins)]).play
    insiders = {event.player for event in legal.story if isinstance(event, Collect) and event.pot == collect.pot}
    floor = sorted({player.paid for player in play.live})[collect.pot or 0]
    shown = {event.player for event in legal.story if isinstance(event, Show)}
    outside = [player.name for player in play.live if player.paid < floor and player.name in shown]
    if not outside or len(insiders) > 1:
        return None
    return _paid_to(legal, place, collect, legal.random.choice(outside))


def _paid_to(legal: LegalHand, place: int, collect: Collect, player: str) -> Altered:
    wrong = replace(collect, player=player)
    story = legal.instead(place, wrong)
    won = {
        name: sum(e.amount for e in story if isinstance(e, Collect) and e.player == name)
        for name in (player, collect.player)
    }
    return Altered(_won(story, won), wrong)


@violation("POT04", adapt=showdowns)
def odd_chip_elsewhere(legal: LegalHand) -> Altered | None:
    """Equal hands share an uneven pot, but the odd chip goes to a player further from the button."""
    story = tied(legal)
    shares = [event for event in story or () if isinstance(event, Collect)]
    if story is None or len(shares) < 2 or shares[0].amount == shares[-1].amount or any(share.pot for share in shares):
        return None
    return _shared(story, {shares[0]: shares[-1].amount, shares[-1]: shares[0].amount}, shares[0])


@violation("POT04", adapt=showdowns)
def uneven_shares(legal: LegalHand) -> Altered | None:
    """Equal hands share a pot, but one gets more than the others."""
    story = tied(legal)
    shares = [event for event in story or () if isinstance(event, Collect)]
    if story is None or len(shares) < 2 or any(share.pot for share in shares):
        return None
    more, less = legal.random.sample((shares[0], shares[1]), 2)
    off = 2 * _some(legal, less.amount)
    if off >= less.amount:
        return None
    return _shared(story, {more: more.amount + off, less: less.amount - off}, shares[0])


def _shared(story: list[Event], amounts: dict[Collect, int], wrong: Collect) -> Altered:
    changes = {id(share): replace(share, amount=amount) for share, amount in amounts.items()}
    story = [changes.get(id(event), event) for event in story]
    story = _won(story, {share.player: amount for share, amount in amounts.items()})
    return Altered(story, changes[id(wrong)])


@violation("POT05")
def rake_beyond_the_pot(legal: LegalHand) -> Altered | None:
    """The house takes more than there is."""
    place, total = _total(legal)
    wrong = replace(total, rake=(total.pot or 0) + _some(legal, total.pot or 0))
    return Altered(legal.instead(place, wrong), wrong)
