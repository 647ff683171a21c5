"""Violations POT: chips put in, returned and paid out do not agree, or the wrong players are paid."""

from __future__ import annotations

from msgspec.structs import replace

from histparse.model.events import Collect, Event, Show, Total, Uncalled, of_type
from histparse.simulate.onehand import find_uncalled_chips
from histparse.simulate.state import Play
from tests.dealer.violations.adapted_settings import folders, short_stacks, showdowns
from tests.dealer.violations.continuation import play_rest, rest_wrong_from
from tests.dealer.violations.contract import violation
from tests.dealer.violations.legal_hand import ACTS, Altered, LegalHand, UnfitError, need
from tests.dealer.violations.payouts import equal_shares, only_payout, paid_to, reshared, with_won


def _total(legal: LegalHand) -> tuple[int, Total]:
    return legal.all(Total)[0]


def _chips(legal: LegalHand, most: int) -> int:
    """A random number of chips: one, a few or many."""
    return legal.choose((1, 2, 10, max(most // (2 * legal.chip), 1))) * legal.chip


@violation("POT01")
def stated_pot(legal: LegalHand) -> Altered:
    """The summary states a pot other than was put in."""
    place, total = _total(legal)
    pot = (total.pot or 0) + _chips(legal, total.pot or 0) * legal.choose((-1, 1))
    need(pot > 0)
    return legal.changed(place, pot=pot)


def _parts(total: Total) -> tuple[int, int, tuple[int, ...]]:
    """The main pot, the first side pot and the others, of a hand with side pots."""
    if total.main is None:
        raise UnfitError
    return total.main, total.sides[0], total.sides[1:]


@violation("POT01", adapt=short_stacks)
def stated_parts(legal: LegalHand) -> Altered:
    """The main pot or a side pot of the summary is wrong, so they no longer add up."""
    place, total = _total(legal)
    main, side, rest = _parts(total)
    surplus = _chips(legal, main)
    # Parts may be stated before or after the rake.
    surplus += legal.chip * (surplus == total.rake)
    if legal.random.random() < 0.5:
        return legal.changed(place, main=main + surplus)
    return legal.changed(place, sides=(side + surplus, *rest))


@violation("POT06", adapt=short_stacks)
def chips_between_the_parts(legal: LegalHand) -> Altered:
    """The summary puts some chips into a pot other than they were paid from; the parts add up."""
    place, total = _total(legal)
    main, side, rest = _parts(total)
    moved = _chips(legal, min(main, side)) * legal.choose((-1, 1))
    need(-main < moved < side)
    return legal.changed(place, main=main + moved, sides=(side - moved, *rest))


@violation("POT02")
def paid_out_too_little(legal: LegalHand) -> Altered:
    """The winner gets less than the pot without the rake; the summary agrees with them."""
    collects = legal.all(Collect)
    place, collect = legal.choose(collects)
    missing = _chips(legal, collect.amount)
    need(len({event.player for _, event in collects}) == 1 and missing < collect.amount)
    total = sum(event.amount for _, event in collects) - missing
    story = with_won(legal.instead(place, replace(collect, amount=collect.amount - missing)), {collect.player: total})
    return Altered(story, of_type(story, Total)[0])


@violation("POT02")
def rake_of_another_size(legal: LegalHand) -> Altered:
    """The rake stated is not the difference between the pot and the payouts."""
    place, total = _total(legal)
    rake = (total.rake or 0) + _chips(legal, total.rake or 0) * legal.choose((-1, 1))
    need(0 <= rake <= (total.pot or 0))
    return legal.changed(place, rake=rake)


@violation("POT07")
def more_than_a_tenth(legal: LegalHand) -> Altered:
    """The house takes up to a half of the only pot; the winner gets the rest."""
    place, collect = only_payout(legal)
    place_of_total, total = _total(legal)
    pot = total.pot or 0
    need(not legal.settings.levels and pot >= 20 * legal.chip)
    rake = legal.random.randrange(pot // (10 * legal.chip) + 1, pot // (2 * legal.chip)) * legal.chip
    story = with_won(legal.instead(place, replace(collect, amount=pot - rake)), {collect.player: pot - rake})
    story[place_of_total] = wrong = replace(total, rake=rake)
    return Altered(story, wrong)


def _to_return(legal: LegalHand) -> tuple[Play, Uncalled]:
    """The hand before an uncalled bet is returned, and that."""
    place, event = legal.pick(Uncalled)
    return legal.resumed(legal.story[:place]), event


def _returned(play: Play, wrong: Event) -> Altered:
    play.add_and_apply_event(wrong)
    return Altered(play_rest(play, one_pot=True), wrong)


@violation("POT03", adapt=folders)
def not_returned(legal: LegalHand) -> Altered:
    """Nobody called, but the chips stay in the pot."""
    play, _ = _to_return(legal)
    return rest_wrong_from(legal, play, len(play.events))


@violation("POT03", adapt=folders)
def returned_in_part(legal: LegalHand) -> Altered:
    """Less or more is returned than was uncalled."""
    place, event = legal.pick(Uncalled)
    amount = event.amount + legal.choose((-1, 1)) * _chips(legal, event.amount)
    play = legal.resumed(legal.story[:place])
    need(0 < amount <= play.by_name[event.player].bet and amount != event.amount)
    return _returned(play, replace(event, amount=amount))


@violation("POT03", adapt=folders)
def returned_to_another(legal: LegalHand) -> Altered:
    """Somebody else gets the uncalled chips."""
    play, event = _to_return(legal)
    able = [player.name for player in play.players if player.stack and player.paid >= event.amount]
    wrong = legal.choose([name for name in able if name != event.player])
    return _returned(play, replace(event, player=wrong))


@violation("POT03")
def returned_though_called(legal: LegalHand) -> Altered:
    """All have called, but one player gets their last bet back."""
    place = legal.a_place(*ACTS)
    play = legal.resumed(legal.story[: place + 1])
    bettor, (_, over) = play.aggressor, find_uncalled_chips(play)
    if any(play.still_to_act()) or over or bettor is None or not bettor.stack or len(play.live_players) < 2:
        raise UnfitError
    return _returned(play, Uncalled(0, bettor.name, min(play.bet_size, bettor.bet)))


@violation("POT03", adapt=folders)
def returned_twice(legal: LegalHand) -> Altered:
    """The chips go back a second time, out of the pot."""
    play, event = _to_return(legal)
    play.add_and_apply_event(event)
    need(len(play.live_players) == 1 and play.by_name[event.player].bet >= event.amount)
    return _returned(play, replace(event))


@violation("POT04", adapt=short_stacks)
def side_pot_to_an_outsider(legal: LegalHand) -> Altered:
    """Somebody who is all-in for less collects a side pot."""
    place, collect = legal.pick(Collect, lambda event: event.pot)
    live = legal.at_showdown().live_players
    insiders = {event.player for event in of_type(legal.story, Collect) if event.pot == collect.pot}
    floor = sorted({player.paid for player in live})[collect.pot or 0]
    shown = {event.player for event in of_type(legal.story, Show)}
    outside = [player.name for player in live if player.paid < floor and player.name in shown]
    need(len(insiders) == 1)
    return paid_to(legal, place, legal.choose(outside))


@violation("POT04", adapt=showdowns)
def odd_chip_elsewhere(legal: LegalHand) -> Altered:
    """Equal hands share an uneven pot, but the odd chip goes to a player further from the button."""
    story, shares = equal_shares(legal)
    first, last = shares[0], shares[-1]
    need(first.amount != last.amount)
    return reshared(story, {first.player: last.amount, last.player: first.amount})


@violation("POT04", adapt=showdowns)
def uneven_shares(legal: LegalHand) -> Altered:
    """Equal hands share a pot, but one gets more than the others."""
    story, shares = equal_shares(legal)
    richer, poorer = legal.random.sample(shares[:2], 2)
    chips = 2 * _chips(legal, poorer.amount)
    need(chips < poorer.amount)
    return reshared(story, {richer.player: richer.amount + chips, poorer.player: poorer.amount - chips})


@violation("POT05")
def rake_beyond_the_pot(legal: LegalHand) -> Altered:
    """The house takes more than there is."""
    place, total = _total(legal)
    return legal.changed(place, rake=(total.pot or 0) + _chips(legal, total.pot or 0))
