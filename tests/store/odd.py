"""Deliberately odd hands: legal or not, they can be read, and something in them exceeds anything real."""

from __future__ import annotations


def hand(number: int, *, raises: int = 1, reshuffles: int = 0, stack: int = 5_000) -> str:
    """A hand of two players who do nothing but raise, until one of them folds; the stacks in dollars.

    Each is played at a table of its own, for their stacks are no session's.
    """
    acts = [f"{('Ann', 'Bob')[turn % 2]}: raises $0.10 to ${(turn + 2) / 10:.2f}" for turn in range(raises)]
    winner, loser = ("Ann", "Bob") if raises % 2 else ("Bob", "Ann")
    pot = f"${raises / 5:.2f}"
    ends = {winner: f"collected ({pot})", loser: "folded before the Draw"}
    return "\n".join(
        [
            f"PokerStars Hand #{number}:  Triple Draw 2-7 Lowball Limit ($0.10/$0.20 USD) - 2013/02/04 14:00:00 ET",
            f"Table 'Calypso {number}' 6-max Seat #1 is the button",
            f"Seat 1: Ann (${stack} in chips)",
            f"Seat 2: Bob (${stack} in chips)",
            "Ann: posts small blind $0.05",
            "Bob: posts big blind $0.10",
            "*** DEALING HANDS ***",
            *["The deck is reshuffled"] * reshuffles,
            *acts,
            f"{loser}: folds",
            f"Uncalled bet ($0.10) returned to {winner}",
            f"{winner} collected {pot} from pot",
            f"{winner}: doesn't show hand",
            "*** SUMMARY ***",
            f"Total pot {pot} | Rake $0",
            f"Seat 1: Ann (button) (small blind) {ends['Ann']}",
            f"Seat 2: Bob (big blind) {ends['Bob']}",
            *[""] * 3,
        ]
    )
