"""The fast lane: hands in which nothing is out of the ordinary become rows without an object for each line."""
