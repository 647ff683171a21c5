"""Step 4, rules: one module per family of codes; a rule is one small function. Adding a rule is writing one.

The codes SYN, which reader and parser report before there is a hand to judge, are declared in `model/text_codes.py`.
"""
