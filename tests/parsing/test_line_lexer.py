"""The lexer by itself, on a grammar of three lines."""

from __future__ import annotations

from lark.lexer import PatternRE, TerminalDef

from histparse.parsing.line_lexer import LONGEST, Line, LineLexer

PLAYER = "(?P<player>.{1,100}?)"
TERMINALS = {
    "FOLD": rf"{PLAYER}: folds(?: \[(..)\])?",
    "DEAL": rf"Dealt to {PLAYER} \[(..)\](?: \[(..)\])?",
    "LEAVE": rf"{PLAYER} leaves",
    "HEADING": r"\*\*\* (FIRST|SECOND) DRAW \*\*\*",
}


def lexer() -> LineLexer:
    terminals = [TerminalDef(name, PatternRE(pattern)) for name, pattern in TERMINALS.items()]
    return LineLexer(terminals, ["LEAVE"])


def read(text: str, *names: str) -> tuple[str, str | None, tuple[str | None, ...]] | None:
    index: dict[str, list[str]] = {}
    for name in sorted(names, key=len, reverse=True):
        index.setdefault(name[0], []).append(name)
    reading = lexer().read(text, index)
    return reading and (reading[0].terminal, reading[1], reading[0].pieces)


def test_a_line_without_a_player() -> None:
    assert read("*** FIRST DRAW ***", "Bob") == ("HEADING", None, ("FIRST",))


def test_pieces_come_in_the_order_of_the_line_and_absent_ones_are_none() -> None:
    assert read("Bob: folds", "Bob") == ("FOLD", "Bob", (None,))
    assert read("Bob: folds [Ks]", "Bob") == ("FOLD", "Bob", ("Ks",))
    assert read("Dealt to Bob [Ks] [2c]", "Bob") == ("DEAL", "Bob", ("Ks", "2c"))


def test_the_longest_known_name_is_meant() -> None:
    assert read("Bob: folds: folds", "Bob", "Bob: folds") == ("FOLD", "Bob: folds", (None,))
    assert read("Bob: folds", "Bob", "Bob: folds") == ("FOLD", "Bob", (None,))
    assert read("Dealt to Bob [9h] [Ks] [2c]", "Bob", "Bob [9h]") == ("DEAL", "Bob [9h]", ("Ks", "2c"))


def test_a_name_may_look_like_any_line() -> None:
    assert read("Dealt to: folds", "Dealt to") == ("FOLD", "Dealt to", (None,))
    assert read("*** FIRST DRAW ***: folds", "*** FIRST DRAW ***") == ("FOLD", "*** FIRST DRAW ***", (None,))
    assert read("*** FIRST DRAW ***", "*") == ("HEADING", None, ("FIRST",))


def test_of_strangers_the_harmless_reading_comes_first() -> None:
    assert read("x: folds leaves", "Bob") == ("LEAVE", "x: folds", ())
    assert read("x: folds", "Bob") == ("FOLD", "x", (None,))


def test_a_known_name_at_the_start_of_a_strangers_is_not_enough() -> None:
    assert read("Bobby leaves", "Bob") == ("LEAVE", "Bobby", ())


def test_an_unknown_line() -> None:
    assert read("Bob jumps", "Bob") is None
    assert read("x" * (LONGEST + 1) + " leaves") is None


def parts(text: str, terminal: str, player: str | None) -> tuple[str | None, list[str | None]]:
    places = lexer().find_places(text, terminal, player)
    assert places is not None
    [player_part, *pieces] = (place and text[slice(*place)] for place in (places.player, *places.pieces))
    return player_part, pieces


def test_the_parts_of_a_line_are_where_they_stand() -> None:
    assert parts("Bob: folds", "FOLD", "Bob") == ("Bob", [None])
    assert parts("Dealt to Bob [9h] [Ks] [2c]", "DEAL", "Bob [9h]") == ("Bob [9h]", ["Ks", "2c"])
    assert parts("Dealt to Bob [9h] [Ks]", "DEAL", "Bob") == ("Bob", ["9h", "Ks"])
    assert parts("Dealt to: folds [2c]", "FOLD", "Dealt to") == ("Dealt to", ["2c"])
    assert parts("x: folds leaves", "LEAVE", "x: folds") == ("x: folds", [])
    assert parts("*** FIRST DRAW ***", "HEADING", None) == (None, ["FIRST"])
    assert parts("a: folds [Ks]", "FOLD", "a") == ("a", ["Ks"])
    assert lexer().find_places("Bob jumps", "FOLD", "Bob") is None


def test_shapes_are_remembered_without_their_names() -> None:
    shared = lexer()
    first = shared.read("Bob: folds", {"B": ["Bob"]})
    second = shared.read("Al: folds", {"A": ["Al"]})
    assert first is not None
    assert second is not None
    assert first[0] is second[0]
    assert isinstance(first[0], Line)
