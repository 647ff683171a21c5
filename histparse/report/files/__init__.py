"""Step 8, report: the files a report can be written to, one module per kind.

Its `files` returns what to write where but writes nothing: a report is written to all its files or to none.
"""
