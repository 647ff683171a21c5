"""The commands: a table of them; the function `run_NAME` of the module that it names is the command."""

from __future__ import annotations

PANELS = {
    "Start": {
        "import": ("importing", "Store new hands in a database."),
        "serve": ("playing", "Show a database in your browser."),
        "start": ("playing", "Find your hand histories, import them and show them."),
        "watch": ("playing", "Import hands as the site's client writes them."),
    },
    "Look": {
        "compare": ("players", "Show every rate of two players side by side."),
        "hands": ("hands", "List the hands behind a figure."),
        "players": ("players", "Show all players with what they won, by currency."),
        "query": ("hands", "Show the rows of an SQL query."),
        "report": ("report", "Show how a player plays, compared with opponents."),
        "results": ("results", "Show what a player won, and what more hands may bring."),
        "sessions": ("players", "Show a player's sessions."),
        "show": ("show", "Show a hand at a glance, and what is wrong with it."),
        "stats": ("stats", "Show a statistic of a player compared with all players."),
        "tournaments": ("players", "List tournaments with what they cost and brought."),
    },
    "Study": {
        "chart": ("chart", "Show tables of many hands against many draws."),
        "draw": ("odds", "Rank the 32 ways to draw to a hand."),
        "equity": ("odds", "Show how often each of several hands or ranges wins."),
        "leaks": ("coaching", "Show what a player's mistakes cost."),
        "notes": ("coaching", "Say how somebody plays, and how to beat them."),
        "river": ("solving", "Solve a fixed-limit river."),
        "street": ("solving", "Solve the last two betting rounds and the draw between."),
    },
    "Check": {
        "audit": ("audit", "Is the game fair? Tests of the deal and of the play."),
        "check": ("checking", "Judge hands against the rules of their house."),
        "doctor": ("checking", "Explain how files are read."),
        "parse": ("checking", "Print the typed events of each hand as JSON."),
        "rules": ("catalogues", "List the rules, or explain one."),
        "sites": ("catalogues", "Show which lines of each site are understood."),
    },
    "Share": {
        "anonymise": ("sharing", "Write hands under pseudonyms."),
        "convert": ("sharing", "Write the hands of files in another format."),
        "export": ("sharing", "Write hands of a database into a file."),
        "simulate": ("sharing", "Deal legal hands and write them in a site's text."),
    },
    "Operate": {
        "aliases": ("players", "Merge accounts of one person."),
        "db": ("db", "Look after a database."),
        "publish": ("db", "Publish a copy of a database as Delta tables."),
        "retry": ("importing", "Try the hands set aside again."),
        "tags": ("tags", "List, export and import stars, tags and notes."),
    },
}
"""By panel of the help page, from the first to the rarest: each command's module, and what the page says of it."""
GROUPS = {
    "audit": ("deal", "evidence", "play"),
    "chart": ("pat-or-break",),
    "db": ("check", "compact", "findings", "info", "upgrade"),
    "tags": ("export", "import", "list"),
}
"""Commands that have commands of their own, which are in the same module."""
MODULES = {name: module for panel in PANELS.values() for name, (module, _) in panel.items()}
