"""Step 3, replay: events change a table, and every state along the way can be judged and recorded."""
