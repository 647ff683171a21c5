from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from histparse.flow import parse_file
from histparse.model.findings import Finding
from histparse.model.hand import Hand
from histparse.parsing.parser import Parsed, parse_hand
from tests.parsing.dialects.tables import read_table
from tests.parsing.reading import codes, expect_hand, hand_texts, parse, read_hand, rename_players
from tests.rules.altering import texts
from tests.samples import FOLDER

MALFORMED = FOLDER / "malformed"
SAMPLES = sorted(MALFORMED.glob("SYN*.txt"))
GOOD = (MALFORMED / "chat_like_acts.txt").read_text(encoding="utf-8")
LINES = GOOD.splitlines()


def parse_stars(*lines: str) -> Parsed:
    return parse("\n".join(lines).rstrip(), "pokerstars")


def read(file: Path) -> tuple[list[Hand], list[Finding]]:
    hands: list[Hand] = []
    findings: list[Finding] = []
    for result in parse_file(file):
        findings += result.findings
        hands += [result.hand] if result.hand else []
    return hands, findings


@pytest.mark.parametrize("file", SAMPLES, ids=lambda file: file.stem)
def test_a_malformed_sample_gives_its_finding_alone(file: Path) -> None:
    _, findings = read(file)
    assert codes(findings) == [file.stem[:5]]


MESSAGES = read_table("""
SYN01_no_stakes => 1 => expected the header of a ring game (`PokerStars Hand #1:
SYN01_no_table_line => 2 => expected the table line (`Table\x20
SYN01_no_seats => 3 => expected a seat line (`Seat 1: name ($4 in chips)`), found `Grace: posts small blind $0
SYN01_seats_in_play => 13 => expected a line of the play or of the summary, found `Seat 6: Alan
SYN02_breaks_off => 41 => cut short
SYN02_header_only => 23 => cut short: expected the table line
SYN03_unknown_line => 13 => `Linus has been promoted to Silver Star`
SYN04_lost_header => 39 => after the end of a hand
SYN04_text_before => 2 => no hand of a site that can be read begins here; these can:\x20
SYN05_razz_in_a_mix => 39 => Razz Limit
SYN08_cancelled => 6 => cancelled this hand
""")


@pytest.mark.parametrize(("sample", "line", "words"), MESSAGES)
def test_a_finding_states_the_line_and_what_was_expected_there(sample: str, line: str, words: str) -> None:
    _, (finding,) = read(MALFORMED / f"{sample}.txt")
    assert finding.line == int(line)
    assert words in finding.message
    assert finding.path.endswith(f"{sample}.txt")


@pytest.mark.parametrize(
    ("sample", "hands"),
    [("SYN01_no_table_line", 1), ("SYN02_breaks_off", 2), ("SYN04_lost_header", 1), ("SYN05_razz_in_a_mix", 1)],
)
def test_one_bad_hand_costs_one_hand(sample: str, hands: int) -> None:
    assert len(read(MALFORMED / f"{sample}.txt")[0]) == hands


def test_a_hand_cut_short_is_kept_and_marked() -> None:
    whole, cut = read(MALFORMED / "SYN02_breaks_off.txt")[0]
    assert not whole.header.partial
    assert cut.header.partial
    assert cut.last_line == 41


def test_another_game_is_named() -> None:
    (text,) = [text for text in hand_texts(MALFORMED / "SYN05_razz_in_a_mix.txt") if "Razz" in text.text]
    result = parse_hand(text)
    assert (result.skipped, result.hand) == ("Razz Limit", None)


def test_chat_is_never_an_act() -> None:
    hand = expect_hand(parse_stars(GOOD))
    silent = expect_hand(parse_stars(*(line for line in LINES if " said, " not in line and " the table" not in line)))
    assert [type(event) for event in hand.events] == [type(event) for event in silent.events]
    assert [note.kind for note in hand.notes if note.kind != "dealing hands"] == (
        ["join", "chat", "chat", "leave", "chat", "chat", "chat", "chat"]
    )
    assert {note.text for note in hand.notes} <= {line.rstrip() for line in LINES}


def test_every_event_is_on_its_line() -> None:
    hand = expect_hand(parse_stars(GOOD))
    assert (hand.header.line, hand.table.line, hand.seats[0].line) == (1, 2, 3)
    for event in hand.events:
        player = getattr(event, "player", None)
        assert player is None or player in LINES[event.line - 1]


@pytest.mark.parametrize("cut", range(len(LINES)))
def test_a_hand_may_be_cut_anywhere(cut: int) -> None:
    result = parse_stars(*LINES[: cut + 1])
    total = next(number for number, line in enumerate(LINES) if line.startswith("Total pot $"))
    assert codes(result.findings) == ([] if cut >= total else ["SYN02"])
    assert (result.hand is None) == (cut < 2)


@given(st.integers(0, len(LINES)), st.text(max_size=80))
@example(0, "Seat 1: x ($1 in chips)")
@example(12, "PokerStars Hand #1: ")
@example(30, "\x00: folds")
def test_junk_never_raises_and_costs_one_finding_at_most(place: int, junk: str) -> None:
    result = parse_stars(*LINES[:place], junk.replace("\n", " "), *LINES[place:])
    assert len(result.findings) <= 1


@given(st.lists(st.sampled_from(LINES), max_size=60))
def test_lines_in_any_order_never_raise(lines: list[str]) -> None:
    result = parse_stars(LINES[0], *lines)
    assert result.hand is not None or result.findings


NAME = st.text(st.characters(categories=["L", "N", "P", "S"], include_characters=" "), min_size=1, max_size=12)
NAMES = st.lists(NAME.map(str.strip).filter(bool), min_size=3, max_size=3, unique=True)


@given(NAMES)
@example(["Big Blind", "calls $1", "Bob: folds"])
@example(["Bob", "Bob: folds", "Bob: folds: folds"])
@example(["Seat 1", "Seat 1: Seat", "1"])
@example(["Uncalled", "Dealt to", "***"])
@example(["x (button)", "x", "x (button) ("])
def test_names_of_any_letters_survive(names: list[str]) -> None:
    renamed = dict(zip(["Ada", "Grace", "Linus"], names, strict=True))
    original, hand = (read_hand(text, "pokerstars") for text in (GOOD, rename_players(GOOD, renamed)))
    assert [seat.player for seat in hand.seats] == names
    for old, new in zip(original.events, hand.events, strict=True):
        assert type(old) is type(new)
        assert getattr(new, "player", None) == renamed.get(getattr(old, "player", ""))


def test_the_first_unknown_lines_are_reported_one_by_one_and_the_rest_together() -> None:
    junk = [f"junk {number}" for number in range(1000)]
    heading = LINES.index("*** DEALING HANDS ***")
    result = parse_stars(*LINES[:heading], *junk, *LINES[heading:])
    assert result.unknown == tuple(enumerate(junk, heading + 1))
    assert {finding.code for finding in result.findings} == {"SYN03"}
    assert [finding.line for finding in result.findings] == [line for line, _ in result.unknown[:21]]
    assert result.findings[-1].message == "unknown lines skipped: 980 more from here on"


@pytest.mark.parametrize("site", ["pokerstars", "fulltilt", "winamax", "kingsclub"])
def test_behind_a_summary_and_blank_lines_nothing_belongs_to_the_hand(site: str) -> None:
    (heading, text), (_, next_text) = texts(site, "ring", 2, seed=5)
    headless = next_text.partition("\n")[2]
    result = parse(f"{text}\n\n\n{headless}", site, heading)
    assert result.hand == parse(text, site, heading).hand
    assert [(finding.code, finding.line) for finding in result.findings] == [("SYN04", text.count("\n") + 4)]


def test_a_text_with_blank_lines_between_all_others_is_one_hand() -> None:
    ((heading, text),) = texts("pokerstars", "ring", 1, seed=5)
    expect_hand(parse(text.replace("\n", "\n\n"), "pokerstars", heading))


def test_a_damaged_name_is_no_other_game() -> None:
    line = "PokerStars Hand #1:  Limit 2-7 T\x00iple Draw ($1/$2 USD) - 2011/06/01 12:11:29 ET"
    (finding,) = parse_stars(line, "Table 'A'").findings
    assert (finding.code, finding.line) == ("SYN01", 1)
