"""The pages of the docs, and the script that writes some of them from the code."""
