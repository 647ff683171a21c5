"""A command line of every command that prints."""

from __future__ import annotations

from histparse.cli.commands import MODULES

LINES = (
    "check {illegal} --format jsonl",
    "parse {session}",
    "doctor {session}",
    "import {session} --db {new}",
    "start --folder {session} --yes --db {new}",
    "stats vpip --db {db} --format parquet",
    "report --db {db}",
    "players --db {db}",
    "results --db {db}",
    "sessions --db {db} --format json",
    "tournaments --db {db}",
    "compare Katja72 LimpLena --db {db}",
    "aliases --db {db}",
    "tags list --db {db}",
    "tags export --db {db}",
    "audit deal --db {db}",
    "audit play --db {db}",
    "db info --db {db}",
    "db check --db {db}",
    "db findings --db {db} --format json",
    "db compact --db {db}",
    "db upgrade --db {db}",
    "retry --db {db}",
    "publish {new} --db {db}",
    "rules",
    "hands --stat vpip --db {db} --format csv",
    "show {session}:1",
    "query SELECT(1) --db {db} --format json",
    "equity 2347 --draws 1",
    "draw J8653 --against 2347",
    "chart pat-or-break --pat J8653 --against 2347",
    "river 98765 2347 --pot 6",
    "street 98765 2347 --pot 6",
    "leaks --db {db}",
    "notes Katja72 --db {db}",
    "export --db {db} --format jsonl -o -",
    "convert {session} --to oneline -o -",
    "anonymise {session} -o -",
    "sites",
    "simulate --hands 100",
)
ELSEWHERE = {"watch", "serve"}
"""They print when something happens: tests/watch and tests/serve have them."""
COMMANDS = {*MODULES} - ELSEWHERE
