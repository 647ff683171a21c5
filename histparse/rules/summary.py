"""Step 4, rules SHD06: the summary must agree with the hand as it was played, and a hand's words with its cards."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from histparse.model.cards import RANKS, known
from histparse.model.events import Event, Outcome, PostKind, Result
from histparse.model.figures import Nth, Term
from histparse.model.ranking import WORDS, describe
from histparse.replay.players import Player
from histparse.replay.steps import HandEnds, StrangerListed
from histparse.replay.table import Table
from histparse.rules.registry import Cause, Fact, Objection, Violation, act_rule, cards, money, step_rule

POSTED = {
    "small blind": {PostKind.SMALL_BLIND},
    "big blind": {PostKind.BIG_BLIND, PostKind.SMALL_AND_BIG, PostKind.EXTRA_BLIND},
}
SEATS = {"small blind": ("SB", "BTN/SB"), "big blind": ("BB",)}
"""The positions that owe them."""

# Looking up an enum member through its class costs as much as a call.
SHOWED, MUCKED, FOLDED = Outcome.SHOWED, Outcome.MUCKED, Outcome.FOLDED
ENDED = (SHOWED, MUCKED, Outcome.COLLECTED, FOLDED)
"""Outcomes that say whether a player won part of the pot."""
STAYED = {
    SHOWED: "the summary says {name} showed; they folded",
    MUCKED: "the summary says {name} mucked; they folded",
    Outcome.COLLECTED: "the summary says {name} collected; they folded",
}
"""What is said of a player who folded and is listed so."""


@act_rule(
    "SHD06",
    "the summary contradicts the hand",
    on=Result,
    rests_on=Fact.SEATED,
    doubts=Fact.ORDER,
    cause=Cause.ACTOR,
)
def wrong_seat_listed(table: Table, event: Result, player: Player) -> Objection:
    """The summary must agree with the play: who folded when, showed, won how much, had the button and the blinds.

    Sources: real hands. Example: `Seat 3: Bob folded after the 1st Draw` where they folded after the second.
    """
    if event.seat == player.seat:
        return None
    return Violation(
        "the summary puts {name} in seat {said}; they sit in seat {seat}", said=event.seat or 0, seat=player.seat
    )


@act_rule("SHD06", on=Result, rests_on=Fact.SEATED, cause=Cause.ACTOR)
def player_listed_twice(table: Table, event: Result, player: Player) -> Objection:
    """The summary has two lines for one player."""
    for listing in table.results:
        if listing.player == event.player:
            return Violation("the summary lists {name} again, after line {first}", first=listing.line)
    return None


@step_rule("SHD06", on=StrangerListed, rests_on=Fact.SEATED, doubts=Fact.SEATED)
def stranger_listed(table: Table, step: StrangerListed) -> Iterator[Violation]:
    """At a site that lists everybody dealt in, somebody else is listed. Players sitting out may be."""
    marked = any(seat.player == step.player and seat.out_of_hand for seat in table.hand.seats)
    if table.reading.lists_players and step.outcome is not Outcome.SITTING_OUT and not marked:
        yield Violation("the summary lists {name}, who was not dealt in", name=step.player)


@step_rule("SHD06", on=HandEnds, rests_on=(Fact.SEATED, Fact.LISTED))
def player_not_listed(table: Table, step: Event) -> Iterator[Violation]:
    """At a site that lists everybody dealt in, somebody is left out. A text without any such line has been abridged."""
    if not table.reading.lists_players or not table.results:
        return
    listed = {event.player for event in table.results}
    # PokerStars leaves out some players that it marks as out of the hand: 5 in 453 real hands.
    out_of_hand = {seat.player for seat in table.hand.seats if seat.out_of_hand}
    for player in table.players:
        if player.name not in listed | out_of_hand:
            yield Violation("the summary leaves {name} out", table.results[-1].line, player)
            return


@act_rule(
    "SHD06",
    on=Result,
    rests_on=(Fact.ORDER, Fact.CHIPS, Fact.POSTED),
    doubts=Fact.ORDER,
)
def wrong_position_listed(table: Table, event: Result, player: Player) -> Objection:
    """The summary gives somebody the button or a blind that is not theirs."""
    for position in event.positions:
        if position == "button":
            right = table.hand.table.button in (None, player.seat)
        else:
            right = not player.posted.isdisjoint(POSTED[position]) or _is_blind_spent_on_ante(player, position)
        if not right:
            return Violation("the summary says {name} has the {position}; they do not", position=Term(position))
    return None


def _is_blind_spent_on_ante(player: Player, position: str) -> bool:
    return player.position in SEATS[position] and player.posted == {PostKind.ANTE} and player.paid >= player.start


@act_rule(
    "SHD06",
    on=Result,
    rests_on=(Fact.LIVE, Fact.COURSE),
    doubts=Fact.LIVE,
    cause=Cause.ACTOR,
)
def wrong_fold_listed(table: Table, event: Result, player: Player) -> Objection:
    """Whether somebody folded, and when."""
    if event.outcome is not FOLDED:
        stayed = STAYED.get(event.outcome) if player.folded else None
        return Violation(stayed) if stayed else None
    if not player.folded:
        return Violation("the summary says {name} folded; they did not")
    if event.folded_after is not None and event.folded_after != player.folded_after:
        return _fold_violation(event.folded_after, player.folded_after or 0)
    return None


def _fold_violation(draws_stated: int, draws_played: int) -> Violation:
    """By the numbers of draws before."""
    if not draws_stated:
        return Violation(
            "the summary says {name} folded before the first draw; they folded after the {done} draw",
            done=Nth(draws_played),
        )
    if not draws_played:
        return Violation(
            "the summary says {name} folded after the {said} draw; they folded before the first draw",
            said=Nth(draws_stated),
        )
    return Violation(
        "the summary says {name} folded after the {said} draw; they folded after the {done} draw",
        said=Nth(draws_stated),
        done=Nth(draws_played),
    )


@act_rule("SHD06", on=Result, rests_on=Fact.CHIPS, cause=Cause.DEED)
def bet_denied_by_summary(table: Table, event: Result, player: Player) -> Objection:
    """The summary denies that somebody has put chips in; an ante is no bet."""
    if event.bet is False:
        antes = sum(post.amount for post in table.posts if post.kind is PostKind.ANTE and post.player == player.name)
        if player.paid > antes:
            return Violation("the summary says {name} did not bet; they put in {paid}", paid=money(table, player.paid))
    return None


@act_rule(
    "SHD06",
    on=Result,
    rests_on=(Fact.CARDS, Fact.SHOWN),
    doubts=(Fact.CARDS, Fact.SHOWN),
    cause=Cause.CARDS,
)
def wrong_show_listed(table: Table, event: Result, player: Player) -> Objection:
    """The summary turns up what was not shown, or says that nothing was."""
    if event.cards and player.shown not in (None, event.cards) and set(known(event.cards)) != set(known(player.shown)):
        return Violation(
            "the summary says {name} showed {said}; they showed {shown}",
            said=cards(event.cards),
            shown=cards(player.shown),
        )
    if event.outcome is MUCKED and player.shown is not None:
        return Violation("the summary says {name} mucked; they showed")
    if event.outcome is SHOWED and player.shown is None:
        return Violation("the summary says {name} showed; they did not")
    return None


@step_rule(
    "SHD06",
    on=HandEnds,
    rests_on=(Fact.PAYOUT, Fact.LIVE),
    doubts=Fact.PAYOUT,
)
def wrong_winnings_listed(table: Table, step: Event) -> Iterator[Violation]:
    """The summary states an amount other than the player collected."""
    for event in table.results if table.payouts else ():
        player = table.by_name[event.player]
        if (event.won or 0) != player.collected and event.outcome in ENDED:
            won, collected = money(table, event.won or 0), money(table, player.collected)
            yield Violation(
                "the summary says {name} won {won}; they collected {collected}",
                event.line,
                player,
                won=won,
                collected=collected,
            )


@step_rule(
    "SHD06",
    on=HandEnds,
    rests_on=(Fact.CHIPS, Fact.POSTED, Fact.PAYOUT, Fact.LIVE),
    doubts=Fact.PAYOUT,
)
def wrong_net_or_stack_listed(table: Table, step: Event) -> Iterator[Violation]:
    """Some sites print each player's result: the stack left, chips put in and chips won."""
    for event in table.results if table.payouts else ():
        player = table.by_name[event.player]
        if event.net is not None and event.net != player.net:
            brought, net = money(table, event.net), money(table, player.net)
            yield Violation(
                "by the summary the hand brought {name} {said}; by the play it brought {net}",
                event.line,
                player,
                said=brought,
                net=net,
            )
        elif event.stack is not None and event.stack != player.start + player.net:
            stated_stack, stack = money(table, event.stack), money(table, player.start + player.net)
            yield Violation(
                "the summary says {name} is left with {said}; they have {stack}",
                event.line,
                player,
                said=stated_stack,
                stack=stack,
            )


# --- a site's words for a hand: `8,7,5,4,3`, `a pair of Fives` --------------------------------------------------------

CATEGORIES = (
    ("straight flush", "straight flush"),
    ("royal flush", "straight flush"),
    ("four of a kind", "quads"),
    ("quads", "quads"),
    ("full house", "full house"),
    ("full of", "full house"),
    ("flush", "flush"),
    ("straight", "straight"),
    ("three of a kind", "trips"),
    ("trips", "trips"),
    ("two pair", "two pair"),
    ("pair", "pair"),
)
"""Words and the category they mean; longer ones first."""

WORST_LOW = 1278
"""The rank number of A-K-Q-J-9, the worst hand without a pair."""
WHEEL = "A5432"
"""Whether a site describes this hand by its five or by its ace is not known."""
_RANKS = dict(zip(WORDS, RANKS, strict=True)) | {"deuce": "2", "sixe": "6", "10": "T"}
_RANKS |= {rank.lower(): rank for rank in RANKS if rank.isdigit()}
_LIST = re.compile(r"[2-9TJQKA]([,-][2-9TJQKA]){4}")
_HIGH_CARD = re.compile(r"high card\W{1,3}(\w+)")
_RANK = re.compile(rf"\b({'|'.join(_RANKS)})s?\b")
_NAMES = (*WORDS, "deuce", "sixe", "(?<= )high", "flush", "straight", "house", "quads", "trips", "kind", "pair")
_ENDS = re.compile(rf"(?i)\b({'|'.join(_NAMES)})s?$|(?<= )(?:[2-9]|10)$")


def is_maybe_cut_short(hand_words: str) -> bool:
    """Whether a text may have been cut short within these words: they end neither in a fifth rank nor in a name."""
    return not (_LIST.fullmatch(hand_words) or _ENDS.search(hand_words))


@lru_cache(maxsize=1 << 13)
def contradicts_rank(hand_words: str, rank_number: int) -> bool:
    """Whether the site's words cannot describe the hand with that rank number. Unknown words never contradict."""
    made = describe(rank_number)
    if _LIST.fullmatch(hand_words):
        return rank_number > WORST_LOW or hand_words[::2] not in (made.ranks, made.ranks.replace(WHEEL, "5432A"))
    lowered = hand_words.lower()
    if high := _HIGH_CARD.fullmatch(lowered):
        top = _RANKS.get(high[1], high[1].upper())
        return rank_number > WORST_LOW or top not in ("A5" if made.ranks == WHEEL else made.ranks[0])
    words, claimed = next(((words, name) for words, name in CATEGORIES if words in lowered), ("", ""))
    if not claimed:
        return False
    named = "".join(_RANKS[word] for word in _RANK.findall(lowered.replace(words, "")))
    return claimed != made.category or not _do_ranks_name_hand(made.ranks, claimed, named)


def _do_ranks_name_hand(ranks: str, category: str, named_ranks: str) -> bool:
    """Whether those ranks name a hand of that category: its paired ranks, or the highest, or the ends of a straight."""
    distinct = "".join(dict.fromkeys(ranks))
    ends = distinct[:2] if category == "two pair" else distinct[::4] if "straight" in category else ""
    return distinct.startswith(named_ranks) or named_ranks[::-1] == ends
