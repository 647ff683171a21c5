"""Step 4, rules: neighbouring hands of a table - what a hand may not say after the one before it.

They need more than one hand, so `judging/neighbours.py` checks them, not the engine.
"""

from __future__ import annotations

from histparse.model.findings import Severity, declare_rule

SEQ01 = declare_rule(
    "SEQ01",
    Severity.WARNING,
    "a stack is not what the hand before left",
    """Chips do not leave a table while their owner stays. In a cash game they may be added between two hands; in a
    tournament only a rebuy or an add-on does that, which is a note. Checked where a player sits in two hands of a table
    at most ten minutes apart, with none missing in between. Sources: table stakes; 303 of 309 neighbouring real hands.
    Example: $14 left, and $9.50 in the next hand.""",
)
SEQ02 = declare_rule(
    "SEQ02",
    Severity.WARNING,
    "time goes back from one hand to the next",
    """A site numbers its hands in ascending order: of two hands at a table the one with the higher number is the later
    one. Clocks going back an hour in autumn are no fault. Sources: reason. Example: hand 1002 begins two minutes before
    hand 1001.""",
)
SEQ03 = declare_rule(
    "SEQ03",
    Severity.NOTE,
    "hands seem to be missing",
    """Between two hands of a table most stacks have changed, or the button has skipped somebody and a stack has
    changed: hands in between are missing. Nothing else is reported of such a pair. Sources: reason. Example: a part of
    a session, or a mix without its other games.""",
)
SEQ04 = declare_rule(
    "SEQ04",
    Severity.NOTE,
    "the button did not go to the next seat",
    """After a hand the button goes to the next seat that was occupied in it, even if its player has left since (a dead
    button), or to the next player still there. Sources: rule pages; 33 of 33 real hands. Example:
    seat 3 has the button twice in a row.""",
)
