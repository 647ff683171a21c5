"""A command line of every command that prints."""

from __future__ import annotations

import pkgutil

from histparse.cli import commands

LINES = (
    "check {illegal} --format jsonl",
    "parse {session}",
    "doctor {session}",
    "import {session} --db {new}",
    "stats vpip --db {db} --format parquet",
    "report --db {db}",
    "players --db {db}",
    "sessions --db {db} --format json",
    "compare Katja72 LimpLena --db {db}",
    "aliases --db {db}",
    "db info --db {db}",
    "db check --db {db}",
    "db findings --db {db} --format json",
    "db compact --db {db}",
    "db upgrade --db {db}",
    "retry --db {db}",
    "rules",
    "sites",
    "simulate --hands 100",
)
ENDLESS = {"watch"}
"""Commands that print when something happens; tests/watch has them."""
COMMANDS = {module.name.rstrip("_") for module in pkgutil.iter_modules(commands.__path__)} - ENDLESS
