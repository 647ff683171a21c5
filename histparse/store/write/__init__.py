"""Step 6c, write: the database file, and what goes into it, stays and leaves."""
