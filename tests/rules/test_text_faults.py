"""Faults made in the lines of legal hands, at every site whose text can show them: one finding, on the wrong line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import islice, pairwise

import pytest

from histparse.model import events as ev
from histparse.model.hand import Hand
from histparse.model.ranking import WORST, strength
from histparse.replay.players import Player
from tests.conftest import SOAK
from tests.dealer.writing import sites
from tests.parsing.reading import read_hand
from tests.rules.altering import find_without_notes, judge_as_site, texts

Wrong = tuple[list[str], int]
"""The lines of a broken hand, and the number of the one that is wrong."""
Fault = Callable[[list[str], Hand], Iterator[Wrong]]


HANDS, MOST = (400, 200) if SOAK else (30, 6)
"""Legal hands of each game that are tried, and broken ones that are judged."""
GAMES = ("ring", "callers", "short", "heads-up")
ALL = frozenset(sites())
NAMED = ALL - {"phh"}
"""Sites whose lines say one thing each."""


def paid_twice(lines: list[str], hand: Hand) -> Iterator[Wrong]:
    """A payout has its line twice."""
    results = {result.line for result in ev.of_type(hand.events, ev.Result)}
    for paid in ev.of_type(hand.events, ev.Collect):
        if paid.line not in results:
            yield [*lines[: paid.line], lines[paid.line - 1], *lines[paid.line :]], paid.line + 1


def dealt_in_another_order(lines: list[str], hand: Hand) -> Iterator[Wrong]:
    """Two players get their cards in the wrong order."""
    for first, second in pairwise(ev.of_type(hand.events, ev.Receive)):
        if second.line == first.line + 1 and first.player != second.player:
            exchanged = [lines[first.line], lines[first.line - 1]]
            yield [*lines[: first.line - 1], *exchanged, *lines[second.line :]], first.line


def bets_after_all_have_checked(lines: list[str], hand: Hand) -> Iterator[Wrong]:
    """All check, and then somebody bets, whom nobody answers, or somebody folds."""
    bets: list[ev.Bet | ev.Wager] = [event for event in ev.of_type(hand.events, ev.Wager) if event.to is not None]
    bets += ev.of_type(hand.events, ev.Bet)
    by_player = {bet.player: lines[bet.line - 1] for bet in bets}
    rounds = [
        place
        for place, event in enumerate(hand.events)
        if isinstance(event, ev.DrawBegins | ev.ShowdownBegins | ev.SummaryBegins)
    ]
    for begin, end in pairwise(rounds):
        acts = [event for event in hand.events[begin:end] if isinstance(event, ev.ACTS)]
        if len(acts) > 1 and all(_is_check(act) for act in acts):
            for bettor in (acts[0].player, acts[-1].player):
                if bettor in by_player:
                    last = acts[-1].line
                    yield [*lines[:last], by_player[bettor], *lines[last:]], last + 1


def _is_check(act: ev.Event) -> bool:
    return isinstance(act, ev.Check) or (isinstance(act, ev.Wager) and act.to is None and act.added is None)


def seat_beyond_the_table(lines: list[str], hand: Hand) -> Iterator[Wrong]:
    """A seat line has a number that the table does not have, and perhaps the summary too."""
    size = hand.table.seats
    for seat in hand.seats if size else ():
        number = f"{seat.seat}"
        wrong = list(lines)
        wrong[seat.line - 1] = re.sub(rf'(?<=Seat ){number}(?=:)|(?<=seat="){number}(?=")', "9", lines[seat.line - 1])
        yield wrong, seat.line
        everywhere = [re.sub(rf"^Seat {number}:", "Seat 9:", line) for line in wrong]
        if everywhere != wrong:
            yield everywhere, seat.line


def draw_called_the_fourth(lines: list[str], hand: Hand) -> Iterator[Wrong]:
    """A heading names a draw that no hand has."""
    for begins in ev.of_type(hand.events, ev.DrawBegins):
        wrong = re.sub("FIRST|SECOND|THIRD", "FOURTH", re.sub(r"\d(ST|ND|RD)", "4TH", lines[begins.line - 1]))
        yield [*lines[: begins.line - 1], wrong, *lines[begins.line :]], begins.line


def pot_goes_to_a_loser(lines: list[str], hand: Hand) -> Iterator[Wrong]:
    """A pot goes to somebody who shows a worse hand in it, perhaps with the words for the winner's."""
    table = judge_as_site(hand).table
    results = {result.line for result in table.results}
    for paid in table.payouts:
        pots = table.pots() if table.hand.reading.merges_pots else table.pots()[paid.pot or 0 :][:1]
        paid_for_pot = sum(payout.pot == paid.pot for payout in table.payouts)
        is_alone = paid_for_pot == 1 and len(table.pots()) == len(table.payouts)
        winner = table.by_name[paid.player]
        for loser in (player for pot in pots for player in pot.contenders):
            is_worse = (strength(loser.shown) or 0) > (strength(winner.shown) or WORST)
            if is_alone and is_worse and paid.line not in results:
                wrong = [*lines]
                wrong[paid.line - 1] = _pay_instead(loser, winner, lines[paid.line - 1])
                yield wrong, paid.line


def _pay_instead(loser: Player, winner: Player, line: str) -> str:
    if f'player="{winner.seat}"' in line:
        return line.replace(f'player="{winner.seat}"', f'player="{loser.seat}"')
    return line.replace(winner.name, loser.name, 1)


def words_of_another_hand(lines: list[str], hand: Hand) -> Iterator[Wrong]:
    """A hand is called by the words for another that stands elsewhere in the text."""
    by_line = {event.line: str(words) for event in hand.events if (words := getattr(event, "says", None))}
    for line, words in by_line.items():
        for wrong in sorted({*by_line.values()} - {words}):
            if lines[line - 1].count(words) == 1:
                yield [*lines[: line - 1], lines[line - 1].replace(words, wrong), *lines[line:]], line


FAULTS: list[tuple[Fault, str, frozenset[str]]] = [
    (paid_twice, "POT02", NAMED),
    (dealt_in_another_order, "DRW01", frozenset({"fulltilt", "phh"})),
    (bets_after_all_have_checked, "BET09", ALL),
    (seat_beyond_the_table, "TBL04", frozenset({"fulltilt", "merge", "pokerstars", "winamax"})),
    (draw_called_the_fourth, "DRW07", NAMED),
    (pot_goes_to_a_loser, "SHD02", NAMED),
    (words_of_another_hand, "SHD05", NAMED - {"kingsclub"}),
]
"""What is wrong, the code to be found, and the sites whose text can show it."""


@pytest.mark.parametrize(
    ("fault", "code", "site"), [(fault, code, site) for fault, code, showing in FAULTS for site in sorted(showing)]
)
def test_one_finding_stands_on_the_line_that_is_wrong(fault: Fault, code: str, site: str) -> None:
    hands = list(islice(broken(fault, site), MOST))
    assert len(hands) >= 3
    for lines, wrong_line, heading in hands:
        text = "\n".join(lines)
        findings = find_without_notes(text, site, heading)
        assert [(finding.code, finding.line) for finding in findings] == [(code, wrong_line)], text


def broken(fault: Fault, site: str) -> Iterator[tuple[list[str], int, str]]:
    """Broken hands of all games, with the heading above each."""
    for name in GAMES:
        for heading, text in texts(site, name, HANDS, seed=8):
            hand = read_hand(text, site, heading)
            yield from ((*wrong, heading) for wrong in islice(fault(text.split("\n"), hand), 4))
