"""Step 8, report: the player's report on paper, set by Typst."""
