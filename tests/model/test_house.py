"""Profiles of houses are found by their names; of a house without one nothing is known."""

from __future__ import annotations

import pytest
from msgspec.structs import asdict

from histparse.model.house import (
    MOST_PLAYERS,
    FirstToShow,
    Shortage,
    ShortRaise,
    Source,
    house,
    house_of_site_or_lenient_default,
    profile_names,
)


@pytest.mark.parametrize("name", profile_names())
def test_a_profile_is_called_as_its_file(name: str) -> None:
    assert house(name).name == name, f'histparse/model/houses/{name}.toml should say name = "{name}"'


def test_a_site_is_judged_by_the_profile_of_its_name() -> None:
    assert house_of_site_or_lenient_default("fulltilt") is house("fulltilt")


def test_a_site_without_a_profile_may_do_as_it_likes() -> None:
    assert (
        asdict(house_of_site_or_lenient_default("nowhere")).items()
        >= {
            "most_players": MOST_PLAYERS,
            "cap": "none",
            "cap_heads_up": "none",
            "reshuffled": tuple(Source),
            "shortage": Shortage.UNKNOWN,
            "short_raise": ShortRaise.UNKNOWN,
            "first_to_show": FirstToShow.UNKNOWN,
            "own_discard_returns": True,
            "announces_cap": False,
            "announces_reshuffle": "unknown",
        }.items()
    )
