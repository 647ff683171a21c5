"""How fast each step is."""
