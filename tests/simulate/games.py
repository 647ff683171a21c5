"""Games to deal in tests: all player counts, stack depths, tempers and kinds of table."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from histparse.model.house import house_of_site_or_lenient_default
from histparse.simulate import Level, Settings, Stakes
from tests.dealer.writing import writer

CHIPS = 100
LEVELS = tuple(
    Level(name, Stakes(bet * CHIPS, 2 * bet * CHIPS, bet * CHIPS // 2), hands=8)
    for name, bet in zip(("I", "II", "III", "IV", "V"), (20, 40, 80, 160, 320), strict=True)
)


def with_ante(level: Level) -> Level:
    """The level with an ante, a fifth of the small bet."""
    return replace(level, stakes=replace(level.stakes, ante=level.stakes.small_bet // 5))


GAMES: dict[str, dict[str, Any]] = {
    "ring": {},
    "callers": {"players": (6, 6), "callers": 0.9},
    "heads-up": {"players": (2, 2), "chatter": 0.8},
    "short": {"stacks": (1, 6), "chatter": 1.0},
    "tiny": {"stacks": (1, 3), "players": (3, 6), "callers": 0.8, "hero": None},
    "tournament": {"levels": LEVELS, "stacks": (20, 30)},
    "home game": {"levels": LEVELS, "players": (2, 2), "mix": "8-Game", "kind": "Home Game", "club": "Deuce Club"},
    "zoom": {"zone": "CET", "kind": "Zoom", "currency": "EUR"},
    "play money": {"currency": "play", "stakes": (Stakes(1000, 2000, 500),), "stacks": (2, 30)},
    "stakes": {"stakes": (Stakes(25, 50, 10), Stakes(100, 200, 50), Stakes(3000, 6000, 1500)), "stacks": (1, 20)},
}

ANTES: dict[str, dict[str, Any]] = {
    "antes": {"stakes": (Stakes(100, 200, 50, ante=25), Stakes(1000, 2000, 500, ante=100))},
    "short antes": {"stakes": (Stakes(100, 200, 50, ante=20),), "stacks": (1, 4), "callers": 0.7},
    "tournament antes": {"levels": tuple(with_ante(level) for level in LEVELS), "stacks": (8, 30)},
}


def game(name: str, hands: int, seed: int = 1, site: str = "pokerstars", **more: Any) -> Settings:
    """The settings of that game, by the rules of that site's house."""
    return Settings(
        hands=hands,
        seed=seed,
        writer=writer(site),
        **({"house": house_of_site_or_lenient_default(site)} | (GAMES | ANTES)[name] | more),
    )
