"""Control characters before a line cost themselves only."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from histparse.flow import cut_bytes_into_hand_texts, judge_texts
from histparse.judging.engine import HandResult
from histparse.model.findings import Finding
from tests.parsing.reading import read_file
from tests.samples import of_all_sites, of_site, summaries_of


def results(data: str, name: str) -> list[HandResult]:
    return list(judge_texts(cut_bytes_into_hand_texts(data.encode(), name)))


def played(results: list[HandResult]) -> list[object]:
    """What was read of each text, without the file's findings."""
    return [(result.hand, result.summary, result.skipped, result.findings) for result in results if result.text]


def of_file(results: list[HandResult]) -> list[Finding]:
    """The findings that are about no text of the file."""
    return [finding for result in results if not result.text for finding in result.findings]


@pytest.mark.parametrize("stray", ["\0", "\x02", "\x0b", "\x0c", "\x1a", " \x1b", "\x7f"])
def test_before_every_line_of_a_hand_and_of_a_summary(stray: str) -> None:
    for file in [of_site("pokerstars")[0], of_site("merge")[0], of_site("phh")[0], summaries_of("winamax")[0]]:
        lines = read_file(file).split("\n")[:40]
        littered = results("\n".join(stray + line if line else line for line in lines), file.name)
        assert played(littered) == played(results("\n".join(lines), file.name))
        assert {finding.code for finding in of_file(littered)} == {"SYN06"}


def test_before_the_first_line() -> None:
    for site in ("fulltilt", "kingsclub", "merge", "phenom", "phh", "pokerstars", "winamax"):
        sound = read_file(of_site(site)[0])
        assert played(results("\x01" + sound, "x")) == played(results(sound, "x"))


@pytest.mark.nightly(5)
@pytest.mark.parametrize("file", of_all_sites(), ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_before_any_line(file: Path) -> None:
    lines = read_file(file).split("\n")
    random = Random(file.name)  # noqa: S311 - the same line in every run
    number = random.choice([number for number, line in enumerate(lines) if line.strip()])
    sound = results("\n".join(lines), file.name)
    lines[number] = "\x01" + lines[number]
    littered = results("\n".join(lines), file.name)
    assert played(littered) == played(sound)
    new = [finding for finding in of_file(littered) if finding not in of_file(sound)]
    assert [(finding.code, finding.line) for finding in new] in ([("SYN06", number + 1)], [])
