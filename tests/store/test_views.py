"""One hand in several texts: copies are counted, and what several players saw is one hand with the cards of all."""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Sequence
from email.message import EmailMessage
from pathlib import Path
from random import Random
from zipfile import ZipFile

import polars as pl
import pytest
from msgspec.structs import replace

from histparse import flow
from histparse.api.judging import Judging
from histparse.judging.duplicates import digest_text
from histparse.model import events as ev
from histparse.model.hand import Hand
from histparse.simulate import deal_hands
from histparse.store import Database, Summary
from histparse.store.upkeep.integrity import run_checks
from histparse.store.upkeep.retry import retry_database
from histparse.view.find import find_view
from histparse.view.selected import read_selected_hands as stored_hands
from histparse.view.selected import select_and_count_all_hands
from tests.dealer.writing import write_all, writer
from tests.simulate.games import game
from tests.store.filling import checksum, import_new_hands, rows, stored, tables

SITES = ("pokerstars", "fulltilt", "kingsclub", "merge", "winamax")
OF_THE_TEXT = {
    *("hero", "zone", "mix", "path", "first_line", "last_line", "digest", "program", "seat_line", "decision_line"),
    *("draw_line", "showdown_line", "says", "views"),
}
"""Columns that depend on whose text came first."""


def dealt(site: str, number: int = 3, seed: int = 5) -> list[Hand]:
    return list(deal_hands(game("callers", number, seed, site, open_cards=True)))


def write_view(hands: Iterable[Hand], player: int | None) -> str:
    """The hands as the player in that place sees them, or as somebody sees them who only watches."""
    names = ([seat.player for seat in hand.seats if seat.dealt_in] for hand in hands)
    pairs = zip(hands, names, strict=True)
    views = (replace(hand, hero=None if player is None else players[player]) for hand, players in pairs)
    return write_all(writer(hand.header.site).adapt_hand(hand) for hand in views)


def in_all_ways(folder: Path, hands: Sequence[Hand]) -> list[Path]:
    """Files with the hands as six players see them and somebody who watches, in another zone, packed and mailed."""
    folder.mkdir(exist_ok=True)
    for player in (*range(6), None):
        (folder / f"seen_by_{player}.txt").write_text(write_view(hands, player), "utf-8")
    elsewhere = [replace(hand, header=replace(hand.header, zone="CET")) for hand in hands]
    (folder / "zone.txt").write_text(write_view(elsewhere, 3), "utf-8")
    with ZipFile(folder / "packed.zip", "w") as packed:
        packed.writestr("a.txt", write_view(hands, 4))
        packed.writestr("b.txt", write_view(elsewhere, 2))
    (folder / "packed.txt.gz").write_bytes(gzip.compress(write_view(hands[::-1], 0).encode()))
    if hands[0].header.site != "merge":  # which are whole files of XML
        mail = EmailMessage()
        mail["Subject"] = "Hands"
        mail.set_content(write_view(hands, 1), cte="quoted-printable")
        (folder / "mailed.eml").write_bytes(mail.as_bytes())
    return sorted(folder.iterdir())


def imported(path: Path, imports: Iterable[Iterable[Path]], random: Random | None = None) -> Summary:
    """One import after the other, in batches of any size; what came of the last."""
    with Database(path) as database:
        for files in imports:
            summary = import_new_hands(database, files, batch_size=random.choice((1, 2, 100)) if random else 3_000)
    return summary


def played(path: Path) -> dict[str, pl.DataFrame]:
    """All rows of hands, without what depends on the text that came first."""
    wanted = ("hands", "seats", "decisions", "draws", "showdowns")
    frames = {name: rows for name, rows in tables(path).items() if name in wanted}
    plain = {name: frame.select(pl.exclude(*({*OF_THE_TEXT} & {*frame.columns}))) for name, frame in frames.items()}
    return {name: frame.sort(frame.columns, nulls_last=True) for name, frame in plain.items()}


def expect_whole(path: Path, hands: Sequence[Hand]) -> None:
    """Every hand is stored once with all its cards and nothing but notes of its views."""
    with Database(path, read_only=True) as database:
        assert rows(database, "SELECT count(*), count(DISTINCT hero) > 0 FROM hands") == [(len(hands), True)]
        [(seats, heroes, known)] = rows(
            database, "SELECT count(*), count(*) FILTER (hero), count(dealt) FROM seats WHERE dealt_in"
        )
        assert seats == heroes == known == 6 * len(hands)
        cards = {tuple(sorted(cards.split())) for (cards,) in rows(database, "SELECT dealt FROM seats")}
        assert cards == {tuple(sorted(deal.cards)) for hand in hands for deal in ev.of_type(hand.events, ev.Deal)}
        if hands[0].header.site != "winamax":  # which prints no drawn card
            unknown = "SELECT count(*) FROM draws WHERE held_before IS NULL OR held_after IS NULL OR NOT seen"
            assert rows(database, unknown) == [(0,)]
        findings = (
            "SELECT DISTINCT code, severity::VARCHAR FROM findings WHERE code NOT LIKE 'SEQ%' AND code <> 'SYN04'"
        )
        assert rows(database, findings) == [("SYN09", "note")]
        assert [check for check in run_checks(database) if check.wrong] == []
        assert rows(database, "SELECT count(*) FROM set_aside WHERE code <> 'SYN09'") == [(0,)]


@pytest.mark.nightly
@pytest.mark.soak(2)
@pytest.mark.parametrize("site", SITES)
def test_one_hand_in_all_views_zones_and_containers(site: str, tmp_path: Path) -> None:
    hands = dealt(site)
    files = in_all_ways(tmp_path / "files", hands)
    summary = imported(tmp_path / "whole", [files])
    assert (summary.stored, summary.set_aside) == (len(hands), 0)
    expect_whole(tmp_path / "whole", hands)
    expected, random = played(tmp_path / "whole"), Random(1)  # noqa: S311 - the same order in every run
    shuffled = random.sample(files, len(files))
    imported(tmp_path / "parts", [shuffled[:1], shuffled[1:3], shuffled[3:]], random)
    expect_whole(tmp_path / "parts", hands)
    for name, frame in played(tmp_path / "parts").items():
        assert frame.equals(expected[name]), name


@pytest.mark.nightly
def test_the_same_views_again_change_nothing(tmp_path: Path) -> None:
    files = in_all_ways(tmp_path / "files", dealt("pokerstars"))
    stored(tmp_path / "db", files)
    checksum_before = checksum(tmp_path / "db")
    for file in files:
        file.write_bytes(file.read_bytes() + b"\n" if file.suffix == ".txt" else file.read_bytes())
    assert imported(tmp_path / "db", ([file] for file in files)).stored == 0
    assert checksum(tmp_path / "db") == checksum_before
    with Database(tmp_path / "db") as database:
        import_new_hands(database, files, again=True)
    assert checksum(tmp_path / "db") == checksum_before
    retry_database(str(tmp_path / "db"), 1, lambda _: id)
    assert checksum(tmp_path / "db") == checksum_before


@pytest.mark.nightly
def test_a_check_says_the_same(database: Database, tmp_path: Path) -> None:
    files = in_all_ways(tmp_path / "files", dealt("pokerstars"))
    judging = Judging(None)
    results = [result for file in files for result in judging.judge_file(file)]
    judged = sorted(
        (finding.code, finding.path, finding.line, finding.message)
        for result in (*results, *judging.findings_between_hands())
        for finding in result.findings
    )
    summary = import_new_hands(database, files)
    assert judged == rows(database, "SELECT code, path, line, message FROM findings ORDER BY ALL")
    views = sum(code == "SYN09" for code, *_ in judged)
    assert judging.copy_count == summary.duplicates - views


@pytest.mark.nightly(1)
@pytest.mark.parametrize(
    ("words", "replacement"),
    [("6-max", "8-max"), (":00 ET", ":01 ET"), ("Table '", "Table 'A"), (" ($", " ($1")],
)
def test_nothing_is_joined_when_the_play_differs(words: str, replacement: str, tmp_path: Path) -> None:
    [hand] = dealt("pokerstars", 1)
    (tmp_path / "a.txt").write_text(write_view([hand], 0), "utf-8")
    second_view = write_view([hand], 1)
    assert words in second_view
    (tmp_path / "b.txt").write_text(second_view.replace(words, replacement, 1), "utf-8")
    summary = imported(tmp_path / "db", [flow.list_files([tmp_path / "a.txt", tmp_path / "b.txt"])])
    assert (summary.stored, summary.set_aside) == (1, 1)
    with Database(tmp_path / "db") as database:
        assert rows(database, "SELECT code FROM set_aside") == [("SYN07",)]
        assert rows(database, "SELECT count(*) FILTER (hero) FROM seats") == [(1,)]


@pytest.mark.nightly
def test_what_is_made_of_the_hand_has_all_cards(tmp_path: Path) -> None:
    """It is shown and written with them, at a site whose texts need a heading as well."""
    for site in ("pokerstars", "merge"):
        hands = dealt(site)
        imported(tmp_path / site, [in_all_ways(tmp_path / f"{site} files", hands)])
        with Database(tmp_path / site) as database:
            number = select_and_count_all_hands(database)
            hands_by_id = {
                result.hand.header.hand_id: result.hand for result in stored_hands(database, number) if result.hand
            }
            assert len(hands_by_id) == number == len(hands)
            for (hand_id,) in rows(database, "SELECT hand_id FROM hands"):
                view = find_view(database, hand_id)
                assert {finding.code for finding in view.findings} <= {"SEQ03", "SEQ04"}
                dealt_cards = {
                    event.player: set(event.cards) for event in ev.of_type(hands_by_id[hand_id].events, ev.Deal)
                }
                assert (len(dealt_cards), sum(map(len, dealt_cards.values()))) == (6, 30)


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["Elsewhere", "Nowhere", "Anywhere", "Somewhere"])
def test_views_of_a_play_that_gives_way_clash_one_by_one(name: str, tmp_path: Path) -> None:
    """Whatever came first; and those of a play that counts are joined again."""
    [hand] = dealt("pokerstars", 1)
    rival = write_view([replace(hand, table=replace(hand.table, name=name))], 0)
    texts = [*(write_view([hand], player) for player in range(3)), rival]
    for number, text in enumerate(texts):
        (tmp_path / f"{number}.txt").write_text(text, "utf-8")
    files = flow.list_files([tmp_path])
    for order in (files, files[::-1]):
        path = tmp_path / f"db {order[0].stem}"
        imported(path, [[file] for file in order])
        with Database(path) as database:
            codes = [code for (code,) in rows(database, "SELECT code FROM set_aside ORDER BY ALL")]
            [(table, heroes)] = rows(
                database,
                "SELECT table_name, count(*) FILTER (seats.hero) FROM hands JOIN seats USING (hand_key) GROUP BY 1",
            )
        is_rival = table == name
        assert (heroes, codes) == ((1, ["SYN07"] * 3) if is_rival else (3, ["SYN07", "SYN09", "SYN09"]))
        assert is_rival == (min(texts, key=digest_text) == rival)
