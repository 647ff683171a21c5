"""Step 6e, importing: hands come into a database - rows added, replaced and removed in one transaction."""
