"""Step 2, parsing: turns the text of a hand into typed events, by the grammar and the dialect of its site."""
