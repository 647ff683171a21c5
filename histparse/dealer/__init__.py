"""The dealer: random hands, legal by a house's rules, written down as a site's text would tell them.

It shares no code with the replay and the rules: each is the other's test.
"""

from histparse.dealer.session import deal_hands
from histparse.dealer.settings import Level, Rake, Settings, Stakes
from histparse.dealer.styles import Style

__all__ = ["Level", "Rake", "Settings", "Stakes", "Style", "deal_hands"]
