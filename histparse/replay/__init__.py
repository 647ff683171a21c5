"""Step 3, replay: events change a table, and every state on the way can be judged and recorded."""
