from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from histparse.model.findings import Finding
from histparse.model.hand import Hand
from histparse.parsing.cutting import read_hand_texts
from histparse.parsing.parser import Parsed, parse_hand
from histparse.reader import HandText
from tests.rules.altering import texts

MALFORMED = Path(__file__).parents[2] / "sample_histories" / "malformed"
SAMPLES = sorted(MALFORMED.glob("SYN*.txt"))
GOOD = (MALFORMED / "chat_like_acts.txt").read_text(encoding="utf-8")
LINES = GOOD.splitlines()


def parsed(text: str) -> Parsed:
    return parse_hand(HandText("x.txt", 1, text.rstrip(), "pokerstars"))


def read(file: Path) -> tuple[list[Hand], list[Finding]]:
    hands, findings = [], []
    for found in read_hand_texts(file):
        if isinstance(found, Finding):
            findings.append(found)
            continue
        result = parse_hand(found)
        findings += result.findings
        hands += [result.hand] if result.hand else []
    return hands, findings


@pytest.mark.parametrize("file", SAMPLES, ids=lambda file: file.stem)
def test_a_malformed_sample_gives_its_finding_alone(file: Path) -> None:
    _, findings = read(file)
    assert [finding.code for finding in findings] == [file.stem[:5]]


@pytest.mark.parametrize(
    ("sample", "line", "words"),
    [
        ("SYN01_no_stakes", 1, "expected the header of a ring game (`PokerStars Hand #1:"),
        ("SYN01_no_table_line", 2, "expected the table line (`Table "),
        (
            "SYN01_no_seats",
            3,
            "expected a seat line (`Seat 1: name ($4 in chips)`), found `Grace: posts small blind $0",
        ),
        ("SYN01_seats_in_play", 13, "expected a line of the play or of the summary, found `Seat 6: Alan"),
        ("SYN02_breaks_off", 41, "cut short"),
        ("SYN02_header_only", 23, "cut short: expected the table line"),
        ("SYN03_unknown_line", 13, "`Linus has been promoted to Silver Star`"),
        ("SYN04_lost_header", 39, "after the end of a hand"),
        ("SYN04_text_before", 2, "no hand of a site that can be read begins here; these can: "),
        ("SYN05_razz_in_a_mix", 39, "Razz Limit"),
        ("SYN08_cancelled", 6, "cancelled this hand"),
    ],
)
def test_a_finding_states_the_line_and_what_was_expected_there(sample: str, line: int, words: str) -> None:
    _, (finding,) = read(MALFORMED / f"{sample}.txt")
    assert finding.line == line
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
    (text,) = [text for text in read_hand_texts(MALFORMED / "SYN05_razz_in_a_mix.txt") if "Razz" in str(text)]
    assert isinstance(text, HandText)
    assert parse_hand(text).skipped == "Razz Limit"
    assert parse_hand(text).hand is None


def test_chat_is_never_an_act() -> None:
    result = parsed(GOOD)
    without = parsed("\n".join(line for line in LINES if " said, " not in line and " the table" not in line))
    assert result.findings == ()
    assert result.hand is not None
    assert without.hand is not None
    assert [type(event) for event in result.hand.events] == [type(event) for event in without.hand.events]
    assert [note.kind for note in result.hand.notes if note.kind != "dealing hands"] == (
        ["join", "chat", "chat", "leave", "chat", "chat", "chat", "chat"]
    )
    assert {note.text for note in result.hand.notes} <= {line.rstrip() for line in LINES}


def test_every_event_is_on_its_line() -> None:
    hand = parsed(GOOD).hand
    assert hand is not None
    assert (hand.header.line, hand.table.line, hand.seats[0].line) == (1, 2, 3)
    for event in hand.events:
        player = getattr(event, "player", None)
        assert player is None or player in LINES[event.line - 1]


@pytest.mark.parametrize("cut", range(len(LINES)))
def test_a_hand_may_be_cut_anywhere(cut: int) -> None:
    result = parsed("\n".join(LINES[: cut + 1]))
    total = next(number for number, line in enumerate(LINES) if line.startswith("Total pot $"))
    assert [finding.code for finding in result.findings] == ([] if cut >= total else ["SYN02"])
    assert (result.hand is None) == (cut < 2)


@given(st.integers(0, len(LINES)), st.text(max_size=80))
@example(0, "Seat 1: x ($1 in chips)")
@example(12, "PokerStars Hand #1: ")
@example(30, "\x00: folds")
def test_junk_never_raises_and_costs_one_finding_at_most(at: int, junk: str) -> None:
    junk = junk.replace("\n", " ")
    result = parsed("\n".join([*LINES[:at], junk, *LINES[at:]]))
    assert [finding.code for finding in result.findings].count("SYN01") <= 1
    assert len(result.findings) <= 1


@given(st.lists(st.sampled_from(LINES), max_size=60))
def test_lines_in_any_order_never_raise(lines: list[str]) -> None:
    result = parsed("\n".join([LINES[0], *lines]))
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
    text = GOOD.replace("Ada", "\1").replace("Grace", "\2").replace("Linus", "\3")
    for mark, name in zip("\1\2\3", names, strict=True):
        text = text.replace(mark, name)
    was, now = parsed(GOOD).hand, parsed(text).hand
    assert was is not None
    assert now is not None
    assert [seat.player for seat in now.seats] == names
    renamed = dict(zip(["Ada", "Grace", "Linus"], names, strict=True))
    assert len(now.events) == len(was.events)
    for old, new in zip(was.events, now.events, strict=True):
        assert type(old) is type(new)
        assert getattr(new, "player", None) == renamed.get(getattr(old, "player", ""))


def test_the_first_unknown_lines_are_reported_one_by_one_and_the_rest_together() -> None:
    junk = [f"junk {number}" for number in range(1000)]
    at = LINES.index("*** DEALING HANDS ***")
    result = parsed("\n".join([*LINES[:at], *junk, *LINES[at:]]))
    listed = [finding for finding in result.findings if finding.code == "SYN03"]
    before = len(parsed(GOOD).unknown)
    assert [line for line, _ in result.unknown if at < line <= at + 1000] == list(range(at + 1, at + 1001))
    assert [finding.line for finding in listed] == [line for line, _ in result.unknown[:21]]
    assert listed[-1].message == f"unknown lines skipped: {1000 + before - 20} more from here on"
    assert result.unknown[0][1] == "junk 0"


@pytest.mark.parametrize("site", ["pokerstars", "fulltilt", "winamax", "kingsclub"])
def test_behind_a_summary_and_blank_lines_nothing_belongs_to_the_hand(site: str) -> None:
    (above, hand), (_, other) = list(texts(site, "ring", 2, seed=5))
    headless = other.partition("\n")[2]
    parsed = parse_hand(HandText("x.txt", 1, f"{hand}\n\n\n{headless}", site, above))
    alone = parse_hand(HandText("x.txt", 1, hand, site, above))
    assert parsed.hand == alone.hand
    assert [(one.code, one.line) for one in parsed.findings] == [("SYN04", hand.count("\n") + 4)]


def test_a_text_with_blank_lines_between_all_others_is_one_hand() -> None:
    ((above, hand),) = list(texts("pokerstars", "ring", 1, seed=5))
    parsed = parse_hand(HandText("x.txt", 1, hand.replace("\n", "\n\n"), "pokerstars", above))
    assert (parsed.findings, parsed.hand is not None) == ((), True)


def test_a_damaged_name_is_no_other_game() -> None:
    line = "PokerStars Hand #1:  Limit 2-7 T\x00iple Draw ($1/$2 USD) - 2011/06/01 12:11:29 ET"
    (finding,) = parse_hand(HandText("x.txt", 1, f"{line}\nTable 'A'", "pokerstars")).findings
    assert (finding.code, finding.line) == ("SYN01", 1)
