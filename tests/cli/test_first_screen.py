"""What `histparse` alone shows fits on the smallest screen, and leads to everything else."""

from __future__ import annotations

import re

import pytest

from histparse.cli.app import FIRST
from histparse.cli.command_group import TOPICS
from histparse.cli.commands import MODULES
from tests.cli.commands import Printed
from tests.running import Run


def test_it_fits_and_names_every_command(run: Run) -> None:
    code, output, err = run()
    assert (code, err) == (0, "")
    lines = output.splitlines()
    assert len(lines) <= 24
    assert max(map(len, lines)) <= 80
    commands = {*MODULES}
    first, _, more = output.partition("  More ")
    assert commands <= {*re.findall(r"[\w-]+", output)}
    assert sum(map(len, FIRST.values())) == 13
    assert {name for of_panel in FIRST.values() for name in of_panel} == commands & {*re.findall(r"[\w-]+", first)}
    assert not {*re.findall(r"[\w-]+", more.partition("`")[0])} - commands


@pytest.mark.parametrize("topic", TOPICS)
def test_a_topic_is_one_page_that_the_help_names(
    printed: Printed, run: Run, monkeypatch: pytest.MonkeyPatch, topic: str
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    code, output, err = run("help", topic)
    assert (code, err) == (0, "")
    assert len(output.strip().splitlines()) <= 48
    assert f"histparse help {topic}" in " ".join(printed("help").split())


def test_help_of_a_report_is_two_screens_and_names_the_filters(
    printed: Printed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    output = printed("report", "--help")
    assert len(output.rstrip().splitlines()) <= 48
    assert "histparse help filters" in output
    explained = {*re.findall(r"--[\w-]+", printed("help", "filters"))}
    assert {"--filter", "--site", "--cash", "--min-hands"} <= explained & {*re.findall(r"--[\w-]+", output)}
