"""Step 6a, observe: what only the table knows while a hand is replayed, recorded in columns."""
