"""Step 6e, file: imports into a database file - rows added, kept and removed in one transaction."""
