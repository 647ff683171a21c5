"""What holds for the grammar and the dialect of every site; failures say what to do."""

from __future__ import annotations

import re
from collections.abc import Iterator
from inspect import signature

import pytest
from lark.lexer import TerminalDef

from histparse.parsing import coverage
from histparse.parsing.dialects.base import NO_MATCH, Dialect, Lines, dialects
from histparse.parsing.grammar import Grammar, GrammarError, hand_grammar, load_grammar
from histparse.parsing.parser import SUMMARY
from histparse.parsing.summaries.base import summaries
from histparse.system.files import data_folder

GRAMMARS = sorted({file.stem for file in data_folder("grammars").glob("*.lark")} - {"pieces"})
KINDS: dict[str, type[Lines]] = {kind.grammar_name(): kind for kind in (*dialects().values(), *summaries().values())}
"""By the names of their grammars."""
SITES = [site for site in sorted(dialects()) if site in GRAMMARS]
READ = [name for name in sorted(KINDS) if name in GRAMMARS]


def lines(name: str) -> Iterator[TerminalDef]:
    """The terminals of that grammar that a dialect has methods for."""
    lark = load_grammar(name)
    return (terminal for terminal in lark.terminals if terminal.name not in lark.lexer_conf.ignore)


def test_dialects_are_found_by_themselves() -> None:
    assert "pokerstars" in dialects()


@pytest.mark.parametrize("name", GRAMMARS)
def test_every_grammar_has_a_dialect(name: str) -> None:
    site = name.removesuffix("_summary")
    folder, kind = ("dialects", "Dialect") if name == site else ("summaries", "SummaryDialect")
    assert name in KINDS, (
        f"grammars/{name}.lark has no dialect: write histparse/parsing/{folder}/{site}.py, "
        f'with a subclass of {kind} whose `site` is "{site}"'
    )


@pytest.mark.parametrize("site", dialects())
def test_every_dialect_has_a_grammar(site: str) -> None:
    kind = dialects()[site]
    assert site in GRAMMARS, f"the dialect {kind.__module__} has no grammar: write grammars/{site}.lark"
    assert kind.__module__.rpartition(".")[2] == site, f"its module should be histparse/parsing/dialects/{site}.py"


@pytest.mark.parametrize("site", SITES)
def test_every_dialect_says_how_its_hands_begin(site: str) -> None:
    kind = dialects()[site]
    assert {kind.opening, kind.whole} != {NO_MATCH}, (
        f"nobody finds the hands of {site}: {kind.__name__}.opening is the pattern that their first line begins with"
    )


@pytest.mark.parametrize("site", summaries())
def test_every_dialect_of_summaries_has_a_grammar(site: str) -> None:
    assert f"{site}_summary" in GRAMMARS, f"write grammars/{site}_summary.lark"
    assert summaries()[site].__module__.rpartition(".")[2] == site, (
        f"it should be histparse/parsing/summaries/{site}.py"
    )
    assert SUMMARY in dialects()[site].other_texts, f"{dialects()[site].__name__}.other_texts says how they begin"


@pytest.mark.parametrize("site", READ)
def test_every_line_has_a_method(site: str) -> None:
    for terminal in lines(site):
        name = f"read_{terminal.name.lower()}"
        method = getattr(KINDS[site], name, None)
        assert method, f"grammars/{site}.lark has {terminal.name}: {KINDS[site].__module__} needs `{name}`"
        groups = re.compile(terminal.pattern.to_regexp()).groups
        _, _, *pieces = signature(method).parameters.values()
        is_open = any(piece.kind is piece.VAR_POSITIONAL for piece in pieces)
        least = sum(piece.default is piece.empty and piece.kind is not piece.VAR_POSITIONAL for piece in pieces)
        most = groups if is_open else len(pieces)
        assert least <= groups <= most, (
            f"{terminal.name} has {groups} pieces, the player being one, and `{name}` takes {len(pieces)}"
        )


_GROUP = re.compile(r"(?<!\\)\((?:(?!\?)|\?P<player>)(?:[^()\\]|\\.)*\)")
"""A group whose letters are passed on, without groups in it."""
_LISTED = re.compile(r"(?<!\\)\[[^^\]][^\]]*\]")
_ANYTHING = re.compile(r"(?<!\\)(?:\.|\\[SwDW]|\[\^)")
_ENDING = re.compile(r"\\d\{1,9\}\)\\w\\w|\\d\+\\w\\w")
"""The end of `3rd`."""


@pytest.mark.parametrize("site", SITES)
def test_words_of_a_note_that_the_site_does_not_choose_are_pieces(site: str) -> None:
    """What is no piece is given out by `anonymise`: somebody may have written it."""
    lark = load_grammar(site)
    for terminal in lark.terminals:
        pattern = terminal.pattern.to_regexp()
        if terminal.name in lark.lexer_conf.ignore and terminal.name != "COMMENT":
            rest = _LISTED.sub("", _GROUP.sub("", _ENDING.sub("", pattern)))
            assert not _ANYTHING.search(rest), f"grammars/{site}.lark, {terminal.name}: write a group around {rest}"


@pytest.mark.parametrize("site", READ)
def test_every_line_has_words(site: str) -> None:
    for terminal in lines(site):
        words = Grammar(KINDS[site]).describe_terminals({terminal.name})
        assert words, f"grammars/{site}.lark: write above {terminal.name} what messages call it, as `// a seat line`"


@pytest.mark.parametrize("site", READ)
def test_every_line_is_of_a_part(site: str) -> None:
    known_lines = coverage._list_whole_lines_of_grammar(KINDS[site].site, site)
    homeless = [line.event for line in known_lines if not line.part]
    assert not homeless, f"grammars/{site}.lark: write the part of the text above {homeless}: `// --- the header ---`"


def test_a_grammar_and_a_dialect_that_do_not_go_together_are_one_sentence() -> None:
    class Forgetful(Dialect):
        site = "phh"

    with pytest.raises(GrammarError, match=r"the dialect `nowhere` has no grammar: write grammars/nowhere\.lark"):
        load_grammar("nowhere")
    with pytest.raises(GrammarError, match=r"grammars/phh\.lark has \w+: .* needs a method `read_\w+`"):
        Grammar(Forgetful)


def test_many_lines_are_named_by_their_part_of_the_text() -> None:
    words = hand_grammar("pokerstars")
    assert words.describe_terminals({"SEAT"}) == "a seat line (`Seat 1: name ($4 in chips)`)"
    assert words.describe_terminals({"FOLD", "CHECK"}) == "a fold (`name: folds`) or a check (`name: checks`)"
    assert words.describe_terminals({"FOLD", "CHECK", "CALL", "TOTAL"}) == "a line of the play or of the summary"
