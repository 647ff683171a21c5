"""Databases of sample hands and of dealt ones, made as the Python interface makes them."""

from __future__ import annotations

from pathlib import Path

from histparse import Store
from histparse.simulate import Settings, deal_hands
from tests.dealer.writing import write


def import_into(database_path: Path, *files: Path) -> Path:
    """Import the files into the database at that path, and return the path."""
    with Store(database_path) as store:
        store.import_files(files)
    return database_path


def deal_into(database_path: Path, *settings: Settings) -> Path:
    """Import the hands dealt with these settings, all of them new, into the database at that path; returns the path."""
    texts = [write(hand) for dealt in settings for hand in deal_hands(dealt)]
    with Store(database_path) as store:
        assert store.import_text("".join(texts)).stored == len(texts)
    return database_path
