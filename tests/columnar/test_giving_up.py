"""Whatever goes wrong in the fast lane costs time only: the reference lane takes the batch, the next one is whole."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from pkgutil import resolve_name

import pytest

from histparse import flow
from histparse.columnar import checked, lane
from histparse.flow import judged_texts
from histparse.judging.hand_result import HandResult
from histparse.reader import HandText
from histparse.store.rows import batch, filling
from histparse.store.rows.filling import filled
from histparse.system.asides import heard_by
from tests.columnar.agreement import differences
from tests.columnar.hands import above, text
from tests.columnar.test_import import by_key
from tests.running import Run
from tests.samples import of_site

pytestmark = pytest.mark.untraced

FILES = [file for file in of_site("pokerstars") if "by_hand" in file.name]
ONE = text("pokerstars")
HANDS = [
    HandResult((), HandText("x.txt", line, one, "pokerstars"))
    for line, one in enumerate(
        [ONE, ONE.replace("#2066", "#2067"), ONE.replace("#2066", "#2068").replace("bets", "checks")]
    )
]
"""Two good ones and a broken one."""
DEEP = {
    "a header is read": "histparse.columnar.grammar.headers:Headers._learned",
    "stakes are entered": "histparse.columnar.grammar.preambles:Preambles._enter_text",
    "the replay": "histparse.columnar.lane:replay",
    "a shape is asked about": "histparse.columnar.grammar.new_shapes:meaning",
    "a shape is remembered": "histparse.columnar.scan.known_shapes:KnownShapes.add",
    "columns are derived": "histparse.store.rows.filling:derived",
    "texts are cleaned": "histparse.columnar.lane:clean",
    "rows are named": "histparse.columnar.rows.plain_rows:plain_rows",
}
"""Where something goes wrong: once, at the third call, or at each where there is one for a batch."""
OF_A_BATCH = {"a header is read", "stakes are entered", "columns are derived", "texts are cleaned", "rows are named"}


@pytest.fixture(autouse=True)
def fast(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The lane is ready, knows nothing yet, and is worth loading for a few hands."""
    monkeypatch.setattr(filling, "is_ready", lambda: True)
    monkeypatch.setattr(filling, "MANY", 1)
    monkeypatch.setattr(checked, "is_ready", lambda: True)
    monkeypatch.setattr(checked, "LARGE", 0)
    lane.lane.cache_clear()
    yield
    lane.lane.cache_clear()


def break_(monkeypatch: pytest.MonkeyPatch, where: str, error: BaseException) -> None:
    """Have that go wrong there, when it is done."""
    rightly, calls = resolve_name(DEEP[where]), count()

    def wrongly(*arguments: object) -> object:
        done = rightly(*arguments)
        if where in OF_A_BATCH or next(calls) == 2:
            raise error
        return done

    monkeypatch.setattr(DEEP[where].replace(":", "."), wrongly)


def by_reference() -> batch.Frames:
    made = batch.Batch()
    for result in judged_texts(HANDS, made.observe):
        made.add(result)
    return made.frames()


REFERENCE = by_reference()


def is_the_same(made: batch.Frames) -> bool:
    different = differences(by_key(made.tables), by_key(REFERENCE.tables))
    assert not different, different
    return (made.files, made.skipped) == (REFERENCE.files, REFERENCE.skipped)


@pytest.mark.parametrize("where", DEEP)
def test_the_batch_and_the_next_one_are_stored_as_they_are_without_the_lane(
    where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    with monkeypatch.context() as patch, heard_by(said.append):
        break_(patch, where, OverflowError("too large"))
        assert is_the_same(filled(HANDS))
    assert len(said) == 1
    assert "(OverflowError in test_giving_up.py, line " in said[0]
    assert is_the_same(filled(HANDS))
    assert lane.run(HANDS, lambda outcome: outcome)[1] == HANDS[2:]


@pytest.mark.parametrize(
    ("where", "error"),
    [("a shape is remembered", KeyboardInterrupt), ("the replay", MemoryError), ("rows are named", MemoryError)],
)
def test_what_ends_the_program_is_not_swallowed_and_leaves_nothing(
    where: str, error: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        break_(patch, where, error())
        with pytest.raises(error):
            filled(HANDS)
    assert is_the_same(filled(HANDS))


def test_a_check_finds_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        break_(patch, "texts are cleaned", IndexError())
        judged = list(checked.judged(FILES[0]))
    assert [number_of(result) for result in judged] == [number_of(result) for result in flow.judged(FILES[0])]
    assert not any(result.plain for result in judged)
    assert all(result.plain for result in checked.judged(FILES[0]))


def number_of(result: HandResult) -> tuple[int, int]:
    return result.text.line if result.text else 0, len(result.findings)


def test_it_is_said_to_those_who_ask_for_everything(monkeypatch: pytest.MonkeyPatch, run: Run, tmp_path: Path) -> None:
    break_(monkeypatch, "texts are cleaned", OverflowError())
    monkeypatch.delenv("HISTPARSE_ONE_LANE")
    sentence = "fast import: hands of pokerstars took the slower way, with the same result"
    quiet, verbose = (run("check", FILES[0], *words) for words in ((), ("-v",)))
    assert sentence not in quiet[2]
    assert verbose[2].count(sentence) == 1
    assert run("import", FILES[0], "--db", tmp_path / "x.duckdb", "-v")[2].count(sentence) == 1


# -- what used to end an import ----------------------------------------------------------------------------------

HUGE = "92233720368547758.08"


@pytest.mark.parametrize(
    ("site", "old", "new"),
    [
        ("pokerstars", "($0.10/", f"(${HUGE}/"),
        ("fulltilt", "(6 max)", "(99999999999999999999 max)"),
        ("fulltilt", "$0.10/$0.20", f"${HUGE}/${HUGE}"),
        ("winamax", "CashGame", f'Tournament "x" buyIn: {HUGE}€ + 1€ level: 1'),
        ("winamax", "CashGame", 'Tournament "x" buyIn: 9€ + 1.005€ level: 1'),
        ("kingsclub", "\n", "\n\n"),
        ("merge", 'dealer="', 'dealer="9999999999999999999'),
    ],
)
def test_no_header_stops_a_batch(site: str, old: str, new: str) -> None:
    one, said = text(site), list[str]()
    assert old in one
    odd, good = (
        HandResult((), HandText("x.txt", 1, each, site, above(site))) for each in (one.replace(old, new, 1), one)
    )
    with heard_by(said.append):
        assert lane.run([good, odd, good], lambda outcome: outcome)[1] in ([], [odd])
    assert said == []
    assert len(list(judged_texts([odd]))) == 1
