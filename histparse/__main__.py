"""`python -m histparse`: the same as the command `histparse`."""

from histparse.cli import main

if __name__ == "__main__":
    main()
