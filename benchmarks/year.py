"""A year of a made-up player: cash at two sites and tournaments with their summaries, the same in every run.

`python -m benchmarks.year FOLDER` deals it, imports it into FOLDER.duckdb, and says how long the report takes.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import groupby
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

from histparse.model.hand import Hand
from histparse.model.house import house
from histparse.simulate import Level, Settings, Stakes, Style, deal_hands
from tests.dealer.writing import write, writer

HERO = "Katja72"
STYLE = Style(loose=0.35, bold=0.6, snows=0.02, breaks=0.05)
NEW_YEAR = datetime(2013, 1, 1, tzinfo=UTC)
HANDS = 100_000
STAKES = (Stakes(100, 200, 50), Stakes(200, 400, 100), Stakes(500, 1000, 250))
LEVELS = tuple(
    Level(name, Stakes(bet * 100, bet * 200, bet * 50), hands=10)
    for name, bet in zip(("I", "II", "III", "IV", "V"), (40, 80, 160, 320, 640), strict=True)
)
ENTRANTS = 6
PRIZES = {1: ("39.00", "65"), 2: ("21.00", "35")}
"""In dollars and per cent of the pool, by place."""
_FINISHED = re.compile(r"^(.+) (?:finished the tournament in (\d)|wins the tournament)", re.MULTILINE)


def deal(folder: Path, hands: int = HANDS) -> None:
    """Write the files: one for each session, and one for each tournament's summary."""
    random, hands_left = Random(72), hands  # noqa: S311 - the same year in every run
    folder.mkdir(parents=True, exist_ok=True)
    for number, start in enumerate(_evenings(random)):
        played = min(hands_left, random.randrange(hands // 400, hands // 200))
        if not played:
            return
        kind = random.choices(("pokerstars", "fulltilt", "tournaments"), (70, 20, 10))[0]
        dealt = list(deal_hands(settings_of(kind, played, number, start, random)))
        (folder / f"{start:%m-%d %H%M} {kind}.txt").write_text("".join(map(write, dealt)), encoding="utf-8")
        if kind == "tournaments":
            _write_summaries(folder, dealt)
        hands_left -= played


def _evenings(random: Random) -> Iterator[datetime]:
    """When sessions begin: on most days, later on weekends; again from the first day if there are not enough."""
    while True:
        for day in range(365):
            if random.random() < 0.75:
                weekend = (NEW_YEAR + timedelta(days=day)).weekday() >= 4
                yield NEW_YEAR + timedelta(days=day, hours=random.choice((19, 20) if weekend else (17, 18)))


def settings_of(kind: str, hands: int, seed: int, start: datetime, random: Random) -> Settings:
    """How so many hands of a session or a tournament are dealt."""
    settings: dict[str, Any] = {"stakes": (random.choices(STAKES, (6, 3, 1))[0],)}
    if kind == "tournaments":
        settings = {"levels": LEVELS, "players": (ENTRANTS, ENTRANTS), "stacks": (20, 20)}
    site = "fulltilt" if kind == "fulltilt" else "pokerstars"
    player_settings: dict[str, Any] = {
        "writer": writer(site),
        "house": house(site),
        "hero": HERO,
        "regulars": {HERO: STYLE},
    }
    return Settings(hands=hands, seed=seed, start=start, **player_settings, **settings)


def _write_summaries(folder: Path, dealt: list[Hand]) -> None:
    """Of all tournaments but the last, which the hands may not tell to its end."""
    by_number = groupby(dealt, lambda hand: hand.header.tournament.tournament_id if hand.header.tournament else "")
    for number, hands in [(number, list(hands)) for number, hands in by_number][:-1]:
        (folder / f"summary {number}.txt").write_text(_summary(number, hands), encoding="utf-8")


def _summary(number: str, hands: list[Hand]) -> str:
    places = {name: int(place or 1) for hand in hands for name, place in _FINISHED.findall(write(hand))}
    entered = [seat.player for seat in hands[0].seats]
    waiting = sorted(set(range(1, len(entered) + 1)) - set(places.values()))
    still_playing = [name for name in entered if name not in places]
    lines = [f"  {place}: {name} (Germany), still playing" for place, name in zip(waiting, still_playing, strict=True)]
    for name, place in sorted(places.items(), key=lambda name_and_place: name_and_place[1]):
        prize, share = PRIZES.get(place, ("", ""))
        lines.append(f"  {place}: {name} (Germany), {f'${prize} ({share}%)' if prize else ''}")
    first_time, last_time = (f"{hand.header.utc:%Y/%m/%d %H:%M:%S} UTC" for hand in (hands[0], hands[-1]))
    return "\n".join(
        (
            f"PokerStars Tournament #{number}, Triple Draw 2-7 Lowball Limit",
            "Buy-In: $10.00/$1.00 USD",
            f"{len(entered)} players",
            "Total Prize Pool: $60.00 USD",
            f"Tournament started {first_time}",
            *([] if waiting else [f"Tournament finished {last_time}"]),
            "",
            *lines,
            "",
            f"You finished in {places[HERO]}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(places[HERO], 'th') } place.",
            "",
        )
    )


def main(folder: Path) -> None:
    """Deal, import and report, each by the command that a player would use."""
    if not folder.exists():
        deal(folder)
    database = ["--db", f"{folder}.duckdb"]
    subprocess.run([sys.executable, "-m", "histparse", "import", str(folder), *database], check=True)
    players = [f"{site}:{HERO}" for site in ("pokerstars", "fulltilt")]
    subprocess.run([sys.executable, "-m", "histparse", "aliases", HERO, *players, *database], check=True)
    for command in (["report", HERO], ["results", HERO], ["results", HERO, "--luck"], ["tournaments", HERO]):
        begin = perf_counter()
        subprocess.run([sys.executable, "-m", "histparse", *command, *database], check=True, capture_output=True)
        print(f"{command[0]:<12} {perf_counter() - begin:6.2f} s")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
