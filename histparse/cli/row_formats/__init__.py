"""How rows are written: one module per format, found by its file name; its `write` takes a frame."""
