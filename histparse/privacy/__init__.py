"""Step 7c, privacy: hands under pseudonyms - other names and numbers, the same play."""
