"""Step 6c, database: a DuckDB file - opened, checked, and refused with one clear sentence if it is not ours."""
