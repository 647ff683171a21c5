"""Hands that break exactly one rule, on purpose: the proof of the judge, who is not asked what is illegal.

A legal hand is dealt with open cards, one thing in it is spoiled, and the dealer plays on from there, so that the
chips, the cards and the summary agree with what was done. A module for each family of codes, found by its place here;
a small function for each way to break a rule.
"""

from histparse.simulate.violations.contract import Broken
from histparse.simulate.violations.make import codes, make, ways

__all__ = ["Broken", "codes", "make", "ways"]
