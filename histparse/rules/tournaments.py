"""Step 4, rules TRN: what the summary of a tournament says must agree with itself, and with its hands.

Checked by `judging/tournaments.py`, and against hands by the queries of analytics/tournaments/against_hands.
"""

from __future__ import annotations

from histparse.model.findings import Severity, declare_rule

TRN01 = declare_rule(
    "TRN01",
    Severity.WARNING,
    "prizes add up to more than the prize pool",
    """The prizes of all places, bounties apart, are paid from the prize pool, and so is one's own. Less is no
    contradiction: not every summary lists every place, and places may be paid in tickets. Source: the summaries of
    three sites, in which both are equal to the cent. Example: a pool of $900 and prizes of $450, $270 and $190.""",
)
TRN02 = declare_rule(
    "TRN02",
    Severity.WARNING,
    "a prize is not its share of the prize pool",
    """PokerStars prints the per cent of the pool behind a prize, rounded to the digits shown. Source: real summaries,
    in which prizes are within that rounding, and a cent of the pool for each hundred thousand. Example: `$500.00 (30%)`
    of a pool of $900.""",
)
TRN03 = declare_rule(
    "TRN03",
    Severity.WARNING,
    "one's own place is not that of the list",
    """A summary says one's own place on a line of its own, and lists all players; where it names the player both are
    the same. Source: Full Tilt's summaries. Example: `Ann finished in 2nd place` below `3: Ann`.""",
)
TRN04 = declare_rule(
    "TRN04",
    Severity.WARNING,
    "a time of a tournament that cannot be",
    """A tournament ends after it has begun, and both are dates of the calendar. Nobody plays for longer than it takes,
    or into the future. Source: the order of time. Example: started at 20:00, finished at 19:10 of the same day.""",
)
TRN05 = declare_rule(
    "TRN05",
    Severity.WARNING,
    "an entry is listed twice",
    """A player has one line for each entry: the second and further ones are numbered, `name [2]`. Source: PokerStars'
    summaries of tournaments with re-entry. Example: `3: Bob (Sweden), ` and `7: Bob (Sweden), `.""",
)
TRN06 = declare_rule(
    "TRN06",
    Severity.WARNING,
    "the hands state another price",
    """The header of each hand of a tournament states what an entry costs, as the summary does. Compared is all of it,
    in one currency: some summaries state buy-in and bounty together. An amount without a fee, as in Full Tilt's titles,
    may be a part and is not compared. Found whichever came first. Source: the headers of PokerStars and Winamax.
    Example: `$10+$1` in the hands, `Buy-In: $20.00/$2.00` in the summary.""",
)
TRN07 = declare_rule(
    "TRN07",
    Severity.WARNING,
    "the hands say another place or prize",
    """The last hand of a player says in which place they finish, and what they get. Not compared where they entered
    again. Found whichever came first. Source: PokerStars' hands and summaries. Example: `Ann finished the tournament in
    3rd place` in a hand, `You finished in 2nd place` in the summary.""",
)
TRN08 = declare_rule(
    "TRN08",
    Severity.WARNING,
    "a hand was played outside of its tournament",
    """No hand begins before the tournament starts, or after it has finished, by more than a minute. Found whichever
    came first. Source: the order of time. Example: a hand at 20:31, finished at 20:04.""",
)
TRN09 = declare_rule(
    "TRN09",
    Severity.WARNING,
    "the hands tell more bounties, rebuys or add-ons",
    """The summary counts all that its player won and bought; the hands that are there may be fewer than were played, so
    they may tell less, never more. Found whichever came first. Source: the words of the summaries. Example: two
    bounties in the hands, `You collected 1 bounties` in the summary.""",
)
TRN10 = declare_rule(
    "TRN10",
    Severity.WARNING,
    "more players are listed than played",
    """The summary says how many played, and lists them: without further entries, never more. Source: the summaries of
    two sites. Example: `5 players` above a list of six.""",
)
TRN11 = declare_rule(
    "TRN11",
    Severity.WARNING,
    "a place that cannot be",
    """Places are counted from 1 to the number of entries: as many as the summary says, lists, or has in the prize pool.
    Source: the summaries of three sites. Example: `You finished in 12th place` of nine.""",
)
TRN12 = declare_rule(
    "TRN12",
    Severity.WARNING,
    "a place is missing, or given twice",
    """PokerStars gives each entry a place of its own, those still playing the first ones. Not checked at other sites,
    where players share places and lists have gaps, nor below a line that is not read. Source: 14 of 14 real lists.
    Example: `2: Ann` and `4: Bob` without a third place.""",
)
TRN13 = declare_rule(
    "TRN13",
    Severity.WARNING,
    "a sum is not price times number",
    """What one paid for further entries is their number times the price. The prize pool is at least what all entries,
    rebuys and add-ons paid into it; the house may add to it. Where PokerStars states no bounty it may be part of the
    buy-in: a quarter of it is enough there. Source: the summaries of three sites. Example: nine entries at $10 and a
    pool of $9.""",
)
TRN14 = declare_rule(
    "TRN14",
    Severity.WARNING,
    "one player bought more than all together",
    """Rebuys and add-ons of the player whose summary it is are among those of all. Source: the words of Full Tilt's and
    Winamax's summaries. Example: `Your rebuys : 12` above `Total rebuys : 6`.""",
)
TRN15 = declare_rule(
    "TRN15",
    Severity.WARNING,
    "a price in two currencies",
    """Buy-in, bounty and fee are paid in one currency. No price is stored. Source: the summaries of three sites.
    Example: `Buy-In: $10.00/€1.00`.""",
)
AGAINST_HANDS = (TRN06, TRN07, TRN08, TRN09)
"""What a summary is told that contradicts its hands."""
