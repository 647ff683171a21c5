"""Step 6g, upkeep: what is done to a whole database - looked at, checked, compacted, upgraded, retried."""
