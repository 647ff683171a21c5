"""Step 7b, view: one hand as a web page with a replayer."""
