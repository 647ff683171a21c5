"""The Python interface: which hands are listed, in the words of `histparse hands`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from histparse.stats import Listing

Of = Mapping[str, object]


def listing(
    stat: str | None,
    *,
    made: bool,
    draw: int | None,
    round: int | None,  # noqa: A002 - the option's name
    of: Of,
    parameters: Mapping[str, int | float | str],
    finding: str | None,
    session: str | None,
    where: str | None,
    sort: str,
    reverse: bool,
    limit: int | None,
) -> Listing:
    """What is asked for."""
    told = {"draw": draw, "round": round}
    chosen = {name: value for name, value in told.items() if value is not None} | dict(of)
    return Listing(
        statistic=stat,
        parameters=parameters,
        made=made,
        of=dict(_as_text(chosen)),
        finding=finding,
        session=session,
        where=where,
        sort=sort,
        reverse=reverse,
        limit=limit,
    )


def _as_text(of: Of) -> Iterator[tuple[str, str | None]]:
    for name, value in of.items():
        yield name, None if value is None else str(value)
