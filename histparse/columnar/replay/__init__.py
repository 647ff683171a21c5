"""The fast lane, replay: the lines of a hand one after the other, compiled, until one is not plain."""
