"""Step 6f, publishing: a copy of a database as Delta tables, written by one process and read by anybody."""
