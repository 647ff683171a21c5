"""Figures kept in the cache: for one state of a database file, only for reading, and never wrong."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from shutil import copy, copy2

import polars as pl
import pytest

from histparse.report import differences, kept
from histparse.report.differences import compare_tested_rates
from histparse.report.kept import cached_or_counted_frames
from histparse.report.model import is_tested
from histparse.simulate import Settings
from histparse.stats import Filters, catalogue, compare_rates_with_others
from histparse.stats.run import run_analytics_query
from histparse.store import Database
from histparse.store.database.aliases import Player, delete_alias_and_return_players, join_players
from histparse.store.database.tags import TagFile, Tagged
from tests.serve.databases import deal_into
from tests.tagging import add_tags

HANDS = 3


class Counter:
    """Counts the hands of a player, and how often it was asked to; `interrupt` is called while it counts."""

    def __init__(self, frames: int = 1, interrupt: Callable[[], object] = lambda: None) -> None:
        self.calls = 0
        self._frames, self._interrupt = frames, interrupt

    def __call__(self, database: Database, player: str, filters: Filters) -> Iterator[pl.DataFrame]:
        self.calls += 1
        hands = run_analytics_query(database, "leaks/player_hands", player, filters, parts=1)
        self._interrupt()
        yield from [pl.DataFrame({"label": [player], "hands": [hands.height]})] * self._frames


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database of three hands."""
    return deal_into(tmp_path_factory.mktemp("small") / "poker.duckdb", Settings(hands=HANDS, seed=1))


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database of six hands, those of the small one among them."""
    file = tmp_path_factory.mktemp("large") / "poker.duckdb"
    return deal_into(file, Settings(hands=HANDS, seed=1), Settings(hands=HANDS, seed=2))


@pytest.fixture
def file(small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HISTPARSE_CACHE", str(tmp_path / "cache"))
    return Path(copy(small, tmp_path))


def frames_of(file: Path, counter: Counter, player: str = "Hero", **filters: object) -> list[pl.DataFrame]:
    """What is counted, or was and is in the cache."""
    with Database(file, read_only=True) as database:
        return cached_or_counted_frames("luck", counter, database, player, Filters(**filters))  # type: ignore[arg-type]


def hands_of(file: Path, counter: Counter | None = None, player: str | None = None, **filters: object) -> int:
    """How many hands the player has by that, or all players together."""
    [frame] = frames_of(file, counter or Counter(), player, **filters)  # type: ignore[arg-type] # None is every player
    return int(frame["hands"][0])


def hands_stored(file: Path) -> int:
    with Database(file, read_only=True) as database:
        return int(database.connection.execute("SELECT count(*) FROM seats WHERE dealt_in").fetchall()[0][0])


def cached_files(file: Path) -> list[Path]:
    return [*(file.parent / "cache" / "figures").iterdir()]


@pytest.mark.parametrize("frames", [0, 1])
def test_the_second_time_nothing_is_counted(file: Path, frames: int) -> None:
    counter = Counter(frames)
    first, second = frames_of(file, counter), frames_of(file, counter)
    assert counter.calls == 1
    assert [frame.to_dicts() for frame in first] == [frame.to_dicts() for frame in second]
    assert len(first) == frames


def test_a_cache_that_is_gone_or_damaged_is_made_again(file: Path) -> None:
    counter = Counter()
    [counted] = frames_of(file, counter)
    [saved] = cached_files(file)
    saved.write_bytes(b"not a frame")
    assert frames_of(file, counter)[0].equals(counted)
    saved.unlink()
    frames_of(file, counter)
    assert counter.calls == 3


def test_what_may_be_changing_is_not_kept(file: Path) -> None:
    counter = Counter()
    with Database(file) as database:
        for _ in range(2):
            assert len(cached_or_counted_frames("luck", counter, database, "Hero", Filters())) == 1
    assert counter.calls == 2
    assert not (file.parent / "cache" / "figures").exists()


# --- never wrong ------------------------------------------------------------------------------------------------------


@pytest.mark.nightly(1)
@pytest.mark.parametrize("restore", [copy, copy2, os.replace], ids=["copied", "with its times", "renamed"])
def test_a_database_restored_from_a_backup(file: Path, large: Path, restore: Callable[[Path, Path], object]) -> None:
    counter = Counter()
    backup = Path(copy2(file, file.with_name("backup.duckdb")))
    hands = hands_of(file, counter)
    copy(large, file)
    assert hands_of(file, counter) == 2 * hands
    restore(backup, file)
    assert hands_of(file, counter) == hands_stored(file) == hands


def test_a_change_that_leaves_size_and_time_as_they_were(file: Path) -> None:
    """As whoever sets the time of a file does."""
    players = join_two(file)
    status, hands_of_both = file.stat(), hands_of(file, player="both")
    with Database(file) as database:
        delete_alias_and_return_players(database, "both")
    with Database(file) as database:
        join_players(database, "both", players[:1])
    os.utime(file, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert (file.stat().st_size, file.stat().st_mtime_ns) == (status.st_size, status.st_mtime_ns)
    assert hands_of(file, player="both") < hands_of_both


@pytest.mark.parametrize("is_counting", [False, True])
def test_a_database_replaced_while_it_is_open(file: Path, large: Path, is_counting: bool) -> None:
    replacement = Path(copy(large, file.with_name("replacement.duckdb")))
    with Database(file, read_only=True) as database:
        if not is_counting:
            replacement.replace(file)
        counter = Counter(interrupt=lambda: is_counting and replacement.replace(file))
        [frame] = cached_or_counted_frames("luck", counter, database, None, Filters())  # type: ignore[arg-type] # everybody
    assert hands_of(file) == hands_stored(file) == 2 * frame["hands"][0]


def test_tags_that_change_while_hands_are_counted(file: Path) -> None:
    tags, star = TagFile(str(file)), Tagged(("star",))
    first, second, _ = stored_hands(file)
    add_tags(tags, {first: star})
    hands = hands_of(file, Counter(interrupt=lambda: add_tags(tags, {second: star})), tag="star")
    assert hands_of(file, tag="star") > hands


@pytest.mark.nightly
def test_a_tag_chooses_other_hands(file: Path) -> None:
    counter, tags, counts = Counter(), TagFile(str(file)), [0]
    for hand in stored_hands(file):
        add_tags(tags, {hand: Tagged(("star",))})
        counts.append(hands_of(file, counter, tag="star"))
    assert counts[-1] == hands_of(file, counter) == hands_stored(file)
    assert sorted({*counts}) == counts
    tags.store_merged_change(stored_hands(file)[0], Tagged(), Tagged(("star",)))
    assert hands_of(file, counter, tag="star") == counts[-1] - counts[1]


def stored_hands(file: Path) -> list[tuple[str, str]]:
    """The site and number of each hand."""
    with Database(file, read_only=True) as database:
        return database.connection.execute("SELECT site, hand_id FROM hands ORDER BY ALL").fetchall()


def test_an_alias_that_comes_and_goes(file: Path) -> None:
    counter = Counter()
    players = join_two(file)
    hands_of_both = hands_of(file, counter, "both")
    with Database(file) as database:
        delete_alias_and_return_players(database, "both")
    assert hands_of_both == sum(hands_of(file, counter, player.name) for player in players)


def join_two(file: Path) -> list[Player]:
    """Two players become one person."""
    with Database(file) as database:
        rows = database.connection.execute("SELECT site, name FROM players ORDER BY ALL LIMIT 2").fetchall()
        players = [Player(*row) for row in rows]
        join_players(database, "both", players)
    return players


def test_another_version_counts_by_itself(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    counter = Counter()
    frames_of(file, counter)
    monkeypatch.setattr(kept, "_program_version", lambda: "the next")
    frames_of(file, counter)
    assert counter.calls == 2


@pytest.mark.nightly
def test_two_programs_at_once(file: Path) -> None:
    program = (
        "import sys; from histparse.report.kept import cached_or_counted_frames; from histparse.stats import Filters\n"
        "from histparse.store import Database; from tests.report.test_kept import Counter\n"
        "for _ in range(20):\n"
        "    with Database(sys.argv[1], read_only=True) as database:\n"
        "        [frame] = cached_or_counted_frames('luck', Counter(), database, None, Filters())\n"
        "    print(frame['hands'][0])"
    )
    processes = [
        subprocess.Popen([sys.executable, "-c", program, str(file)], stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    printed = [process.communicate()[0].split() for process in processes]
    assert printed == [[str(hands_stored(file))] * 20] * 2
    assert len(cached_files(file)) == 1


# --- and it stays small -----------------------------------------------------------------------------------------------


def test_what_is_kept_of_another_state_is_deleted(file: Path, large: Path) -> None:
    elsewhere = Path(copy(file, file.with_name("elsewhere.duckdb")))
    for database in (elsewhere, file):
        frames_of(database, Counter())
        frames_of(database, Counter(), position="BTN")
    cached = {*cached_files(file)}
    copy(large, file)
    frames_of(file, Counter())
    assert len(cached & {*cached_files(file)}) == 2, "those of elsewhere"
    assert len(cached_files(file)) == 3


@pytest.mark.nightly
def test_it_takes_a_tenth_of_the_database_and_what_is_used_stays(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    frames_of(file, Counter())
    [first] = cached_files(file)
    monkeypatch.setattr(kept, "LEAST", 5 * first.stat().st_size + 100)
    monkeypatch.setattr(kept, "SHARE", file.stat().st_size)
    for name in ("Ann", "Ben", "Cat"):
        frames_of(file, Counter(), name)
    frames_of(file, Counter())  # used again, so others go
    for name in ("Dan", "Eve", "Flo"):
        frames_of(file, Counter(), name)
    assert first in cached_files(file)
    assert len(cached_files(file)) == 5
    monkeypatch.setattr(kept, "LEAST", 0)
    frames_of(file, Counter())
    frames_of(file, Counter(), "Gus")
    assert first in cached_files(file)
    assert len(cached_files(file)) == kept.FEWEST


@pytest.mark.nightly(1)
@pytest.mark.parametrize("filters", [Filters(), Filters(position="BB")], ids=["all", "big blind"])
def test_rates_of_both_sides_are_told_alike_from_the_cache(
    large: Path, monkeypatch: pytest.MonkeyPatch, filters: Filters
) -> None:
    """Rows, intervals and p-values, those of statistics without a row too; counted anew for other filters."""
    monkeypatch.setenv("HISTPARSE_CACHE", str(large.parent / "cache"))
    with Database(large, read_only=True) as database:
        tested = filter(is_tested, catalogue().values())
        counted = compare_rates_with_others(database, tested, "Hero", filters=filters)
        assert [*compare_tested_rates(database, "Hero", filters)]
        with monkeypatch.context() as patch:
            patch.delattr(differences, "count_by_side_and_part")
            cached = {figures.name: figures for figures in compare_tested_rates(database, "Hero", filters)}
    assert [*cached] == [*counted]
    for name, pair in counted.items():
        figures = cached[name]
        assert figures.p is not None
        assert figures.own.equals(pair.own)
        assert figures.others.equals(pair.others)
        assert figures.p.equals(pair.p)
        assert figures.own.schema == pair.own.schema
