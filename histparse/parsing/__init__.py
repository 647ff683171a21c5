"""Step 2, parsing: the text of a hand to typed events, by the grammar and the dialect of its site."""
