"""The vocabulary of the game, used by every step and using none: cards, money, events, hands, findings."""
