"""The player's report: what it shows on terminals of any width and as data - and names stay names."""

from __future__ import annotations

import json
import re
from io import StringIO

import msgspec
import polars as pl
import pytest
from msgspec.structs import replace
from polars.testing import assert_frame_equal
from rich.console import Console

from histparse.report import Report, print_report, print_summary, report_to_data
from histparse.report.blocks import summary_rates
from histparse.report.model import Share, has_rates, pair_rates
from histparse.stats import catalogue
from histparse.stats.catalogue import SECTIONS
from histparse.stats.shrinking import ESTIMATE
from histparse.stats.verdicts import winning_verdict
from tests.report.reporting import HOSTILE

_PRINTED: dict[tuple[str, int], str] = {}
"""The reports of these tests, by player and width: printing one takes half a second."""


def printed(report: Report, width: int) -> str:
    key = report.player, width
    if key not in _PRINTED:
        screen = StringIO()
        print_report(report, Console(file=screen, width=width, color_system=None))
        _PRINTED[key] = screen.getvalue()
    return _PRINTED[key]


@pytest.mark.nightly
def test_the_report_fits_the_terminal(report: Report) -> None:
    lines = printed(report, 80).splitlines()
    assert max(map(len, lines)) <= 80
    assert "…" not in "".join(lines)


@pytest.mark.nightly
def test_the_summary_is_one_screen(report: Report) -> None:
    lines = printed(report, 120).splitlines()
    assert lines.index(next(line for line in lines if line.startswith("Results ─"))) <= 25


def summary(report: Report, width: int) -> str:
    screen = StringIO()
    print_summary(report, Console(file=screen, width=width, color_system=None))
    return screen.getvalue()


def test_the_first_screen_has_draws_by_role_and_position_and_says_where_the_rest_is(report: Report) -> None:
    text = summary(report, 80)
    assert len(text.splitlines()) <= 60 < len(printed(report, 80).splitlines())
    assert max(map(len, text.splitlines())) <= 80
    assert "First draw by role and position" in text
    rest = text[text.index("--full") :].split()
    assert {"results,", "draws,", "river,", "leaks,"} <= set(rest)


def test_a_long_name_above_a_column_loses_its_site(report: Report) -> None:
    heading = summary(replace(report, player="pokerstars:Katja72"), 80).splitlines()
    assert any(line.split()[:2] == ["Katja72", "n/N"] for line in heading)


def test_first_draws_are_those_of_the_statistic(report: Report) -> None:
    figures = report.figures["draw_frequency_by_role"]
    rows = [row for row in figures.own.to_dicts() if (row["role"], row["draw"]) == ("blind", 1)]
    pat = next(row for row in rows if row["drawn"] == 0)
    line = next(line for line in summary(report, 80).splitlines() if line.startswith(" blind "))
    assert line.split()[1] == f"{100 * pat['rate']:.0f}"
    assert line.split()[-1] == str(pat["chances"])


@pytest.mark.nightly
def test_figures_are_whole_on_a_narrow_terminal(report: Report) -> None:
    """Its lines are longer than the terminal, which wraps them: every figure of the wide report is there."""
    figures, narrow = r"-?\d[\d,.]* %", printed(report, 30)
    assert re.findall(figures, narrow) == re.findall(figures, printed(report, 80))
    assert "…" not in narrow.replace("pokersta…", "")


def test_what_names_no_section_is_not_in_the_summary(report: Report) -> None:
    def names(report: Report) -> set[str]:
        return {line.statistic.name for line in summary_rates(report).rows}

    vpip = report.figures["vpip"]
    unnamed = replace(vpip, statistic=replace(vpip.statistic, section=SECTIONS[-1]))
    assert "vpip" in names(report) - names(replace(report, figures=report.figures | {"vpip": unnamed}))


def test_every_section_and_statistic_is_there(report: Report) -> None:
    lines = printed(report, 80).splitlines()
    sections = list(report.sections())
    declared = {statistic.section for statistic in catalogue().values()}
    assert [section.name for section in sections] == sorted(declared, key=SECTIONS.index)
    assert {figures.statistic.name for section in sections for figures in section.figures} == catalogue().keys()
    for section in sections:
        assert any(line.startswith(f"{section.name.capitalize()} ─") for line in lines)
    for figures in report.figures.values():
        if not figures.own.is_empty() and figures.statistic.chart != "line":
            assert any(line.strip().startswith(figures.title) for line in lines), figures.title


def test_every_rate_stands_with_its_figures_beside_the_others(report: Report) -> None:
    lines = printed(report, 80).splitlines()
    (vpip,) = pair_rates(report.figures["vpip"])
    for line in [line.split() for line in lines if line.startswith(" VPIP")]:
        assert f"{100 * vpip.player.rate:.1f}" == line[1]  # type: ignore[operator] # the hero had chances
        assert f"{vpip.player.made}/{vpip.player.chances}" in line
        assert f"{vpip.pool.made}/{vpip.pool.chances}" in line


def test_few_chances_are_marked(report: Report) -> None:
    assert Share(1, 29, 1 / 29, 0.0, 0.1).is_small
    assert not Share(1, 30, 1 / 30, 0.0, 0.1).is_small
    assert "%°" in printed(report, 80)


def test_currencies_are_never_added(report: Report) -> None:
    lines = printed(report, 80).splitlines()
    assert sum(" hands, " in line and "BB/100 (" in line for line in lines) == 2
    assert {row["currency"] for row in report.figures["net"].own.to_dicts()} == {"USD", "play"}


def test_nothing_is_no_zero(report: Report) -> None:
    """A player who never came to a draw has no rate there."""
    shares = pair_rates(replace(report.figures["pat_rate"], own=pl.DataFrame()))
    assert [share.player for share in shares] == [Share()] * 3


def test_a_hostile_name_is_only_text_on_a_terminal(hostile: Report) -> None:
    screen = StringIO()
    print_report(hostile, Console(file=screen, width=200, force_terminal=True, color_system="truecolor"))
    text = re.sub(r"\x1b\[[\d;]*m", "", screen.getvalue().replace("\x1b[31mred", "driven"))
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert "_[bold]x[/] $\\alpha$ \\x1b[31mred\\u202e <script>hacked=1</script>\"'; DROP TABLE" in text


def test_a_hostile_name_is_only_text_in_a_query(report: Report, hostile: Report) -> None:
    """The hero plays the same hands by either name."""
    named = ("label", *ESTIMATE)
    for name, figures in hostile.figures.items():
        counted = report.figures[name].own
        assert_frame_equal(counted.drop(named, strict=False), figures.own.drop(named, strict=False))
    assert hostile.player == HOSTILE


def test_the_report_as_data(report: Report) -> None:
    content = json.loads(msgspec.json.encode(report_to_data(report)))
    statistics = content["statistics"]
    assert content["player"] == "Hero"
    assert {name.partition(" by ")[0] for name in statistics} == catalogue().keys()
    pat = statistics["pat_rate"]
    assert pat["section"] == "draws"
    assert [row["draw"] for row in pat["own"]] == [1, 2, 3]
    assert pat["own"][0].keys() == {"draw", "done", "chances", "rate", "low", "high", *ESTIMATE}
    assert pat["own"][0]["estimate_low"] < pat["own"][0]["estimate"] < pat["own"][0]["estimate_high"]
    assert {row["currency"] for row in statistics["net"]["own"]} == {"USD", "play"}
    assert {row["currency"]: row["verdict"] for row in content["winning"]} == {
        row["currency"]: winning_verdict(row["bb100"], row["low_end"], row["high_end"], row["hands"])
        for row in statistics["bb100"]["own"]
        if row["high_stake"] is None
    }
    assert all(difference["claim"].endswith("than opponents") for difference in content["differences"])


def test_groups_the_headers_ask_for_are_there(report: Report) -> None:
    positions = report.figures["vpip by position"]
    (vpip,) = pair_rates(report.figures["vpip"])
    assert has_rates(positions)
    assert sum(rate.player.chances for rate in pair_rates(positions)) == vpip.player.chances
