"""What several commands share, told once: `histparse help NAME` shows the docstring and options of a module's `run`."""
