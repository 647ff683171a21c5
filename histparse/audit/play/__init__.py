"""Audit, play: what partners may do for each other, a module each; they are found by their names.

A module says the `SIGN` that its figure gets if the players of a pair change places, which `SIDE` speaks for partners,
and what else `EXPLAINS` it. Its query of the same name in analytics/audit/play has a row for each hand (or hour) and
pair: `hand_key`, the players `first` and `second`, the figure `x`, and the `w` opportunities of which it is the sum.
"""
