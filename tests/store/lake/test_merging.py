"""The parts of many small imports are merged by themselves: what the tables say stays, and nobody is disturbed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep

import pytest

from histparse.store.lake import compact
from histparse.store.lake.manifests import committed, latest
from histparse.store.lake.place import place_at
from histparse.store.target import reading
from tests.store.lake.lakes import beginning, checksum, fill, leftovers, stored

HANDS = beginning("session_cash_heads_up.txt", 8).split(b"\n\n\n")[:-1]


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    """A file a hand."""
    made = [tmp_path / f"{number}.txt" for number in range(len(HANDS))]
    for file, hand in zip(made, HANDS, strict=True):
        file.write_bytes(hand + b"\n\n\n")
    return made


@pytest.fixture
def beside(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """After every fourth import; the processes end before the test does."""
    monkeypatch.setattr(compact, "MANY", 4)
    yield
    for process in compact._running:
        assert process.wait(60) == 0


def imports(lake: Path) -> int:
    return len(committed(place_at(str(lake))).manifests)


def cells(lake: Path) -> list[int]:
    """The hands of each file."""
    snapshot = latest(place_at(str(lake)))
    assert snapshot is not None
    return sorted(cell.hands for cell in snapshot.cells)


@pytest.mark.untraced
@pytest.mark.usefixtures("beside")
def test_small_parts_are_merged_beside(files: list[Path], tmp_path: Path) -> None:
    lake = tmp_path / "lake"
    for file in files[:3]:
        fill(lake, [file])
    assert imports(lake) == 3
    with reading(lake) as reader:
        hands = reader.connection.execute("FROM texts ORDER BY ALL").fetchall()
        fill(lake, [files[3]])
        until = monotonic() + 60
        while imports(lake) > 1 and monotonic() < until:
            sleep(0.05)
        assert reader.connection.execute("FROM texts ORDER BY ALL").fetchall() == hands
    compact._running[-1].wait(60)
    assert cells(lake) == [4]
    for file in files[4:6]:
        fill(lake, [file])
    assert (imports(lake), cells(lake)) == (3, [1, 1, 4])
    stored(tmp_path / "database", files[:6])
    assert checksum(lake) == checksum(tmp_path / "database")
    assert leftovers(lake) == []


@pytest.mark.untraced
def test_large_files_stay_as_they_are(files: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lake = tmp_path / "lake"
    fill(lake, files[:4])
    for file in files[4:7]:
        fill(lake, [file])
    large = latest(place_at(str(lake)))
    monkeypatch.setattr(compact, "SMALL", 4)
    monkeypatch.setattr("sys.argv", ["", str(lake)])
    monkeypatch.setattr("os.nice", lambda _: None)
    compact.main()
    after = latest(place_at(str(lake)))
    assert cells(lake) == [3, 4]
    assert large is not None
    assert after is not None
    assert len({*large.cells} & {*after.cells}) == 1
    stored(tmp_path / "database", files[:7])
    assert checksum(lake) == checksum(tmp_path / "database")


def test_what_cannot_be_merged_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["", str(tmp_path / "none")])
    monkeypatch.setattr("os.nice", lambda _: None)
    compact.main()
    assert [*tmp_path.iterdir()] == []
