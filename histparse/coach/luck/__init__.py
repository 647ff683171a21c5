"""Coach, luck: what a player's own cards brought beyond what they bring on average, and results without it."""
