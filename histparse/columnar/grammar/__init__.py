"""The fast lane, asking: what the site's grammar makes of each new shape of a line, and of each new kind of header."""
