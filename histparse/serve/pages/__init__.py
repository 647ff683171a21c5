"""Step 10, serve: a module for each page. It names its path, its place and name in the menu (empty: it is not there), its
template, the words of its address beside filters, and whether it is sent in pieces; `shown` gives the template its values.
"""
