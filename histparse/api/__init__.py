"""The Python interface: what the steps do, as a program asks for it. `import histparse` shows it.

Like the command line it is thin: it takes what people write, finds errors at once, and lets the steps do the work.
"""
