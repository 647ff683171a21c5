"""Violations BET, the acts: out of turn, beyond the cap, of the wrong size, by those who may not act."""

from __future__ import annotations

from collections.abc import Callable

from histparse.model.events import Bet, Call, Check, DrawBegins, Event, Fold, Raise, ShowdownBegins, Uncalled
from histparse.simulate.onehand import bet_or_raise, return_uncalled
from histparse.simulate.player import Player
from histparse.simulate.state import Play
from tests.dealer.violations.adapted_settings import short_stacks
from tests.dealer.violations.continuation import Turn, a_turn, answer, can_raise, play_rest, to_the_end
from tests.dealer.violations.contract import violation
from tests.dealer.violations.legal_hand import ACTS, Altered, LegalHand, UnfitError, need


def _raising_turn(legal: LegalHand) -> Turn:
    """A random moment when somebody may bet or raise and has chips for twice as much."""
    turn = a_turn(legal)
    play, player = turn.play, turn.player
    need(
        play.full
        and player.largest_street_total > play.next_full_bet_total + 2 * play.bet_size
        and can_raise(play, player)
    )
    return turn


def _ended(play: Play, wrong: Event, *, raises: bool = True) -> Altered:
    return Altered(to_the_end(play, raises=raises, one_pot=True), wrong)


@violation("BET01")
def jumps_the_queue(legal: LegalHand) -> Altered:
    """Somebody acts before their turn; the skipped players act later."""
    play = a_turn(legal).play
    return _ended(play, answer(play, legal.choose(list(play.still_to_act())[1:])))


@violation("BET02")
def one_bet_more(legal: LegalHand) -> Altered:
    """Everybody raises up to the cap, and one more."""
    play = a_turn(legal).play
    while player := next(play.still_to_act(), None):
        beyond = play.bets >= play.most_bets
        total = min(play.next_full_bet_total, player.largest_street_total) if beyond else play.next_full_bet_total
        need(play.level < total <= player.largest_street_total - (not beyond) and player.name not in play.barred)
        act = bet_or_raise(play, player, total)
        if beyond:
            return _ended(play, act, raises=False)
    raise UnfitError


@violation("BET03")
def size_of_wager(legal: LegalHand) -> Altered:
    """A bet or raise that is too small or too large, slightly or greatly; the others may call it."""
    _, play, player = _raising_turn(legal)
    unit, chip = play.bet_size, legal.chip
    step = legal.choose((unit // 2, unit - chip, unit + chip, unit * 3 // 2, 2 * unit)) // chip * chip
    need(step != unit)
    return _ended(play, bet_or_raise(play, player, play.level + step), raises=False)


@violation("BET03")
def bets_nothing(legal: LegalHand) -> Altered:
    """The bet that others answer is said to be of no chips."""
    place, _ = legal.pick(Bet, lambda event: not event.all_in)
    return legal.changed(place, added=0)


@violation("BET03")
def step_of_raise(legal: LegalHand) -> Altered:
    """The increase stated for a raise does not match its total."""
    place, right = legal.pick(Raise)
    step = (right.by or 0) + legal.choose((-1, 1, 3)) * legal.chip
    need(step > 0)
    return legal.changed(place, by=step)


@violation("BET04")
def amount_of_call(legal: LegalHand) -> Altered:
    """A call for less or more than is owed, by somebody with chips left."""
    _, play, player = a_turn(legal)
    owed, chip = play.call_cost_capped_by_opponents(player), legal.chip
    surplus = legal.choose((-chip, chip, -owed // 2, owed // 2, play.bet_size)) // chip * chip
    need(surplus and owed and 0 < owed + surplus < player.stack)
    # Nobody raises after it: no rule says whether the excess chips count towards the raise.
    return _ended(play, play.add_and_apply_event(Call(0, player.name, owed + surplus)), raises=surplus < 0)


@violation("BET05")
def check_facing_a_bet(legal: LegalHand) -> Altered:
    """A check by somebody who owes chips."""
    _, play, player = a_turn(legal)
    need(play.call_cost_capped_by_opponents(player))
    return _ended(play, play.add_and_apply_event(Check(0, player.name)))


@violation("BET06")
def bet_over_a_bet(legal: LegalHand) -> Altered:
    """A raise that is called a bet, and not the last one."""
    _, play, player = _raising_turn(legal)
    need(play.level and play.bets + 1 < play.most_bets)
    total = play.next_full_bet_total
    bet = Bet(0, player.name, total - player.bet, total == player.largest_street_total)
    return _ended(play, play.add_and_apply_event(bet), raises=False)


@violation("BET06")
def raise_of_nothing(legal: LegalHand) -> Altered:
    """A bet that is called a raise."""
    _, play, player = _raising_turn(legal)
    need(not play.level)
    total = play.next_full_bet_total
    raised = Raise(0, player.name, total, total, total == player.largest_street_total)
    return _ended(play, play.add_and_apply_event(raised), raises=False)


def _pick_player(legal: LegalHand, is_meant: Callable[[Player], bool]) -> tuple[Play, Player]:
    """A random moment when somebody must act, and a random one of those players."""
    play = a_turn(legal).play
    return play, legal.choose([player for player in play.players if is_meant(player)])


@violation("BET07")
def acts_after_folding(legal: LegalHand) -> Altered:
    """Somebody who has folded checks, folds again or calls while others act."""
    play, player = _pick_player(legal, lambda player: not player.is_live)
    owed = max(0, play.level - player.bet)
    call = Call(0, player.name, owed) if 0 < owed < player.stack else Check(0, player.name)
    after = player.folded_after
    act = play.add_and_apply_event(legal.choose((Check(0, player.name), Fold(0, player.name), call)))
    player.folded_after = after
    return _ended(play, act)


@violation("BET07", adapt=short_stacks)
def acts_when_all_in(legal: LegalHand) -> Altered:
    """Somebody who is all-in checks or folds while others act."""
    play, player = _pick_player(legal, lambda player: player.is_live and player.stack == 0)
    return _ended(play, play.add_and_apply_event(legal.choose((Check(0, player.name), Fold(0, player.name)))))


@violation("BET09")
def one_never_answers(legal: LegalHand) -> Altered:
    """The last player to act does not, and the hand goes on."""
    _, play, player = a_turn(legal)
    need(len(list(play.still_to_act())) == 1 and (play.acted or play.round == 0))
    play.waiting.remove(player)
    place = len(play.events)
    story = to_the_end(play, one_pot=True)
    return Altered(story, legal.following(story, place))


@violation("BET09")
def acts_after_the_close(legal: LegalHand) -> Altered:
    """The round is over, and somebody who has acted acts again."""
    play = a_turn(legal).play
    while due := next(play.still_to_act(), None):
        answer(play, due)
    need(len(play.live_players) > 1)
    player = legal.choose([player for player in play.live_players if player.can_bet and player.name in play.acted])
    more = Call(0, player.name, play.bet_size) if player.stack > play.bet_size else Check(0, player.name)
    acts: list[Event] = [Check(0, player.name), more, Fold(0, player.name)]
    act = play.add_and_apply_event(legal.choose(acts))
    return_uncalled(play)
    return Altered(play_rest(play, one_pot=True), act)


@violation("BET09")
def bets_after_all_have_checked(legal: LegalHand) -> Altered:
    """All have checked, and then somebody bets; the others answer."""
    last_checks = [place for place, _ in legal.all(Check) if not isinstance(legal.story[place + 1], ACTS)]
    play = legal.resumed(legal.story[: legal.choose(last_checks) + 1])
    need(not play.level and not next(play.still_to_act(), None))
    able = [
        player for player in play.live_players if player.can_bet and player.largest_street_total > 2 * play.bet_size
    ]
    need(len(able) > 1)
    act = bet_or_raise(play, legal.choose((able[0], legal.choose(able))), play.next_full_bet_total)
    return _ended(play, act, raises=False)


@violation("BET09", adapt=short_stacks)
def checks_to_nobody(legal: LegalHand) -> Altered:
    """All others are all-in, and the only player with chips checks after a draw."""
    headings = [place for place, event in legal.all(DrawBegins) if event.draw > 1]
    place = legal.choose([*headings, legal.first(ShowdownBegins, default=0)])
    need(place)
    able = [player for player in legal.resumed(legal.story[:place]).live_players if player.stack > 0]
    need(len(able) == 1 and not isinstance(legal.story[place - 1], (*ACTS, Uncalled)))
    return legal.added(place, Check(0, able[0].name))
