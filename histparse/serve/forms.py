"""Step 10, serve: what a form of our own pages sends; it carries a token that pages elsewhere cannot know."""

from __future__ import annotations

from collections.abc import Mapping
from hmac import compare_digest
from secrets import token_urlsafe
from urllib.parse import parse_qsl

from starlette.requests import ClientDisconnect, Request

from histparse.serve.address import RefusedError

KIND = "application/x-www-form-urlencoded"
LONGEST, MOST = 100_000, 50
"""Bytes of a form, and its fields."""
STALE = "this form is of a page that was opened before `histparse serve` began anew: reload the page and send it again"


class Token:
    """What each form of this run carries in a field of that name."""

    def __init__(self) -> None:
        self._secret = token_urlsafe(32)

    def __str__(self) -> str:
        return self._secret

    def require(self, said: Mapping[str, str]) -> None:
        """Raise RefusedError for a form that does not carry it."""
        if not compare_digest(said.get("token", "").encode(errors="replace"), self._secret.encode()):
            raise RefusedError(STALE, 403)


async def form_of(request: Request) -> dict[str, str]:
    """The fields of the form by name. Raises RefusedError for anything else, or too much of it."""
    kinds = request.headers.getlist("content-type")
    if [kind.partition(";")[0].strip().lower() for kind in kinds] != [KIND]:
        raise RefusedError(f"a form is sent as {KIND}", 415)
    body = bytearray()
    try:
        async for piece in request.stream():
            body += piece
            if len(body) > LONGEST:
                raise RefusedError(f"a form has at most {LONGEST:,} bytes", 413)
    except ClientDisconnect as error:
        raise RefusedError("the form did not arrive whole") from error
    return _fields(bytes(body))


def _fields(body: bytes) -> dict[str, str]:
    try:
        return dict(parse_qsl(body.decode("latin-1"), keep_blank_values=True, errors="replace", max_num_fields=MOST))
    except ValueError as error:
        raise RefusedError(f"a form has at most {MOST} fields") from error
