"""Step 4, rules: what the five rule pages state, by page and paragraph, and how houses decide where they disagree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import chain
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from histparse.model.house import house, profile_names, read_toml
from histparse.system.files import read_whole_file

FILE = Path(__file__).with_suffix(".toml")


class Statement(Struct, frozen=True, forbid_unknown_fields=True):
    """Something the pages state, in our own words: rules judge it, statistics count it, or it is background."""

    says: str
    pages: dict[str, tuple[int, ...]]
    """By page, the numbers of the paragraphs that state it."""
    rules: tuple[str, ...] = ()
    statistics: tuple[str, ...] = ()
    background: str = ""
    """Why it is neither judged nor counted."""
    unseen: dict[str, tuple[str, ...]] = {}
    """By rule, the sites whose text cannot show that the statement is broken."""
    why: str = ""
    """Why it cannot."""

    @property
    def places(self) -> str:
        """The paragraphs that state it: `it 21, 23; es 12, 14`."""
        return "; ".join(f"{page} {', '.join(map(str, numbers))}" for page, numbers in self.pages.items())


class Disagreement(Struct, frozen=True, forbid_unknown_fields=True):
    """A question that the pages answer differently, and what decides it."""

    about: str
    readings: dict[str, str]
    decision: str
    rules: tuple[str, ...]
    houses: tuple[str, ...] = ()
    """Keys of the houses that decide it."""

    def decisions_by_house(self) -> Iterator[tuple[str, str]]:
        """Each house with its decision, in the words of its file."""
        for name in profile_names():
            yield (
                name,
                ", ".join(
                    f"{key.replace('_', ' ')} {_decision_in_words(getattr(house(name), key))}" for key in self.houses
                ),
            )


class RulePages(Struct, frozen=True, forbid_unknown_fields=True):
    """All statements and disagreements of the pages."""

    statement: tuple[Statement, ...]
    disagreement: tuple[Disagreement, ...]

    def select_entries_of_rule(self, code: str) -> RulePages:
        """Select the entries that concern that rule."""
        return RulePages(
            tuple(
                replace(entry, unseen={rule: sites for rule, sites in entry.unseen.items() if rule == code})
                for entry in self.statement
                if code in entry.rules
            ),
            tuple(entry for entry in self.disagreement if code in entry.rules),
        )


@cache
def load_rule_pages() -> RulePages:
    """Everything the pages say."""
    return read_toml(read_whole_file(FILE), RulePages, str(FILE))


def describe_entries_in_paragraphs(pages: RulePages) -> Iterator[str]:
    """A paragraph for each statement, each disagreement and each house's decision."""
    for statement in pages.statement:
        yield f"Rule pages: {statement.says} ({statement.places})"
        if sites := ", ".join(dict.fromkeys(chain.from_iterable(statement.unseen.values()))):
            yield f"The text cannot show it at {sites}: {statement.why}."
    for disagreement in pages.disagreement:
        readings = _group_names_by_answer(disagreement.readings)
        yield f"The pages disagree. {disagreement.about} {readings}. {disagreement.decision}"
        if disagreement.houses:
            yield f"By house: {_group_names_by_answer(dict(disagreement.decisions_by_house()))}."


def _group_names_by_answer(answers: Mapping[str, str]) -> str:
    """Answers, those that are the same together: `it, es: four; pt: does not say`."""
    by_answer: dict[str, list[str]] = {}
    for name, answer in answers.items():
        by_answer.setdefault(answer, []).append(name)
    return "; ".join(f"{', '.join(pages)}: {answer}" for answer, pages in by_answer.items())


def _decision_in_words(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return " + ".join(map(str, value)) if isinstance(value, tuple) else str(value)
