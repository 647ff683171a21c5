"""PHH: a hand in this notation, as its specification wants it."""
