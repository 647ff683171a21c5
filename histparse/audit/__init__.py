"""Audit: whether many hands together were dealt as chance deals, and played as strangers play."""
