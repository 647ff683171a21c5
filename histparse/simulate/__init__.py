"""The dealer: random hands, legal by a house's rules, written down as a site's text would tell them.

It shares no code with the replay and the rules: each is the other's test.
"""

from histparse.simulate.session import deal_hands
from histparse.simulate.settings import Level, Rake, Settings, Stakes
from histparse.simulate.styles import Style

__all__ = ["Level", "Rake", "Settings", "Stakes", "Style", "deal_hands"]
