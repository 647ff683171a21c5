"""What sites put around hands when they send them: the hands are the same as from the client's own file."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from histparse.flow import judge_file
from histparse.judging.duplicates import digest_text
from histparse.model.findings import Finding
from histparse.model.hand import Hand
from histparse.parsing.cutting import read_hand_texts
from histparse.reader import HandText
from tests.parsing.dialects.tables import read_table
from tests.samples import FOLDER

SAMPLES = FOLDER / "pokerstars"
HANDS = [(SAMPLES / f"by_hand_{name}.txt").read_text("utf-8") for name in ("heads_up_snow", "all_in_side_pot")]
DIGESTS = [digest_text(hand) for hand in HANDS]


NUMBERED = "".join(f"*********** # {place} **************\n{hand}\n\n" for place, hand in enumerate(HANDS, 1))
DOWNLOADS = {
    "numbered": NUMBERED,
    "indented": NUMBERED.replace("\n", "\n "),
    "named": "".join(f"Hand #{place}:\n\n{hand}\n\n" for place, hand in enumerate(HANDS, 1)),
    "transcript": f"Transcript for your last 2 hands requested by Katja72 (k@example.org)\n\n{NUMBERED}",
    "french": NUMBERED.replace(" ", "\N{NO-BREAK SPACE}"),
    "french_windows": NUMBERED.replace(" ", "\N{NO-BREAK SPACE}").replace("\n", "\r\n"),
}


def read(text: str, file: Path, encoding: str = "utf-8") -> list[HandText | Finding]:
    file.write_bytes(text.encode(encoding))
    return list(read_hand_texts(file))


@pytest.mark.parametrize("name", DOWNLOADS)
def test_a_download_has_the_same_hands_as_the_clients_file(name: str, tmp_path: Path) -> None:
    encoding = "windows-1252" if name == "french_windows" else "utf-8"
    pieces = read(DOWNLOADS[name], tmp_path / "hands.txt", encoding)
    assert [digest_text(piece.text) if isinstance(piece, HandText) else piece for piece in pieces] == DIGESTS
    assert not any(result.findings for result in judge_file(tmp_path / "hands.txt"))


def test_other_text_before_hands_is_reported(tmp_path: Path) -> None:
    finding, *_ = read(f"\n\nTranscript of my evening\n{NUMBERED}", tmp_path / "hands.txt")
    assert isinstance(finding, Finding)
    assert (finding.code, finding.line) == ("SYN04", 3)


@pytest.mark.parametrize(
    ("header", "language"),
    read_table("""
Mão PokerStars #123456789: Torneio => Portuguese
Mano n.º 123456789 de PokerStars: => Spanish
Раздача PokerStars №123456789: => Russian
Main PokerStars n°123456789: => French
PokerStars扑克之星 #123456789: => Chinese
"""),
)
def test_another_language_is_named_with_what_to_do(header: str, language: str, tmp_path: Path) -> None:
    foreign = f"{header}\nX 1: Ann\n\n{header}\nX 1: Ann\n\n"
    finding, hand = read(foreign + HANDS[0], tmp_path / "hands.txt")
    assert isinstance(finding, Finding)
    assert isinstance(hand, HandText)
    assert (finding.code, finding.line, finding.site) == ("SYN04", 1, "pokerstars")
    assert f"in {language}" in finding.message
    assert "Choose English as the language of hand histories" in finding.message


TOURNAMENT = (SAMPLES / "session_tournament.txt").read_text("utf-8").split("\n\n\n")[0].rstrip()


def judge_alone(text: str, file: Path) -> Hand:
    """The hand of a file that has no other text, and in which nothing is found."""
    file.write_text(text, "utf-8")
    (result,) = judge_file(file)
    assert result.findings == ()
    assert result.hand is not None
    return result.hand


@pytest.mark.parametrize("label", ["Tournament #", "Hand #"])
def test_no_number_is_too_long(label: str, tmp_path: Path) -> None:
    judge_alone(TOURNAMENT.replace(label, label + "4" * 40), tmp_path / "hands.txt")


def test_the_ids_of_2026_are_read(tmp_path: Path) -> None:
    text = re.sub(r"(?<=Tournament #)\d+", "4002467877", TOURNAMENT)
    tournament = judge_alone(text, tmp_path / "hands.txt").header.tournament
    assert tournament is not None
    assert tournament.tournament_id == "4002467877"


@pytest.mark.parametrize("name", ["games", "HandHistory", "hand_histories", "session", "root"])
def test_a_root_element_around_the_games_of_merge_is_nothing(name: str, tmp_path: Path) -> None:
    games = (SAMPLES.parent / "merge" / "by_hand_six_bets.xml").read_text("utf-8").rstrip()
    pieces = read(f'<?xml version="1.0"?>\n<{name} count="2">\n{games}\n</{name}>\n', tmp_path / "x.xml")
    assert pieces == read("\n\n" + games, tmp_path / "x.xml")
