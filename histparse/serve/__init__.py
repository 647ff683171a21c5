"""Step 10, serve: a page of your own machine over a database - players, reports, hands and the replayer."""
