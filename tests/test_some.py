"""Of a test with many parameters some stay in `make test`, and all in `make soak`."""

from __future__ import annotations

import os

import pytest

MANY, FEW = 20, 3


@pytest.mark.some(FEW)
@pytest.mark.parametrize("number", range(MANY))
def test_of_many_parameters_few_are_left(number: int, request: pytest.FixtureRequest) -> None:
    asked = [item.name for item in request.session.items if item.name.startswith(request.node.originalname)]
    assert f"{request.node.originalname}[{number}]" in asked
    assert len(asked) <= (MANY if os.environ.get("HISTPARSE_SOAK") else FEW)
