"""Step 8, report: the player's report as one self-contained web page."""
