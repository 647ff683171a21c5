"""How hands are written into a file: one module per format, found by its file name; its `write` takes a selection.

Every site whose text can be written is a format too, see `api/outgoing.py`.
"""
