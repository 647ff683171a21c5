"""Chances of draws and the worth of known cards, by counting. Knows cards and their ranking, nothing else."""
