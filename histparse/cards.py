"""x"""
from typing import NewType
Card = NewType("Card", str)
Cards = tuple[Card, ...]
