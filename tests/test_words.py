"""Texts that users see are plain: none has a word that a reader must puzzle out, or a second term for the same thing.

Labels, captions, messages, help and definitions are collected from where they are written; docs/terms.md has the terms.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

import histparse
from docs.commands import commands_page
from histparse.audit.deal_audit import DEAL_TESTS
from histparse.audit.play_tests import PLAY_TESTS
from histparse.coach.kinds import KINDS
from histparse.coach.notes import HABITS
from histparse.stats import catalogue

PACKAGE = Path(histparse.__file__).parent
BANNED = {
    "beside": "compared with, with, next to",
    "dearest": "worst",
    "priciest": "worst",
    "kept": "stored, saved, stays",
    "told": "shown, known",
    "stands of": "has",
    "the others": "opponents, the rest",
    "opportunity": "chance",
    "opportunities": "chances",
    "mistakes of spots": "made, of chances",
}
"""What no text may have, and what to write instead."""
PATTERN = re.compile(rf"\b({'|'.join(map(re.escape, BANNED))})\b", re.IGNORECASE)
FIELD = re.compile(r"{\w*}")
"""Where a value comes into a text."""
STATEMENT = re.compile(r"\b(SELECT|FROM|UPDATE|DELETE|INSERT|CREATE|JOIN|WHERE)\b")
"""SQL is no text for users."""
JINJA = re.compile(r"{#.*?#}|{%.*?%}|{{.*?}}", re.DOTALL)
LITERAL = re.compile(r'"([^"{}<>]*)"')
CODE = re.compile(r"<(script|style)\b.*?</\1>|<!--.*?-->", re.DOTALL)
ATTRIBUTE = re.compile(r'\b(?:title|placeholder|alt|aria-label|data-heading|data-keys|content)="([^"]*)"')
MARKUP = re.compile(r"<[^>]*>")


def in_template(text: str) -> str:
    """What a template shows: the text between tags, attributes that are read out, and sentences in code."""
    code = [literal for part in JINJA.findall(text) for literal in LITERAL.findall(part) if " " in literal]
    page = JINJA.sub(" ", CODE.sub(" ", text))
    return " ".join([*code, *ATTRIBUTE.findall(page), MARKUP.sub(" ", page)])


def literals(source: str) -> Iterator[str]:
    """The sentences among the literals of a module: no docstring, no SQL, no single word, which may be a name."""
    nodes = [*ast.walk(ast.parse(source))]
    docstrings = {node.value for node in nodes if isinstance(node, ast.Expr)}
    for node in nodes:
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str) or node in docstrings:
            continue
        if " " in node.value.strip() and not STATEMENT.search(node.value):
            yield FIELD.sub("", node.value)


def texts() -> dict[str, str]:
    """All texts that users see, by where they come from."""
    collected = {"help of commands and of filters": commands_page()}
    for statistic in catalogue().values():
        parameters = [parameter.meaning for parameter in statistic.parameters]
        header = (statistic.title, statistic.sentence, statistic.definition, statistic.numerator, statistic.denominator)
        collected[f"header of {statistic.name}"] = " ".join(filter(None, [*header, *parameters]))
    collected["labels of leaks"] = " ".join(f"{kind.title} {kind.instead}" for kind in KINDS)
    collected["notes on players"] = " ".join(" ".join([*habit.often, *habit.seldom]) for habit in HABITS)
    collected["tests of the deal"] = " ".join(f"{test.title} {test.about}" for test in DEAL_TESTS.values())
    collected["tests of play"] = " ".join(f"{test.title} {test.about} {test.explains}" for test in PLAY_TESTS.values())
    for file in sorted(PACKAGE.rglob("*.html")):
        collected[str(file.relative_to(PACKAGE))] = in_template(file.read_text(encoding="utf-8"))
    for file in sorted(PACKAGE.rglob("*.py")):
        collected[str(file.relative_to(PACKAGE))] = "\n".join(literals(file.read_text(encoding="utf-8")))
    return collected


def banned_in(collected: Iterable[tuple[str, str]]) -> list[str]:
    """Each banned word with its place and some of the words around it."""
    return [
        f"{place}: {match[0]}, write {BANNED[match[0].lower()]}: {text[max(match.start() - 30, 0) : match.end() + 30]}"
        for place, text in collected
        for match in PATTERN.finditer(text)
    ]


def test_texts_have_no_banned_word() -> None:
    collected = texts()
    assert len(collected) > 400
    assert banned_in(collected.items()) == []


@pytest.mark.parametrize(
    "template",
    [
        "<p>{{ number }} decisions, the dearest first</p>",
        '<td data-heading="mistakes of spots">{{ row.mistakes }}</td>',
        '<a {{ key("r", "Review the dearest") }} href="/">Review</a>',
        "<p>{% if rows %}Beside your other sessions{% endif %}</p>",
    ],
)
def test_a_banned_word_in_a_template_is_noticed(template: str) -> None:
    assert len(banned_in([("page", in_template(template))])) == 1


@pytest.mark.parametrize(
    ("source", "number"),
    [
        ('say(f"{count} hands, more often than the others")', 1),
        ('MESSAGE = "tags cannot be kept there"', 1),
        ('"""Kept beside the database."""', 0),
        ('NAME = "kept"', 0),
        ('ROWS = "SELECT kept AS one FROM draws"', 0),
    ],
)
def test_a_banned_word_in_a_message_is_noticed_but_none_in_code(source: str, number: int) -> None:
    assert len(banned_in([("module", "\n".join(literals(source)))])) == number


def test_names_of_templates_are_no_texts() -> None:
    assert in_template('<p class="told">{% set dearest = costs() %}{{ dearest.leak }}</p>').strip() == ""


def test_terms_are_listed_in_order() -> None:
    page = (Path(__file__).parent.parent / "docs" / "terms.md").read_text(encoding="utf-8")
    terms = re.findall(r"^\| \*(.+?)\*", page, re.MULTILINE)
    assert terms == sorted(terms, key=str.casefold)
    assert {"BB/100", "leak", "mistake", "opponents"} <= {*terms}
