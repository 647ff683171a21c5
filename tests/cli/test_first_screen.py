"""What `histparse` alone shows fits on the smallest screen, and leads to everything else."""

from __future__ import annotations

import re

import pytest

from histparse.cli.app import FIRST
from histparse.cli.command_group import TOPICS
from histparse.cli.commands import MODULES
from tests.running import Run


def test_it_fits_and_names_every_command(run: Run) -> None:
    code, out, err = run()
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert len(lines) <= 24
    assert max(map(len, lines)) <= 80
    there = {*MODULES}
    first, _, more = out.partition("  More ")
    assert there <= {*re.findall(r"[\w-]+", out)}
    assert sum(map(len, FIRST.values())) == 13
    assert {name for of_panel in FIRST.values() for name in of_panel} == there & {*re.findall(r"[\w-]+", first)}
    assert not {*re.findall(r"[\w-]+", more.partition("`")[0])} - there


@pytest.mark.parametrize("topic", TOPICS)
def test_a_topic_is_one_page_that_the_help_names(run: Run, monkeypatch: pytest.MonkeyPatch, topic: str) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    code, out, err = run("help", topic)
    assert (code, err) == (0, "")
    assert len(out.strip().splitlines()) <= 48
    assert f"histparse help {topic}" in " ".join(run("help")[1].split())


def test_help_of_a_report_is_two_screens_and_names_the_filters(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    code, out, _ = run("report", "--help")
    assert code == 0
    assert len(out.rstrip().splitlines()) <= 48
    assert "histparse help filters" in out
    explained = {*re.findall(r"--[\w-]+", run("help", "filters")[1])}
    assert {"--filter", "--site", "--cash", "--min-hands"} <= explained & {*re.findall(r"--[\w-]+", out)}
