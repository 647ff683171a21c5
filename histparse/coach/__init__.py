"""Coach: what could be played better - rivers solved."""
