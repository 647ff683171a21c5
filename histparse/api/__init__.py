"""The Python interface to the steps, exported by `import histparse`.

Like the command line it is thin: it accepts convenient arguments, reports errors at once, and calls the steps.
"""
