"""Damaged files through the commands: findings or one sentence, soon, in little memory. HISTPARSE_SOAK=1: many more.

Another HISTPARSE_SEED than 0 damages other things; what is found lies in build/fuzz-finds with the line that shows it.
"""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

import pytest

from tests.conftest import SOAK
from tests.fuzz.campaign import Campaign
from tests.fuzz.commands import commands
from tests.fuzz.inputs import damaged_input
from tests.fuzz.program import Served

SEED = os.environ.get("HISTPARSE_SEED", "0")
FILES = 50
"""Files in a folder."""
PARTS, FOLDERS, SINGLES = (5, 196, 200) if SOAK else (1, 2, 6)


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(PARTS))
def test_damaged_files_are_read_or_refused(part: int, served: Served, empty: Path, full: Path, tmp_path: Path) -> None:
    name = f"{SEED}-{part}"
    campaign = Campaign(name, served, tmp_path / "run")
    for batch in range(FOLDERS):
        random = Random(f"{name}-{batch}")  # noqa: S311 - the same inputs in every run
        campaign.try_folder([damaged_input(number, random) for number in range(FILES)], commands([empty, full], random))
    for number in range(SINGLES):
        random = Random(f"{name}-alone-{number}")  # noqa: S311 - as above
        campaign.try_file(damaged_input(number, random), commands([empty, full], random))
    assert campaign.finds.report == ""
