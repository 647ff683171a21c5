"""How fast each step is, measured side by side."""
