"""Audit, deal: the tests of what chance must look like, a module each; they are found by their names.

A module has `measure`, which takes what was dealt and returns what it found, or raises TooFewError. The first line of
its docstring says what it tests.
"""
