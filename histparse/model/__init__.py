"""The vocabulary of the game, which every step uses and which uses none: cards, money, events, hands, findings."""
