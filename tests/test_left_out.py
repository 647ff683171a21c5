"""Of a test with many parameters few stay in `make test`, more in `make nightly`, and all in `make soak`."""

from __future__ import annotations

import os

import pytest

AT_ANY_TIME, AT_NIGHT, IN_SOAK = 3, 7, 20
STAY = IN_SOAK if os.environ.get("HISTPARSE_SOAK") else AT_NIGHT if os.environ.get("HISTPARSE_NIGHTLY") else AT_ANY_TIME


@pytest.mark.nightly(AT_ANY_TIME)
@pytest.mark.soak(AT_NIGHT)
@pytest.mark.parametrize("number", range(IN_SOAK))
def test_of_many_parameters_few_are_left(number: int, request: pytest.FixtureRequest) -> None:
    names = [item.name for item in request.session.items if item.name.startswith(request.node.originalname)]
    assert f"{request.node.originalname}[{number}]" in names
    assert len(names) <= STAY
