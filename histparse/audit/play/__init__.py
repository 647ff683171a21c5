"""Audit, play: what partners may do for each other, a module each; they are found by their names.

A module says the `SIGN` that its figure gets if the players of a pair change places, or 0 if the first of them acts and
the second bears it; which `SIDE` speaks for partners, the `UNIT` of its opportunities, and what else `EXPLAINS` it. Its
query of the same name in analytics/audit/play has a row for each hand (or hour) and pair: `hand_key`, the players'
numbers `first` and `second`, the figure `x`, its weight `w`, of how many opportunities, `n`, it was `done`, if that can
be counted. If one of them acts, there is a row for each act instead, and its spot: `beyond_habit` makes the figure.
"""
