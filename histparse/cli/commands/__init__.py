"""The commands: a table of them; the function `run_NAME` of the module that it names is the command."""

from __future__ import annotations

PANELS = {
    "Start": {"import": "importing", "serve": "playing", "start": "playing", "watch": "playing"},
    "Look": {
        "compare": "players",
        "hands": "hands",
        "players": "players",
        "query": "hands",
        "report": "report",
        "results": "results",
        "sessions": "players",
        "show": "show",
        "stats": "stats",
        "tournaments": "players",
    },
    "Study": {
        "chart": "chart",
        "draw": "odds",
        "equity": "odds",
        "leaks": "coaching",
        "notes": "coaching",
        "river": "solving",
        "street": "solving",
    },
    "Check": {
        "audit": "audit",
        "check": "checking",
        "doctor": "checking",
        "parse": "checking",
        "rules": "catalogues",
        "sites": "catalogues",
    },
    "Share": {"anonymise": "sharing", "convert": "sharing", "export": "sharing", "simulate": "sharing"},
    "Operate": {"aliases": "players", "db": "db", "publish": "db", "retry": "importing", "tags": "tags"},
}
"""The commands with their modules, by their panels on the help page, from the first to the rarest."""
GROUPS = {
    "audit": ("deal", "evidence", "play"),
    "chart": ("pat-or-break",),
    "db": ("check", "compact", "findings", "info", "upgrade"),
    "tags": ("export", "import", "list"),
}
"""Commands that have commands of their own, which are in the same module."""
MODULES = {name: module for panel in PANELS.values() for name, module in panel.items()}
