"""Step 4, rules SHD: who shows, who wins, and what the text says about it."""

from __future__ import annotations

from collections.abc import Iterator

from histparse.model.cards import CARDS_IN_HAND, known
from histparse.model.events import Collect, Deal, Event, Muck, NoShow, Outcome, Receive, Result, Show, ShowdownBegins
from histparse.model.figures import Count
from histparse.model.house import FirstToShow
from histparse.model.ranking import strength
from histparse.replay.players import Player
from histparse.replay.steps import HandEnds
from histparse.replay.table import Phase, Table
from histparse.rules.dealing import cards_unless_already_shown
from histparse.rules.pot_shares import group_payouts_by_pot, pots_of_payout_if_beaten_in_all
from histparse.rules.registry import Cause, Fact, Objection, Violation, act_rule, cards, made_hand, money, step_rule
from histparse.rules.summary import contradicts_rank

# Looking up an enum member through its class costs as much as a call.
SHOWDOWN, MUCKED = Phase.SHOWDOWN, Outcome.MUCKED


@act_rule(
    "SHD03",
    "a folded player shows, mucks or wins",
    on=(Show, Muck, NoShow, Collect),
    rests_on=(Fact.LIVE, Fact.CHIPS),
    doubts=(Fact.LIVE, Fact.PAYOUT, Fact.SHOWN),
    cause=Cause.ACTOR,
)
def folded_player_shows_or_collects(table: Table, event: Show | Muck | NoShow | Collect, player: Player) -> Objection:
    """A player who folds gives up every claim to the pot, and has no hand left to show or to muck.

    Sources: rule pages. Example: `Bob: folds`, later `Bob collected $2 from pot`.
    """
    if not player.folded:
        return None
    if isinstance(event, Show):
        return Violation("{name} has folded and shows")
    if isinstance(event, Muck | NoShow):
        return Violation("{name} has folded and is said not to show")
    return Violation("{name} has folded and collects {won}", won=money(table, event.amount))


@act_rule(
    "SHD01",
    "shown or mucked cards contradict the cards the player is known to hold",
    on=(Show, Result),
    rests_on=Fact.CARDS,
    doubts=(Fact.CARDS, Fact.SHOWN),
    cause=Cause.CARDS,
)
def shows_cards_not_held(table: Table, event: Show | Result, player: Player) -> Objection:
    """Cards shown, or turned up in the summary, are those the player holds.

    Sources: real hands. Example: Ann stands pat on [7h 5d 4c 3s 2h] and shows [8h 5d 4c 3s 2h].
    """
    if not event.cards or player.held is None or player.shown is not None:
        return None
    shown = known(event.cards)
    if set(shown) <= set(player.held):
        return None
    return Violation("{name} shows {shown}; they hold {held}", shown=cards(shown), held=cards(player.held))


@act_rule(
    "SHD01",
    on=Show,
    rests_on=(Fact.CARDS, Fact.LIVE, Fact.SHOWN),
    doubts=Fact.SHOWN,
)
def shows_hand_twice(table: Table, event: Show, player: Player) -> Objection:
    """A hand is turned up once. One that was exposed before the showdown may be shown there again."""
    if player.shown is None or _was_shown_before_heading(table, player):
        return None
    return Violation("{name} shows again; they showed on line {first}", first=player.faced_on)


def _was_shown_before_heading(table: Table, player: Player) -> bool:
    heading_line = next((event.line for event in table.hand.events if isinstance(event, ShowdownBegins)), 0)
    return table.reading.shows_early and player.faced_on < heading_line


@act_rule(
    "SHD04",
    "shown out of order",
    on=(Show, Muck),
    rests_on=(Fact.ORDER, Fact.LIVE, Fact.CHIPS, Fact.SHOWN),
    doubts=Fact.SHOWN,
    cause=Cause.ACTOR,
)
def shows_out_of_order(table: Table, event: Show | Muck, player: Player) -> Objection:
    """The last to bet or raise in round 4 shows first, else the first left of the button; then the rest.

    At Full Tilt the last aggressor of the whole hand shows first; if the house's rule is not known, nothing is reported
    after a round without a bet. With side pots the order is not judged, nor where a hand lies open already. Sources:
    rule pages; 38 real showdowns. The finding names the first player who showed too early. Example: the caller shows
    before the bettor.
    """
    if player.folded or table.phase is not SHOWDOWN:
        return None
    faced = [
        rival
        for rival in table.players
        if rival.faced_on and not rival.folded and not _was_shown_before_heading(table, rival)
    ]
    if not faced:
        return None
    start, players = _order_of_first_to_show_if_known(table), len(table.players)
    if start is None:
        return None
    place = (player.order - start) % players
    early = [rival for rival in faced if (rival.order - start) % players > place]
    # PokerStars shows the hands that play for a side pot first.
    if not early or len(table.pots()) > 1:
        return None
    first = min(early, key=lambda rival: rival.faced_on)
    return Violation("{name} shows before {other}, whose turn it is", first.faced_on, first, other=player.name)


def _order_of_first_to_show_if_known(table: Table) -> int | None:
    """The `order` of the player who must show first, or of the place from which to look for the first live one.

    None if it depends on the house and is not known.
    """
    first = table.aggressor
    if first is None and table.house.first_to_show is FirstToShow.UNKNOWN:
        return None
    if first is None and table.house.first_to_show is FirstToShow.LAST_AGGRESSOR:
        # At Full Tilt who raised after the second draw shows first, though all checked after the third (25325990000).
        first = table.hand_aggressor
    return 0 if first is None or first.folded else first.order


@step_rule(
    "SHD07",
    "showdown with one live player, or none where two are left",
    on=ShowdownBegins,
    rests_on=(Fact.LIVE, Fact.SHOWN),
    doubts=Fact.SHOWN,
)
def showdown_without_two_players(table: Table, step: Event) -> Iterator[Violation]:
    """Cards are turned up if two or more players are left after the last round, and only then.

    Each of them shows all five cards or mucks, and nobody mucks the best hand. Sources: rule pages; real hands.
    Examples: `*** SHOW DOWN ***` after everybody else folded; the pot is collected with two live players and no
    showdown.
    """
    if len(table.live_players) < 2:
        yield Violation("there is a showdown though only one player is left")


@act_rule(
    "SHD07",
    on=(Show, Result),
    rests_on=(Fact.LIVE, Fact.SHOWN),
    doubts=Fact.CARDS,
    cause=Cause.DEED,
)
def shows_not_five_cards(table: Table, event: Show | Result, player: Player) -> Objection:
    """In a contested showdown a hand is five cards. An uncalled winner, or a player who folded, may turn up fewer."""
    shown = cards_unless_already_shown(event, player)
    if not shown or len(shown) == CARDS_IN_HAND or player.folded or len(table.live_players) < 2:
        return None
    template, number = "{name} shows {number}, {shown}; a hand is five cards", Count(len(shown), "card")
    return Violation(template, number=number, shown=cards(shown))


@act_rule(
    "SHD07",
    on=Show,
    rests_on=(Fact.LIVE, Fact.SHOWN, Fact.COURSE),
    doubts=Fact.SHOWN,
    cause=Cause.ACTOR,
)
def shows_before_the_heading(table: Table, event: Show, player: Player) -> Objection:
    """Cards are turned up below the heading of the showdown, if the site prints one and two players are left.

    Full Tilt turns hands up early when nobody can bet any more.
    """
    reading = table.reading
    early = reading.shows_early and not table.betting.contested
    if table.phase is SHOWDOWN or not reading.heads_showdown or early or len(table.live_players) < 2:
        return None
    return Violation("{name} shows before the showdown has begun")


@act_rule(
    "SHD07",
    on=Collect,
    rests_on=(Fact.LIVE, Fact.SHOWN),
    doubts=Fact.SHOWN,
    cause=Cause.ACTOR,
)
def collects_without_showdown(table: Table, event: Collect, player: Player) -> Objection:
    """The pot is collected though two live players have not compared their cards."""
    contested = len(table.live_players) > 1 and event.pot in (None, 0)
    if contested and table.phase is not SHOWDOWN and not any(p.shown for p in table.players):
        return Violation(
            "{name} collects though {number} players are left and nobody has shown", number=len(table.live_players)
        )
    return None


@step_rule(
    "SHD07",
    on=HandEnds,
    rests_on=(Fact.LIVE, Fact.SHOWN, Fact.COURSE),
)
def neither_shows_nor_mucks(table: Table, step: Event) -> Iterator[Violation]:
    """The showdown is over and a live player has neither shown nor mucked, at a site that prints mucks."""
    if table.phase is not SHOWDOWN or not table.reading.tells_mucks or len(table.live_players) < 2:
        return
    for player in table.live_players:
        if not player.faced_on:
            line = table.payouts[-1].line if table.payouts else step.line
            yield Violation("{name} is in the showdown but neither shows nor mucks", line, player)
            return


@step_rule(
    "SHD07",
    on=HandEnds,
    rests_on=(Fact.PAYOUT, Fact.CARDS, Fact.CHIPS, Fact.LIVE),
)
def mucks_winning_hand(table: Table, step: Event) -> Iterator[Violation]:
    """The summary turns up a mucked hand that beats the winner of a pot its player is in."""
    mucked = [event for event in table.results if event.outcome is MUCKED and event.cards]
    for event in mucked:
        layers, number, player = table.pots(), strength(event.cards), table.by_name[event.player]
        for index, payouts in group_payouts_by_pot(table).items() if number else ():
            winners = [table.by_name[payout.player] for payout in payouts]
            pots = layers if index is None else layers[index : index + 1]
            worst = max((strength(winner.shown) or 0 for winner in winners), default=0)
            if (
                number
                and number < worst
                and any(player in pot.contenders for pot in pots)
                and (index is not None or len(layers) == 1)
            ):
                worse = max(winners, key=lambda winner: strength(winner.shown) or 0)
                template = "{name} mucks {hand}, which is lower than the {other} that {winner} wins with"
                hand, winning_hand = made_hand(number), made_hand(worst)
                yield Violation(template, event.line, player, hand=hand, other=winning_hand, winner=worse.name)
                return


@act_rule(
    "SHD05",
    "the text names a hand other than the cards make",
    on=(Deal, Receive, Show, Collect, Result),
    rests_on=Fact.CARDS,
    doubts=Fact.CARDS,
)
def wrong_hand_description(table: Table, event: Deal | Receive | Show | Collect | Result, player: Player) -> Objection:
    """The site's words must describe the five cards. Aces are high; straights and flushes count against the hand.

    Words with which the pot goes to a loser are left to SHD02. Sources: the rule pages. Example:
    `shows [7s 5s 8d 4h 3c] (Lo: 7,5,4,3,2)`.
    """
    if event.says is None or (isinstance(event, Collect | Result) and _loser_is_paid(table, event, player)):
        return None
    named = event.held if isinstance(event, Receive) else None if isinstance(event, Collect) else event.cards
    named = named or player.shown
    number = strength(named)
    if named is None or number is None or not contradicts_rank(event.says, number):
        return None
    return Violation(
        "the text calls {name}'s {cards} `{words}`; it is {hand}",
        cards=cards(named),
        words=event.says,
        hand=made_hand(number),
    )


def _loser_is_paid(table: Table, event: Collect | Result, player: Player) -> bool:
    """Whether others show better hands for a pot that the player is paid."""
    payouts = [event] if isinstance(event, Collect) else [paid for paid in table.payouts if paid.player == player.name]
    return any(pots_of_payout_if_beaten_in_all(table, payout, player) for payout in payouts)
