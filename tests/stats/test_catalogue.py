"""Statistics are files: those of the package are in order, and a file that is none is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from histparse.stats import Parameter, StatisticsError, catalogue, run_statistic, run_statistics
from histparse.stats.catalogue import find_statistic, read_statistic
from histparse.store import Database

GOOD = """-- title: Hands
-- definition: How many hands there are.
-- numerator: hands
-- denominator: none
-- parameters: none
-- chart: none

SELECT count(*) AS hands FROM hands
"""


def test_every_statistic_of_the_package_runs_on_an_empty_database() -> None:
    statistics = catalogue()
    assert [statistic.name for statistic in statistics.values()] == list(statistics)
    with Database(":memory:") as database:
        assert {frame.columns[0] for frame in run_statistics(database, statistics.values())} == {"label"}
        assert all(frame.is_empty() for frame in run_statistics(database, statistics.values(), "nobody"))


def test_a_file_in_a_folder_is_a_statistic_whose_header_may_name_its_part_of_a_report(tmp_path: Path) -> None:
    (tmp_path / "a.sql").write_text(GOOD)
    (tmp_path / "b.sql").write_text(
        GOOD.replace("Hands\n", "Hands\n-- section: starting hands 20, by site\n-- sentence: plays\n")
    )
    placed, silent = catalogue(tmp_path).values()
    assert (silent.section, silent.sentence) == ("more", "")
    assert (placed.section, placed.place, placed.by, placed.sentence) == ("starting hands", 20, "site", "plays")


def test_parameters_have_a_default_and_a_meaning(tmp_path: Path) -> None:
    file = tmp_path / "x.sql"
    file.write_text(
        GOOD.replace(
            "parameters: none", 'parameters: worst = 52, the worst low; share = 0.5, how much; who = "me", name'
        )
    )
    assert read_statistic(file).parameters == (
        Parameter("worst", 52, "the worst low"),
        Parameter("share", 0.5, "how much"),
        Parameter("who", "me", "name"),
    )


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (GOOD.replace("-- title: Hands\n", ""), "the header must have title, section"),
        (GOOD.replace("Hands\n", "Hands\n-- section: entrance 10\n"), "a section is one of results, entry"),
        (GOOD.replace("-- title: Hands\n", "-- title: Hands\n-- author: me\n"), "the header must have"),
        (GOOD.replace("-- chart: none", "-- chart:"), "is not a header line"),
        (GOOD.partition("\n\n")[0] + "\n", "then the query"),
        (GOOD.replace("parameters: none", "parameters: worst = ten, low"), "parameters are `none` or"),
        ("", "is not a header line|the header must have"),
    ],
)
def test_a_wrong_header_is_named(tmp_path: Path, wrong: str, sentence: str) -> None:
    file = tmp_path / "wrong.sql"
    file.write_text(wrong)
    with pytest.raises(StatisticsError, match=sentence) as error:
        read_statistic(file)
    assert str(error.value).startswith("wrong.sql: ")


def test_a_statistic_is_found_by_its_name_and_its_title_however_they_are_written() -> None:
    for name, statistic in catalogue().items():
        title = statistic.title
        for words in (name, title, title.upper(), title.replace(" ", "-"), name.replace("_", " ")):
            assert find_statistic(words).name == name


def test_a_mistyped_title_suggests_the_name() -> None:
    with pytest.raises(StatisticsError, match=r"no statistic `Pat rat`: did you mean `pat_rate`"):
        find_statistic("Pat rat")


def test_an_unknown_statistic_or_parameter_is_named() -> None:
    with Database(":memory:") as database:
        with pytest.raises(StatisticsError, match="no statistic `vpp`: did you mean `vpip`"):
            run_statistic(database, "vpp")
        with pytest.raises(StatisticsError, match="vpip has no parameter `x`"):
            run_statistic(database, "vpip", parameters={"x": 1})
