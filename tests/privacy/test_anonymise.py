"""Hands under pseudonyms: no name where one can stand, the same play, findings and statistics. HISTPARSE_SOAK: all."""

from __future__ import annotations

import json
import os
import re
import statistics
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from hashlib import scrypt
from itertools import islice, pairwise
from pathlib import Path
from random import Random

import numpy as np
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
MOST = None if SOAK else 6
"""Hands of each sample."""
DEALT = 1_000 if SOAK else 15
SALT = bytes(range(32))
NAMES = Pseudonyms(SALT)
ALL = Wishes(numbers=True, times=True, chat=True)
Anonymise = Callable[..., str]
UNWRITABLE = {"TBL04_no_such_day"}
"""Broken samples that are left out: played at a time that cannot be moved."""
TALKER = "Talker"


def texts(site: str) -> Iterator[HandText]:
    """Hands of each sample of that site."""
    for file in of_site(site):
        yield from islice((result.text for result in flow.cut_file_into_hand_texts(file) if result.text), MOST)


def rewrite(text: HandText) -> HandText | None:
    """The text under pseudonyms, if that can be written."""
    rewritten = rewrite_hand_if_possible(text, parse_hand(text), NAMES, ALL)
    return HandText(text.path, 1, rewritten.text, text.site, rewritten.heading) if rewritten else None


def judged(text: HandText) -> HandResult:
    [read] = flow.parse_texts([HandResult((), text)])
    return flow.judge_parsed(read)


@pytest.fixture
def masked(tmp_path: Path) -> Path:
    """The file that is written."""
    return tmp_path / "masked.txt"


@pytest.fixture
def anonymise(run: Run, masked: Path, tmp_path: Path) -> Anonymise:
    """Runs the command with the known salt, and gives its message."""
    salt_file = tmp_path / "known.salt"
    write_new_salt_file(SALT, salt_file)

    def call(*words: str | Path) -> str:
        code, _, message = run("anonymise", *words, "-o", masked, "--salt-file", salt_file, "--force")
        assert code == 0, message
        return message

    return call


def people(hand: Hand) -> set[str]:
    return {seat.player for seat in hand.seats} | {note.player for note in hand.notes if note.player}


def hands_in(file: Path) -> list[Hand]:
    return [result.hand for result in flow.parse_file(file) if result.hand]


# --- the same play -------------------------------------------------------------------------------------------


@pytest.mark.nightly(2)
@pytest.mark.parametrize("site", sites())
def test_samples_of_every_site_read_as_the_same_play(site: str) -> None:
    hands = [text for text in texts(site) if parse_hand(text).hand]
    assert hands
    for text in hands:
        assert_rewritten_as_same_play(text)


def assert_rewritten_as_same_play(text: HandText) -> None:
    """The same findings, and the same steps with the same figures, of other people."""
    rewritten = rewrite(text)
    assert rewritten is not None, text.text
    original, masked = judged(text), judged(rewritten)
    assert [finding.code for finding in masked.findings] == [finding.code for finding in original.findings]
    assert original.hand is not None
    assert masked.hand is not None
    view, masked_view = read_view(text), read_view(rewritten)
    assert view is not None
    assert masked_view is not None
    for stage, masked_stage in zip(view.stages, masked_view.stages, strict=True):
        steps = tuple(replace(step, line=0, player=NAMES.replace_player(step.player)) for step in stage.steps)
        masked_steps = tuple(replace(step, line=0) for step in masked_stage.steps)
        assert replace(masked_stage, steps=masked_steps) == replace(stage, steps=steps)
    assert [(seat.stack, seat.net) for seat in masked_view.seats] == [(seat.stack, seat.net) for seat in view.seats]
    names = people(original.hand)
    assert people(masked.hand) <= set(map(NAMES.replace_player, names))
    assert {name for name in names - SITE_WORDS if len(name) > 5 and name in rewritten.text} == set()


SITE_WORDS = {"Big Blind", "Seat 4", "draws 2", "(button)", "and is all-in"}
"""Names of players that are also words of sites."""


@pytest.mark.nightly(1)
@pytest.mark.parametrize("folder", ["illegal", "malformed"])
def test_broken_hands_keep_their_findings(folder: str) -> None:
    files, left_out = sorted((FOLDER / folder).iterdir()), set()
    for file in files:
        for text in (result.text for result in flow.cut_file_into_hand_texts(file) if result.text):
            if rewritten := rewrite(text):
                codes = sorted(finding.code for finding in judged(text).findings)
                assert sorted(finding.code for finding in judged(rewritten).findings) == codes, file
            elif parse_hand(text).hand:
                left_out.add(file.stem)
    assert left_out == UNWRITABLE & {file.stem for file in files}


@pytest.mark.parametrize("site", sites())
def test_dealt_hands_with_awkward_names(site: str) -> None:
    for hand in deal_hands(game("short", DEALT, 19, site)):
        cut = flow.cut_bytes_into_hand_texts(write_all([hand]).rstrip("\n").encode(), "x")
        assert_rewritten_as_same_play(next(result.text for result in cut if result.text))


@pytest.mark.nightly
@pytest.mark.soak(1)
@pytest.mark.parametrize("site", sites() if SOAK else ["merge", "phh", "winamax"])
def test_findings_and_statistics_stay_the_same(
    site: str, run: Run, anonymise: Anonymise, masked: Path, tmp_path: Path
) -> None:
    original = tmp_path / "original.txt"
    hands = [*deal_hands(game("ring", 36, 5, site))]
    original.write_text(write_all([*hands[:9], *hands[11:20], *hands[21:28], *hands[31:]]), encoding="utf-8")
    anonymise(original, "--keep-hero", "--shift")
    assert findings(run, original) == findings(run, masked)
    hero = None if site == "phh" else "Hero"  # PHH shows nobody's cards alone, and has no times
    assert counted(run, original, hero) == counted(run, masked, hero)


@pytest.mark.nightly(2)
@pytest.mark.parametrize("file", sorted((FOLDER / "illegal").glob("SEQ*")), ids=lambda file: file.stem)
def test_what_is_wrong_between_hands_stays_so(file: Path, run: Run, anonymise: Anonymise, masked: Path) -> None:
    anonymise(file, "--shift")
    assert findings(run, file) == findings(run, masked) != []


def findings(run: Run, file: Path) -> list[tuple[str, int]]:
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
        rates = filter(is_rate_statistic, catalogue().values())
        for table in run_statistics(database, [*rates], filters=Filters(by="player")):
            rows += sorted(table.drop("label", "player", strict=False).rows(), key=str)
    sessions = json.loads(run("sessions", hero, "--db", db, "--format", "json")[1]) if hero else []
    for session_row in sessions:
        for moment in ("began", "start", "end"):
            session_row.pop(moment, None)
    return [*rows, *sessions]


# --- names ---------------------------------------------------------------------------------------------------


def session(*names: str, hands: int = 4) -> str:
    """A session in which the hero and the opponent have these names."""
    hero, opponent = names
    dealt = write_all(deal_hands(Settings(hands=hands, seed=2, players=(2, 2), hero=hero, chatter=0)))
    (dealt_opponent,) = set(re.findall(r"Seat \d: (.*?) \(", dealt.split("*** ")[0])) - {hero}
    return dealt.replace(dealt_opponent, opponent)


@pytest.fixture
def session_file(tmp_path: Path) -> Path:
    file = tmp_path / "in.txt"
    file.write_text(session("Ann", "Bob"), encoding="utf-8")
    return file


@pytest.mark.parametrize("names", [("a", "Big Blind"), ("$1", "Table"), ("posts", "folds"), ("Total pot", "SUMMARY")])
def test_a_name_that_is_a_word_spoils_nothing(
    names: tuple[str, str], anonymise: Anonymise, masked: Path, tmp_path: Path
) -> None:
    file = tmp_path / "in.txt"
    file.write_text(session(*names), encoding="utf-8")
    anonymise(file, "--ids", "keep")
    hero, opponent = map(NAMES.replace_player, names)
    written = masked.read_text(encoding="utf-8")
    assert "*** DEALING HANDS ***" in written
    assert "posts big blind $" in written
    assert set(re.findall(r"Seat \d: (\w+)", written)) == {hero, opponent}
    assert written == session("Hero", "Villain").replace("Hero", hero).replace("Villain", opponent)


def test_the_same_salt_gives_the_same_names_in_other_files() -> None:
    same_salt, new_salt = Pseudonyms(SALT), Pseudonyms(bytes(32))
    assert same_salt.replace_player("Ann") == NAMES.replace_player("Ann") != new_salt.replace_player("Ann")
    assert NAMES.replace_player("Ann") != NAMES.replace_player("ann")
    assert len({NAMES.replace_player(f"player {number}") for number in range(200)}) == 200


def test_to_try_a_name_is_dear_even_with_the_salt(monkeypatch: pytest.MonkeyPatch) -> None:
    costs = []

    def note_cost(secret: bytes, *, salt: bytes, n: int, r: int, p: int, dklen: int) -> bytes:
        costs.append(n * r * p)
        return scrypt(secret, salt=salt, n=n, r=r, p=p, dklen=dklen)

    monkeypatch.setattr(pseudonyms, "COST", COST)
    monkeypatch.setattr(pseudonyms, "scrypt", note_cost)
    for number in range(3):
        Pseudonyms(SALT).replace_player(f"tried {number}")
    assert costs == [8 << 12] * 3  # 4 MB each


def test_a_salt_is_kept_where_only_its_owner_reads_it(
    run: Run, session_file: Path, masked: Path, tmp_path: Path
) -> None:
    salt_file = tmp_path / "new.salt"
    _, _, message = run("anonymise", session_file, "-o", masked, "--salt-file", salt_file)
    assert f"The salt is new, in {salt_file}: whoever has that file can find out the names." in message
    assert salt_file.stat().st_mode & 0o777 == 0o600
    content, salt = masked.read_bytes(), salt_file.read_bytes()
    assert "The salt" not in run("anonymise", session_file, "-o", masked, "--salt-file", salt_file, "--force")[2]
    assert (masked.read_bytes(), salt_file.read_bytes()) == (content, salt)
    run("anonymise", session_file, "-o", masked, "--salt-file", tmp_path / "second.salt", "--force")
    assert masked.read_bytes() != content


def test_what_is_no_salt_stays_as_it_is(run: Run, session_file: Path, masked: Path, tmp_path: Path) -> None:
    salt_file, content = tmp_path / "new.salt", session_file.read_bytes()
    for path, sentence in (
        (session_file, "is not a salt file"),
        (tmp_path, "is not a file"),
        (tmp_path / "a" / "b", "cannot write"),
    ):
        code, _, message = run("anonymise", session_file, "-o", masked, "--salt-file", path)
        assert (code, sentence in message, masked.exists()) == (2, True, False)
    assert session_file.read_bytes() == content
    assert run("anonymise", tmp_path / "none.txt", "-o", masked, "--salt-file", salt_file)[0] == 2
    assert not salt_file.exists()


def test_a_word_is_no_salt(run: Run, masked: Path) -> None:
    code, _, message = run("anonymise", FOLDER / "phh", "-o", masked, "--salt", "word")
    assert (code, "--salt-file" in message) == (2, True)


@pytest.mark.parametrize(
    ("options", "kept"), [(["--keep-hero"], {"Ann", "Bob"}), (["--keep", "Cleo"], {"Cleo"})], ids=["heroes", "by name"]
)
def test_players_keep_their_names_wherever_they_are(
    options: list[str],
    kept: set[str],
    anonymise: Anonymise,
    session_file: Path,
    masked: Path,
    tmp_path: Path,
) -> None:
    second = tmp_path / "second.txt"
    second.write_text(session("Bob", "Cleo"), encoding="utf-8")
    anonymise(session_file, second, *options)
    names = set().union(*map(people, hands_in(masked)))
    assert names == kept | {*map(NAMES.replace_player, {"Ann", "Bob", "Cleo"} - kept)}


@pytest.mark.parametrize("chat", ["drop", "mask"])
def test_what_people_say_is_not_passed_on(chat: str, anonymise: Anonymise, masked: Path, tmp_path: Path) -> None:
    """Names are in the chat, in remarks and in unknown lines."""
    file = tmp_path / "talk.txt"
    lines = 'Talker said, "Robert is Bob Smith"\nTalker leaves the table\nRobert sings for Ann\nRobert, who?\n'
    text = session("Ann", "Robert").replace("*** FIRST DRAW", f"{lines}*** FIRST DRAW")
    file.write_text(text, encoding="utf-8")
    anonymise(file, "--chat", chat)
    written = masked.read_text(encoding="utf-8")
    for word in ("Robert", "Ann", "Bob", TALKER, "sings"):
        assert word not in written
    talker = NAMES.replace_player(TALKER)
    assert (f'{talker} said, "..."' in written) == (chat == "mask")
    assert f"{talker} leaves the table" in written
    codes, masked_codes = (
        [finding.code for result in flow.judge_file(path) for finding in result.findings] for path in (file, masked)
    )
    assert masked_codes == codes
    assert "SYN03" in codes


# --- numbers and times ---------------------------------------------------------------------------------------


def test_numbers_and_tables_are_mapped_or_kept(anonymise: Anonymise, session_file: Path, masked: Path) -> None:
    original = hands_in(session_file)
    anonymise(session_file)
    mapped = hands_in(masked)
    assert {hand.header.hand_id for hand in mapped} & {hand.header.hand_id for hand in original} == set()
    assert {hand.table.name for hand in mapped} & {hand.table.name for hand in original} == set()
    numbers = [int(hand.header.hand_id) for hand in mapped]
    assert numbers == sorted(numbers)
    anonymise(session_file, "--ids", "keep")
    assert [replace(hand.header, line=0) for hand in hands_in(masked)] == [
        replace(hand.header, line=0) for hand in original
    ]


def test_numbers_keep_their_order_whatever_their_length() -> None:
    random = Random(1)  # noqa: S311 - test data
    numbers = sorted({0, 1, 2, *(random.randrange(10 ** random.randrange(1, 25)) for _ in range(2_000))})
    mapped = [int(NAMES.replace_number(str(number))) for number in numbers]
    assert all(low < high for low, high in pairwise(mapped))
    # Short ones are left as they are.
    assert all(number <= mapped_number for number, mapped_number in zip(numbers, mapped, strict=True))
    parts = [NAMES.replace_number(f"20000000-{hand}-1475957714") for hand in (3, 4)]
    assert [part.split("-")[1] for part in parts] == ["3", "4"]


@pytest.mark.nightly
def test_one_known_number_does_not_give_the_others() -> None:
    numbers = [str(230_000_000_000 + 37 * step) for step in range(400)]
    gaps = [high - low for low, high in pairwise(int(NAMES.replace_number(number)) for number in numbers)]
    assert max(Counter(gaps).values()) < 5
    assert statistics.stdev(gaps) > statistics.mean(gaps) / 4
    salts = [Pseudonyms(bytes([number] * 32)) for number in range(12)]
    mapped = np.array([[int(names.replace_number(number)) for number in numbers] for names in salts])
    distances = mapped[:, 1:] - mapped[:, :1]  # from the known number, the first
    assert all(len({*guesses}) == len(salts) for guesses in distances.T)


def test_times_are_shifted_together_and_that_is_said(anonymise: Anonymise, session_file: Path, masked: Path) -> None:
    message = anonymise(session_file, "--shift")
    assert "All times are in other weeks" in message
    assert "days of the week and hours, with the time between hands" in message
    shifts = {played - moved for played, moved in zip(moments(session_file), moments(masked), strict=True)}
    assert shifts == {NAMES.weeks}
    assert NAMES.weeks.days % 7 == 0


def test_there_are_hundreds_of_weeks_and_all_lead_to_possible_times() -> None:
    salts = [Pseudonyms(number.to_bytes(32)) for number in range(2_000)]
    assert len({names.weeks for names in salts}) > 350
    first, last = earliest_and_latest_time()
    farthest = max(salts, key=lambda names: names.weeks)
    for played_at in (first, EARLY - timedelta(seconds=1), EARLY, last):
        assert first <= farthest.move_by_secret_weeks(played_at) <= last


def test_a_hand_of_an_impossible_time_does_not_become_a_possible_one(
    anonymise: Anonymise, session_file: Path, masked: Path
) -> None:
    text = session_file.read_text(encoding="utf-8")
    session_file.write_text(re.sub(r"- \d{4}/", "- 1997/", text, count=1), encoding="utf-8")
    assert "1 hand left out" in anonymise(session_file, "--shift")
    assert len(moments(masked)) == 3


def moments(file: Path) -> list[datetime]:
    return [hand.header.played_at for hand in hands_in(file) if hand.header.played_at]


def test_what_still_tells_who_it_was_is_said(run: Run, session_file: Path) -> None:
    _, _, message = run("anonymise", session_file, "-o", "-")
    assert "USD 0.10/0.20 is rare here (4 hands, 2 players)" in message
    assert re.search(r"\d{4}-\d\d has only 4 hands", message)
    assert "times are as they were: --shift moves them" in message
    assert "with --salt-file FILE the same players get the same pseudonyms" in message
    assert "As they were: cards, stacks, bets, stakes and the order of hands, times." in message
    assert "Ann" not in message


# --- refusals ------------------------------------------------------------------------------------------------


def test_hands_that_cannot_be_written_are_left_out_and_said(
    run: Run, anonymise: Anonymise, session_file: Path, tmp_path: Path
) -> None:
    unwritable = FOLDER / "illegal" / "TBL04_no_such_day.txt"
    sentence = f"1 hand left out: they would not read as the same hand, the first at {unwritable}:1"
    assert sentence in anonymise(session_file, unwritable, "--shift")
    assert run("anonymise", unwritable, "--shift", "-o", tmp_path / "none.txt")[0] == 2
    assert not (tmp_path / "none.txt").exists()


def test_refusals_are_one_sentence(run: Run, tmp_path: Path) -> None:
    mixed = [FOLDER / "phh", FOLDER / "kingsclub"]
    assert "hands of phh need a file of their own" in run("anonymise", *mixed, "-o", tmp_path / "masked.txt")[2]
    assert list(tmp_path.iterdir()) == []
    file = tmp_path / "there.txt"
    file.write_text("mine", encoding="utf-8")
    code, _, message = run("anonymise", FOLDER / "winamax", "-o", file)
    assert (code, file.read_text(encoding="utf-8")) == (2, "mine")
    assert "there.txt` exists: name another file, or overwrite it with --force" in message
