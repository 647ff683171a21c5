"""How long a test waits for what should end by itself."""

PATIENCE = 300
"""Seconds after which a test gives up: long enough for any machine, and no measure of how fast it is."""
