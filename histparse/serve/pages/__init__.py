"""Step 10, serve: a module for each page; `template_values` gives its template the values.

It names its path, its word in the bar and its tab under that word (empty: other pages lead to it), its place among
them, its template, the words of its address beside filters, and whether it is sent in pieces, as pages are that take
long to count: these wait for each other.
"""
