"""Step 6c, write: the database file, and the rows added to it, kept and removed."""
