"""Step 10, serve: a module for each page; `shown` gives its template the values.

It names its path, its name in the menu (empty: it is not there) and place, its template, the words of its address
beside filters, and whether it is sent in pieces, as pages are that take long to count: these wait for each other.
"""
