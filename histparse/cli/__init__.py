"""The command line: lets the steps do what is asked and prints what they give. It decides nothing itself."""

from histparse.cli.app import main

__all__ = ["main"]
