"""Step 6b, rows: judged hands as whole columns of the database's tables, a batch at a time."""
