"""Step 8, report: the files a report can be written to, one module for each kind.

Its `files` gives what is to be written where, and nothing is written yet: a report is in all its files or in none.
"""
