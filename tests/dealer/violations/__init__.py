"""Hands that break exactly one rule on purpose: the test of the judge, which is not involved in making them.

A legal hand is dealt with open cards, one thing in it is altered, and the dealer plays on from there, so chips, cards
and summary agree with the alteration. There is a module for each family of codes, found by being here, and a small
function for each way to break a rule.
"""

from tests.dealer.violations.contract import Broken
from tests.dealer.violations.make import codes, make, ways

__all__ = ["Broken", "codes", "make", "ways"]
