"""Step 6f, upkeep: what is done to a whole database - looked at, checked, compacted, upgraded, retried."""
