"""The fast lane, rows: what was recorded of plain hands, as columns of all tables."""
