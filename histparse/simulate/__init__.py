"""The dealer: random hands, legal by a house's rules, recorded as a site's text would print them.

It shares no code with the replay and the rules: each tests the other.
"""

from histparse.simulate.session import deal_hands
from histparse.simulate.settings import Level, Rake, Settings, Stakes, Style

__all__ = ["Level", "Rake", "Settings", "Stakes", "Style", "deal_hands"]
