"""Of a test with many parameters few stay in `make test`, more in `make nightly`, and all in `make soak`."""

from __future__ import annotations

import os

import pytest

FEW, MORE, ALL = 3, 7, 20
STAY = ALL if os.environ.get("HISTPARSE_SOAK") else MORE if os.environ.get("HISTPARSE_NIGHTLY") else FEW


@pytest.mark.nightly(FEW)
@pytest.mark.soak(MORE)
@pytest.mark.parametrize("number", range(ALL))
def test_of_many_parameters_few_are_left(number: int, request: pytest.FixtureRequest) -> None:
    names = [item.name for item in request.session.items if item.name.startswith(request.node.originalname)]
    assert f"{request.node.originalname}[{number}]" in names
    assert len(names) <= STAY
