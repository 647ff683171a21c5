"""The fast lane, scanning: a line of bytes - its name, numbers and cards, and the shape that is left."""
