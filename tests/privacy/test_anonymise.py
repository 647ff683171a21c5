"""Hands under pseudonyms: no name where one can stand, the same play, findings and statistics. HISTPARSE_SOAK: all."""

from __future__ import annotations

import json
import os
import re
import statistics
from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta
from hashlib import scrypt
from itertools import islice, pairwise
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from histparse import flow
from histparse.judging.engine import HandResult
from histparse.model.hand import Hand
from histparse.parsing.parser import parse_hand
from histparse.privacy import pseudonyms
from histparse.privacy.masked import Wishes
from histparse.privacy.pseudonyms import COST, EARLY, Pseudonyms, write_new_salt_file
from histparse.privacy.rewriting import rewrite_hand_if_possible
from histparse.reader import HandText
from histparse.rules.tables import earliest_and_latest_time
from histparse.simulate import Settings, deal_hands
from histparse.stats import Filters, catalogue, run_statistics
from histparse.stats.run import is_rate_statistic
from histparse.store import Database
from histparse.view.from_text import read_view
from tests.dealer.writing import sites, write_all
from tests.running import Run
from tests.samples import FOLDER, of_site
from tests.simulate.games import game

SOAK = bool(os.environ.get("HISTPARSE_SOAK"))
FEW = None if SOAK else 6
DEALT = 1_000 if SOAK else 15
SALT = bytes(range(32))
NAMES = Pseudonyms(SALT)
ALL = Wishes(numbers=True, times=True, chat=True)
UNWRITABLE = {"TBL04_no_such_day"}
"""Broken samples that are left out: played at a time that cannot be moved."""
TALKER = "Talker"


def texts(site: str) -> Iterator[HandText]:
    """Hands of each sample of that site."""
    for file in of_site(site):
        yield from islice((result.text for result in flow.cut_file_into_hand_texts(file) if result.text), FEW)


def hidden(text: HandText, wishes: Wishes = ALL, names: Pseudonyms = NAMES) -> HandText | None:
    """The text under pseudonyms; None if it is not a hand of the game."""
    parsed = parse_hand(text)
    if parsed.hand is None:
        return None
    found = rewrite_hand_if_possible(text, parsed, names, wishes)
    assert found is not None, text.text
    return HandText(text.path, 1, found.text, text.site, found.heading)


def judged(text: HandText) -> HandResult:
    [read] = flow.parse_texts([HandResult((), text)])
    return flow.judge_parsed(read)


@pytest.fixture
def salted(tmp_path: Path) -> Path:
    """A file with the salt."""
    file = tmp_path / "own.salt"
    write_new_salt_file(SALT, file)
    return file


def people(hand: Hand) -> set[str]:
    return {seat.player for seat in hand.seats} | {note.player for note in hand.notes if note.player}


# --- the same play -------------------------------------------------------------------------------------------


@pytest.mark.nightly(2)
@pytest.mark.parametrize("site", sites())
def test_samples_of_every_site_read_as_the_same_play(site: str) -> None:
    number = 0
    for text in texts(site):
        again = hidden(text)
        if again is not None:
            number += 1
            assert_same(text, again)
    assert number


def assert_same(text: HandText, again: HandText) -> None:
    """The same findings, and the same steps with the same figures, of other people."""
    before, after = judged(text), judged(again)
    assert [finding.code for finding in after.findings] == [finding.code for finding in before.findings]
    assert before.hand is not None
    assert after.hand is not None
    seen, shown = read_view(text), read_view(again)
    assert seen is not None
    assert shown is not None
    assert [replace(stage, steps=()) for stage in shown.stages] == [replace(stage, steps=()) for stage in seen.stages]
    for one, other in zip(seen.stages, shown.stages, strict=True):
        assert [replace(step, line=0, player=NAMES.replace_player(step.player)) for step in one.steps] == [
            replace(step, line=0) for step in other.steps
        ]
    assert [(seat.stack, seat.net) for seat in shown.seats] == [(seat.stack, seat.net) for seat in seen.seats]
    assert people(after.hand) <= set(map(NAMES.replace_player, people(before.hand)))
    kept = {word for name in people(before.hand) if len(name) > 5 for word in [name] if word in again.text}
    assert kept - SITE_WORDS == set()


SITE_WORDS = {"Big Blind", "Seat 4", "draws 2", "(button)", "and is all-in"}
"""Names of players that are also words of sites."""


@pytest.mark.nightly(1)
@pytest.mark.parametrize("folder", ["illegal", "malformed"])
def test_broken_hands_keep_their_findings(folder: str) -> None:
    left: set[str] = set()
    for file in sorted((FOLDER / folder).iterdir()):
        for text in (result.text for result in flow.cut_file_into_hand_texts(file) if result.text):
            parsed = parse_hand(text)
            found = rewrite_hand_if_possible(text, parsed, NAMES, ALL)
            if found is None:
                left |= {file.stem} if parsed.hand else set()
                continue
            again = HandText(text.path, 1, found.text, text.site, found.heading)
            codes = sorted(finding.code for finding in judged(text).findings)
            assert sorted(finding.code for finding in judged(again).findings) == codes, file
    assert left == UNWRITABLE & {file.stem for file in (FOLDER / folder).iterdir()}


@pytest.mark.parametrize("site", sites())
def test_dealt_hands_with_awkward_names(site: str) -> None:
    for hand in deal_hands(game("short", DEALT, 19, site)):
        parsed = HandText("", 1, write_all([hand]).rstrip("\n"), site)
        text = next(result.text for result in flow.cut_bytes_into_hand_texts(parsed.text.encode(), "x") if result.text)
        again = hidden(text)
        assert again is not None
        assert_same(text, again)


@pytest.mark.nightly
@pytest.mark.soak(1)
@pytest.mark.parametrize("site", sites() if SOAK else ["merge", "phh", "winamax"])
def test_findings_and_statistics_stay_the_same(site: str, run: Run, salted: Path, tmp_path: Path) -> None:
    before, after = tmp_path / "before.txt", tmp_path / "after.txt"
    hands = [*deal_hands(game("ring", 36, 5, site))]
    before.write_text(write_all([*hands[:9], *hands[11:20], *hands[21:28], *hands[31:]]), encoding="utf-8")
    assert run("anonymise", before, "-o", after, "--salt-file", salted, "--keep-hero", "--shift")[0] == 0
    assert found(run, before) == found(run, after)
    hero = None if site == "phh" else "Hero"  # PHH shows nobody's cards alone, and has no times
    assert counted(run, before, hero) == counted(run, after, hero)


@pytest.mark.nightly(2)
@pytest.mark.parametrize("file", sorted((FOLDER / "illegal").glob("SEQ*")), ids=lambda file: file.stem)
def test_what_is_wrong_between_hands_stays_so(file: Path, run: Run, salted: Path, tmp_path: Path) -> None:
    after = tmp_path / "after.txt"
    assert run("anonymise", file, "-o", after, "--salt-file", salted, "--shift")[0] == 0
    assert found(run, file) == found(run, after) != []


def found(run: Run, file: Path) -> list[tuple[str, int]]:
    """Codes, each with the number of its hand in the file."""
    listed = json.loads(run("check", file, "--format", "json")[1])
    numbers = [result.hand and result.hand.header.hand_id for result in flow.parse_file(file)]
    return sorted((finding["code"], numbers.index(finding["hand_id"])) for finding in listed)


def counted(run: Run, file: Path, hero: str | None) -> list[object]:
    """All rates of each player, the hero's sessions, and all rows of play without names and places."""
    db = file.with_suffix(".duckdb")
    assert run("import", file, "--db", db)[0] == 0
    with Database(db, read_only=True) as database:
        rows = database.connection.execute(
            "SELECT * EXCLUDE (hand_key, player, aggressor, decision_line) FROM decisions ORDER BY decision_line"
        ).fetchall()
        rows += database.connection.execute("SELECT code, count(*) FROM findings GROUP BY ALL ORDER BY 1").fetchall()
        rates = [one for one in catalogue().values() if is_rate_statistic(one)]
        for found in run_statistics(database, rates, filters=Filters(by="player")):
            rows += sorted(found.drop("label", "player", strict=False).rows(), key=str)
    sessions = json.loads(run("sessions", hero, "--db", db, "--format", "json")[1]) if hero else []
    plain = [{key: value for key, value in one.items() if key not in {"began", "start", "end"}} for one in sessions]
    return [*rows, *plain]


# --- names ---------------------------------------------------------------------------------------------------


def session(*names: str, hands: int = 4) -> str:
    """A session in which the hero and the others have these names."""
    dealt = write_all(deal_hands(Settings(hands=hands, seed=2, players=(2, 2), hero=names[0], chatter=0)))
    (other,) = set(re.findall(r"Seat \d: (.*?) \(", dealt.split("*** ")[0])) - {names[0]}
    return dealt.replace(other, names[1])


@pytest.mark.parametrize("names", [("a", "Big Blind"), ("$1", "Table"), ("posts", "folds"), ("Total pot", "SUMMARY")])
def test_a_name_that_is_a_word_spoils_nothing(names: tuple[str, str], run: Run, salted: Path, tmp_path: Path) -> None:
    file, out = tmp_path / "in.txt", tmp_path / "out.txt"
    file.write_text(session(*names), encoding="utf-8")
    assert run("anonymise", file, "-o", out, "--ids", "keep", "--salt-file", salted)[0] == 0
    written = out.read_text(encoding="utf-8")
    assert "*** DEALING HANDS ***" in written
    assert "posts big blind $" in written
    pseudonyms = {name: NAMES.replace_player(name) for name in names}
    seats = set(re.findall(r"Seat \d: (\w+)", written))
    assert seats == set(pseudonyms.values())
    plain = session("Hero", "Other")
    assert written == plain.replace("Hero", pseudonyms[names[0]]).replace("Other", pseudonyms[names[1]])


def test_the_same_salt_gives_the_same_names_in_other_files() -> None:
    again, other = Pseudonyms(SALT), Pseudonyms(bytes(32))
    assert again.replace_player("Ann") == NAMES.replace_player("Ann") != other.replace_player("Ann")
    assert NAMES.replace_player("Ann") != NAMES.replace_player("ann")
    assert len({NAMES.replace_player(f"player {number}") for number in range(200)}) == 200


def test_to_try_a_name_is_dear_even_with_the_salt(monkeypatch: pytest.MonkeyPatch) -> None:
    costs = []

    def noted(secret: bytes, *, salt: bytes, n: int, r: int, p: int, dklen: int) -> bytes:
        costs.append(n * r * p)
        return scrypt(secret, salt=salt, n=n, r=r, p=p, dklen=dklen)

    monkeypatch.setattr(pseudonyms, "COST", COST)
    monkeypatch.setattr(pseudonyms, "scrypt", noted)
    for number in range(3):
        Pseudonyms(SALT).replace_player(f"tried {number}")
    assert costs == [8 << 12] * 3  # 4 MB each


def test_a_salt_is_kept_where_only_its_owner_reads_it(run: Run, tmp_path: Path) -> None:
    file, salt, out = tmp_path / "in.txt", tmp_path / "own.salt", tmp_path / "out.txt"
    file.write_text(session("Ann", "Bob"), encoding="utf-8")
    _, _, err = run("anonymise", file, "-o", out, "--salt-file", salt)
    assert f"The salt is new, in {salt}: whoever has that file can find out the names." in err
    assert salt.stat().st_mode & 0o777 == 0o600
    first, kept = out.read_bytes(), salt.read_bytes()
    assert "The salt" not in run("anonymise", file, "-o", out, "--salt-file", salt, "--force")[2]
    assert (out.read_bytes(), salt.read_bytes()) == (first, kept)
    run("anonymise", file, "-o", out, "--salt-file", tmp_path / "other.salt", "--force")
    assert out.read_bytes() != first


def test_what_is_no_salt_stays_as_it_is(run: Run, tmp_path: Path) -> None:
    file, out, salt = tmp_path / "in.txt", tmp_path / "out.txt", tmp_path / "own.salt"
    file.write_text(session("Ann", "Bob"), encoding="utf-8")
    content = file.read_bytes()
    for other, sentence in (
        (file, "is not a salt file"),
        (tmp_path, "is not a file"),
        (tmp_path / "a" / "b", "cannot write"),
    ):
        code, _, err = run("anonymise", file, "-o", out, "--salt-file", other)
        assert (code, sentence in err, out.exists()) == (2, True, False)
    assert file.read_bytes() == content
    assert run("anonymise", tmp_path / "none.txt", "-o", out, "--salt-file", salt)[0] == 2
    assert not salt.exists()


def test_a_word_is_no_salt(run: Run, tmp_path: Path) -> None:
    code, _, err = run("anonymise", FOLDER / "phh", "-o", tmp_path / "out.txt", "--salt", "word")
    assert (code, "--salt-file" in err) == (2, True)


def test_heroes_keep_their_names_wherever_they_are(run: Run, salted: Path, tmp_path: Path) -> None:
    first, second = tmp_path / "1.txt", tmp_path / "2.txt"
    first.write_text(session("Ann", "Bob"), encoding="utf-8")
    second.write_text(session("Bob", "Cleo"), encoding="utf-8")
    both = tmp_path / "both.txt"
    assert run("anonymise", first, second, "-o", both, "--salt-file", salted, "--keep-hero")[0] == 0
    names = {name for result in flow.parse_file(both) if result.hand for name in people(result.hand)}
    assert names == {"Ann", "Bob", NAMES.replace_player("Cleo")}
    assert run("anonymise", first, second, "-o", both, "--salt-file", salted, "--keep", "Cleo", "--force")[0] == 0
    names = {name for result in flow.parse_file(both) if result.hand for name in people(result.hand)}
    assert names == {"Cleo", *map(NAMES.replace_player, ("Ann", "Bob"))}


def talk(tmp_path: Path) -> Path:
    """A session in which names are in the chat, in remarks and in unknown lines."""
    file = tmp_path / "talk.txt"
    text = session("Ann", "Robert")
    lines = 'Talker said, "Robert is Bob Smith"\nTalker leaves the table\nRobert sings for Ann\nRobert, who?\n'
    file.write_text(text.replace("*** FIRST DRAW", f"{lines}*** FIRST DRAW"), encoding="utf-8")
    return file


@pytest.mark.parametrize("chat", ["drop", "mask"])
def test_what_people_say_is_not_passed_on(chat: str, run: Run, salted: Path, tmp_path: Path) -> None:
    file, out = talk(tmp_path), tmp_path / "out.txt"
    assert run("anonymise", file, "-o", out, "--salt-file", salted, "--chat", chat)[0] == 0
    written = out.read_text(encoding="utf-8")
    for word in ("Robert", "Ann", "Bob", TALKER, "sings"):
        assert word not in written
    talker = NAMES.replace_player(TALKER)
    assert (f'{talker} said, "..."' in written) == (chat == "mask")
    assert f"{talker} leaves the table" in written
    before = [finding.code for result in flow.judge_file(file) for finding in result.findings]
    assert [finding.code for result in flow.judge_file(out) for finding in result.findings] == before
    assert "SYN03" in before


# --- numbers and times ---------------------------------------------------------------------------------------


def test_numbers_and_tables_are_mapped_or_kept(run: Run, salted: Path, tmp_path: Path) -> None:
    file, out = tmp_path / "in.txt", tmp_path / "out.txt"
    file.write_text(session("Ann", "Bob"), encoding="utf-8")
    original = [result.hand for result in flow.parse_file(file) if result.hand]
    assert run("anonymise", file, "-o", out, "--salt-file", salted)[0] == 0
    mapped = [result.hand for result in flow.parse_file(out) if result.hand]
    assert {hand.header.hand_id for hand in mapped} & {hand.header.hand_id for hand in original} == set()
    assert {hand.table.name for hand in mapped} & {hand.table.name for hand in original} == set()
    numbers = [int(hand.header.hand_id) for hand in mapped]
    assert numbers == sorted(numbers)
    assert run("anonymise", file, "-o", out, "--salt-file", salted, "--ids", "keep", "--force")[0] == 0
    kept = [result.hand for result in flow.parse_file(out) if result.hand]
    assert [hand.header for hand in kept] == [
        replace(hand.header, line=one.header.line) for hand, one in zip(original, kept, strict=True)
    ]


def test_numbers_keep_their_order_whatever_their_length() -> None:
    drawn = Random(1)  # noqa: S311 - test data
    numbers = sorted({0, 1, 2, *(drawn.randrange(10 ** drawn.randrange(1, 25)) for _ in range(2_000))})
    mapped = [int(NAMES.replace_number(str(number))) for number in numbers]
    assert all(low < high for low, high in pairwise(mapped))
    assert all(number <= new for number, new in zip(numbers, mapped, strict=True))  # short ones are left as they are
    parts = [NAMES.replace_number(f"20000000-{hand}-1475957714") for hand in (3, 4)]
    assert [part.split("-")[1] for part in parts] == ["3", "4"]


@pytest.mark.nightly
def test_one_known_number_does_not_give_the_others() -> None:
    known = 230_000_000_000
    others = [known + 37 * step for step in range(1, 400)]
    mapped = [int(NAMES.replace_number(str(number))) for number in (known, *others)]
    gaps = [high - low for low, high in pairwise(mapped)]
    assert max(Counter(gaps).values()) < 5
    assert statistics.stdev(gaps) > statistics.mean(gaps) / 4
    guessed = [
        {int(names.replace_number(str(number))) - int(names.replace_number(str(known))) for names in SALTED}
        for number in others
    ]
    assert all(len(differences) == len(SALTED) for differences in guessed)


SALTED = [Pseudonyms(bytes([number] * 32)) for number in range(12)]


def test_times_are_shifted_together_and_that_is_said(run: Run, salted: Path, tmp_path: Path) -> None:
    file, out = tmp_path / "in.txt", tmp_path / "out.txt"
    file.write_text(session("Ann", "Bob"), encoding="utf-8")
    code, _, err = run("anonymise", file, "-o", out, "--salt-file", salted, "--shift")
    assert code == 0
    assert "All times are in other weeks" in err
    assert "days of the week and hours, with the time between hands" in err
    shifts = {before - after for before, after in zip(moments(file), moments(out), strict=True)}
    assert shifts == {NAMES.weeks}
    assert NAMES.weeks.days % 7 == 0


def test_there_are_hundreds_of_weeks_and_all_lead_to_possible_times() -> None:
    weeks = [Pseudonyms(number.to_bytes(32)).weeks for number in range(2_000)]
    assert len(set(weeks)) > 350
    first, last = earliest_and_latest_time()
    farthest = Pseudonyms(next(number.to_bytes(32) for number in range(2_000) if weeks[number] == max(weeks)))
    for played_at in (first, EARLY - timedelta(seconds=1), EARLY, last):
        assert first <= farthest.move_by_secret_weeks(played_at) <= last


def test_a_hand_of_an_impossible_time_does_not_become_a_possible_one(run: Run, salted: Path, tmp_path: Path) -> None:
    file, out = tmp_path / "in.txt", tmp_path / "out.txt"
    whole = session("Ann", "Bob")
    file.write_text(re.sub(r"- \d{4}/", "- 1997/", whole, count=1), encoding="utf-8")
    _, _, err = run("anonymise", file, "-o", out, "--salt-file", salted, "--shift")
    assert "1 hand left out" in err
    assert len(moments(out)) == 3


def moments(file: Path) -> list[datetime]:
    return [
        result.hand.header.played_at for result in flow.parse_file(file) if result.hand and result.hand.header.played_at
    ]


def test_what_still_tells_who_it_was_is_said(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "in.txt"
    file.write_text(session("Ann", "Bob"), encoding="utf-8")
    _, _, err = run("anonymise", file, "-o", "-")
    assert "USD 0.10/0.20 is rare here (4 hands, 2 players)" in err
    assert re.search(r"\d{4}-\d\d has only 4 hands", err)
    assert "times are as they were: --shift moves them" in err
    assert "with --salt-file FILE the same players get the same pseudonyms" in err
    assert "As they were: cards, stacks, bets, stakes and the order of hands, times." in err
    assert "Ann" not in err


# --- refusals ------------------------------------------------------------------------------------------------


def test_hands_that_cannot_be_written_are_left_out_and_said(run: Run, tmp_path: Path) -> None:
    good, bad = tmp_path / "good.txt", FOLDER / "illegal" / "TBL04_no_such_day.txt"
    good.write_text(session("Ann", "Bob"), encoding="utf-8")
    code, _, err = run("anonymise", good, bad, "--shift", "-o", tmp_path / "out.txt")
    assert code == 0
    assert f"1 hand left out: they would not read as the same hand, the first at {bad}:1" in err
    code, _, err = run("anonymise", bad, "--shift", "-o", tmp_path / "none.txt")
    assert code == 2
    assert not (tmp_path / "none.txt").exists()


def test_refusals_are_one_sentence(run: Run, tmp_path: Path) -> None:
    mixed = [FOLDER / "phh", FOLDER / "kingsclub"]
    assert "hands of phh need a file of their own" in run("anonymise", *mixed, "-o", tmp_path / "out.txt")[2]
    assert list(tmp_path.iterdir()) == []
    out = tmp_path / "there.txt"
    out.write_text("mine", encoding="utf-8")
    code, _, err = run("anonymise", FOLDER / "winamax", "-o", out)
    assert (code, out.read_text(encoding="utf-8")) == (2, "mine")
    assert "there.txt` exists: name another file, or overwrite it with --force" in err
