"""What was not read proves nothing: a line that no pattern knows may have been any line of its place.

One line of a legal hand is put into words that nobody has seen, and only the text may be blamed for it (SYN). Broken
hands with such a line elsewhere keep their code, but for rules that rest on what the line may have said. With
HISTPARSE_SOAK=1 every line of many hands is altered in every way, otherwise some lines of a few.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from histparse.api.judging import Judging
from histparse.flow import list_files
from histparse.model.hand import Hand
from histparse.parsing.parser import parse_hand
from histparse.reader import HandText
from tests.conftest import SOAK
from tests.dealer import violations
from tests.dealer.writing import heading, sites, write
from tests.parsing.reading import codes, hand_texts
from tests.rules.altering import findings_in, texts
from tests.samples import FOLDER
from tests.simulate.games import GAMES, game

HANDS, SHARE = (8, 1.0) if SOAK else (1, 0.2)
STRANGE = "zorp blib 17 grunk"
"""Words that no site has."""
LEAST_SHARE = {"kingsclub": 0.74}
"""The least share of broken hands with a strange line elsewhere that keep their code, if not 0.85: what KingsClub
leaves out is told by its sums alone, which prove nothing where a line is missing."""
FIFTH_BET = FOLDER / "illegal" / "BET02_fifth_bet.txt"


def strangely(line: str, names: list[str]) -> Iterator[list[str]]:
    """The line in strange words, wholly or half, or cut off, or with a strange line above it."""
    half = len(line) // 2
    yield [STRANGE]
    yield [STRANGE, line]
    yield [STRANGE + line[half:]]
    yield [line[:half] + STRANGE]
    yield [line[:half]]
    if line.lstrip().startswith("'"):  # PHH's lines are parts of others
        yield [f"'{STRANGE}',"]
    if player := next(filter(line.startswith, names), None):
        yield [f"{player} zorps a grunk"]


def decorated(line: str, names: list[str]) -> Iterator[str]:
    """The line with words of a new version behind it, or in it behind a name or a bracket."""
    yield f"{line} (bonus 7)"
    yield f"{line} (Jackpot: $1)"
    yield f"{line}: zorp"
    if player := next((name for name in names if name in line), None):
        for words in ("(VIP)", "(disconnected)", "zorp"):
            yield line.replace(player, f"{player} {words}", 1)
    if ")" in line:
        yield line.replace(")", ") (zorp)", 1)


def find_codes(text: HandText) -> list[str]:
    return codes(findings_in(parse_hand(text)))


def with_lines(text: HandText, place: int, *lines: str, instead: int = 0) -> HandText:
    """The text with these lines above that one, or in its place."""
    before_and_after = text.text.split("\n")
    return replace(text, text="\n".join([*before_and_after[:place], *lines, *before_and_after[place + instead :]]))


def accused(text: HandText, random: Random, share: float) -> tuple[int, list[str]]:
    """How many strange lines were tried in the hand, and those that anything but the text is blamed for."""
    legal = parse_hand(text)
    known = {*codes(findings_in(legal))}
    names = sorted((seat.player for seat in legal.hand.seats), key=len, reverse=True) if legal.hand else []
    tried, wrong = 0, []
    for place, line in enumerate(text.text.split("\n")):
        for strange in (*strangely(line, names), *([decoration] for decoration in decorated(line, names))):
            if random.random() > share:
                continue
            parsed = parse_hand(with_lines(text, place, *strange, instead=1))
            # Half a line may be a line too.
            if parsed.hand is not None and parsed.unknown == legal.unknown:
                continue
            tried += 1
            accusing = [finding for finding in findings_in(parsed) if not finding.code.startswith("SYN")]
            wrong += [f"{strange} for {line!r}: {finding}" for finding in accusing if finding.code not in known]
    return tried, wrong


@pytest.mark.nightly(12)
@pytest.mark.parametrize("site", sites())
@pytest.mark.parametrize("name", GAMES)
def test_a_strange_line_of_a_legal_hand_accuses_nobody(site: str, name: str) -> None:
    random = Random(site + name)  # noqa: S311 - the same lines in every run
    tried = 0
    for head, text in texts(site, name, HANDS, seed=23):
        lines, wrong = accused(HandText("x.txt", 1, text, site, head), random, SHARE)
        assert wrong == [], text
        tried += lines
    assert tried > 10 * HANDS


@pytest.mark.parametrize("site", sites())
@pytest.mark.parametrize("strange", [r".*", r"Seat |<player ", r".*(fold|check|call)", r".*draw|discard|stands"])
def test_nor_do_many(site: str, strange: str) -> None:
    """All lines, all seats, or all acts of a kind."""
    for head, text in texts(site, "ring", 3, seed=7):
        first, *lines = text.split("\n")
        changed = [STRANGE if re.match(strange, line.lstrip()) else line for line in lines]
        found_codes = find_codes(HandText("x.txt", 1, "\n".join([first, *changed]), site, head))
        assert {code for code in found_codes if not code.startswith("SYN")} <= {"TBL03"}, text


def hands_of(folder: Path) -> Iterator[HandText]:
    return (text for file in list_files([folder]) for text in hand_texts(file))


@pytest.mark.nightly(2)
@pytest.mark.parametrize("site", sites())
def test_nor_does_one_of_a_sample(site: str) -> None:
    random = Random(site)  # noqa: S311 - the same lines in every run
    for text in islice(hands_of(FOLDER / site), None if SOAK else 30):
        assert accused(text, random, 0.2 if SOAK else 0.02)[1] == []


@pytest.mark.nightly
def test_nor_does_one_of_a_real_hand(real_histories: Path) -> None:
    random = Random(7)  # noqa: S311 - the same lines in every run
    tried = 0
    for text in hands_of(real_histories):
        lines, wrong = accused(text, random, 1.0 if SOAK else 0.05)
        assert wrong == [], text
        tried += lines
    assert tried > 300


@pytest.mark.parametrize(
    ("line", "of_the_text"),
    [
        ("Seat 1: ", []),
        ("Dealt to ", []),
        ("*** SECOND DRAW ***", []),
        ("Total pot ", []),
        ("*** SUMMARY ***", ["SYN01"]),
        ("Table ", ["SYN01"]),
    ],
)
def test_each_such_line_is_reported_and_its_hand_is_kept_where_it_can_be(line: str, of_the_text: list[str]) -> None:
    """Neither is a hand called incomplete whose pot stands in a line that nobody could read."""
    (file,) = (FOLDER / "pokerstars").glob("by_hand_six_handed_reshuffle*")
    text = next(hands_of(file))
    for place, words in enumerate(text.text.split("\n")):
        if words.startswith(line):
            parsed = parse_hand(with_lines(text, place, STRANGE, instead=1))
            assert codes(findings_in(parsed)) == (of_the_text or ["SYN03"])
            assert (parsed.hand is None) == bool(of_the_text)
            assert parsed.hand is None or not parsed.hand.header.partial


def test_a_hand_of_which_the_deal_cannot_be_read_stays_unknown() -> None:
    """Two cards drawn to one of which only a part was seen are then no hand of two."""
    [text] = hands_of(FOLDER / "phh" / "by_hand_cards_not_seen.phh")
    strange = text.text.replace("'d dh p1 Kh7c6d2c??',", f"'{STRANGE}',")
    assert strange != text.text
    assert {*find_codes(replace(text, text=strange))} == {"SYN03"}


@pytest.mark.nightly(2)
@pytest.mark.parametrize("site", sites())
def test_neighbours_of_such_a_hand_are_not_accused(site: str, tmp_path: Path) -> None:
    """A lost heading hides the hand, which may be missed (SEQ03); no other line does."""
    random = Random(site)  # noqa: S311 - the same lines in every run
    [(head, first), (_, middle), (_, last)] = texts(site, "ring", 3, seed=5)
    lines = middle.split("\n")
    for place in range(len(lines)) if SOAK else random.sample(range(len(lines)), 6):
        strange = "\n".join([*lines[:place], STRANGE, *lines[place + 1 :]])
        file = tmp_path / f"{place}.txt"
        file.write_text("\n\n".join([head, first, strange, last, ""]).lstrip(), encoding="utf-8")
        judging = Judging(None)
        results = chain([*judging.judge_file(file)], judging.findings_between_hands())
        found_codes = {finding.code for result in results for finding in result.findings if finding.code != "SYN05"}
        accusing = {code for code in found_codes if not code.startswith("SYN")}
        assert accusing <= ({"SEQ03"} if found_codes & {"SYN01", "SYN04"} else set()), lines[place]


SILENCED = tomllib.loads(Path(__file__).with_name("silenced.toml").read_text(encoding="utf-8"))
"""For each sample of sample_histories/illegal with one hand, above which of its lines a strange one silences it."""


@pytest.mark.nightly(12)
@pytest.mark.parametrize("code", SILENCED)
def test_a_strange_line_silences_a_rule_that_rests_on_what_it_may_have_said(code: str) -> None:
    """Above an act it may have been that act's reason; elsewhere the finding stays."""
    [text] = hands_of(*(FOLDER / "illegal").glob(f"{code}_*.txt"))
    places = range(1, text.text.count("\n") + 1)
    silent = [place + 1 for place in places if code not in find_codes(with_lines(text, place, STRANGE))]
    assert silent == SILENCED[code]


def broken_hands(site: str, code: str) -> Iterator[Hand]:
    for way in violations.ways(code):
        broken_hands = violations.make(code, 3, game("ring", 1, site=site), way, patience=60)
        yield from (broken.hand for broken in islice(broken_hands, 1))


CODES = [code for code in violations.codes() if not code.startswith("SYN")]


@pytest.mark.nightly
@pytest.mark.parametrize("site", sites() if SOAK else ("fulltilt",))
def test_a_broken_hand_keeps_its_code_with_a_strange_line_elsewhere(
    site: str, capsys: pytest.CaptureFixture[str]
) -> None:
    random = Random(site)  # noqa: S311 - the same lines in every run
    tried, lost = Counter[str](), Counter[str]()
    for code in CODES:
        for hand in broken_hands(site, code):
            text = HandText("x.txt", 1, write(hand).rstrip("\n"), site, heading(hand))
            if code not in find_codes(text):
                continue
            places = range(1, text.text.count("\n") + 1)
            for place in places if SOAK else random.sample(places, 4):
                parsed = parse_hand(with_lines(text, place, STRANGE))
                if parsed.hand is not None:
                    tried[code] += 1
                    lost[code] += code not in codes(findings_in(parsed))
    summary = f"{site}: {lost.total()} of {tried.total()} lost\n{(+lost).most_common()}"
    with capsys.disabled():
        sys.stdout.write(f"\n{summary}\n" if SOAK else "")
    assert lost.total() <= (1 - LEAST_SHARE.get(site, 0.85)) * tried.total(), summary


@pytest.mark.parametrize(
    ("next_line", "is_found"),
    [
        ("Table ", True),
        ("Seat 1: ", True),
        ("*** SECOND DRAW ***", True),
        ("Katja72: raises $2 to $8", True),
        ("Odd_Tomas: stands pat", False),
        ("*** SUMMARY ***", True),
    ],
)
@pytest.mark.parametrize("words", ["Odd_Tomas waves a hand", STRANGE])
def test_only_what_rests_on_the_line_is_in_doubt(next_line: str, words: str, is_found: bool) -> None:
    """The fifth bet of a round is one too many whatever act could not be read, unless it may be a draw before it."""
    text = HandText("x.txt", 1, FIFTH_BET.read_text(encoding="utf-8").rstrip(), "pokerstars")
    place = next(number for number, line in enumerate(text.text.split("\n")) if line.startswith(next_line))
    assert find_codes(with_lines(text, place, words)) == ["SYN03"] + ["BET02"] * is_found
