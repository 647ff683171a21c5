"""Beside step 6, watch: imports hands as the site's client writes them. Looks, decides what is ready, imports it."""
