"""What is measured: one module per stage, so that each loads only what it needs. Its function `run` takes the file.

If it has a function `prepare`, that takes the file, is not measured, and returns what `run` takes. A text that `run`
returns stands beside the figures. HANDS: only so many of the file.
"""
