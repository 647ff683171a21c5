"""Step 10, serve: who may ask, what a form must carry, and what every answer says to the browser."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping, MutableMapping
from hmac import compare_digest
from secrets import token_urlsafe
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from starlette.requests import ClientDisconnect, Request

from histparse.serve.address import RefusedError

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

HOSTS = frozenset({"127.0.0.1", "localhost", "::1"})
"""Names of this machine: a page elsewhere that has its own name lead here is refused."""
POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",  # with "no-referrer" a browser would not say whose page sends a form
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}
READING, WRITING = ("GET", "HEAD"), "POST"


class Guard:
    """Answers requests of this machine's own pages, and refuses all others."""

    def __init__(self, app: App, form_paths: Collection[str] = ()) -> None:
        """Forms can be sent to `form_paths` only."""
        self._app = app
        self._written = form_paths

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
        elif scope["type"] != "http":  # there are no web sockets here
            await send({"type": "websocket.close", "code": 1008})
        elif refused := _refusal_reason(scope, self._written):
            await _send_refusal(*refused, _add_security_headers(send))
        else:
            await self._app(scope, receive, _add_security_headers(send))


def _add_security_headers(send: Send) -> Send:
    async def sending(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            more = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
            message["headers"] = [*message.get("headers", ()), *more]
        await send(message)

    return sending


def _refusal_reason(scope: Scope, form_paths: Collection[str]) -> tuple[int, str] | None:
    """Status and sentence of a request that is not answered."""
    hosts, origins, senders = (_header_values(scope, name) for name in (b"host", b"origin", b"sec-fetch-site"))
    if len(hosts) != 1 or _host_name(f"//{hosts[0]}") not in HOSTS:
        return 421, "This page answers only to 127.0.0.1 and localhost."
    if any(origin != f"{scope['scheme']}://{hosts[0]}" for origin in origins):
        return 403, "Requests of pages elsewhere are refused."
    if scope["method"] in READING:
        return None
    if scope["method"] != WRITING or scope["path"] not in form_paths:
        return 405, "This page can only be read."
    if len(origins) != 1 or any(sender != "same-origin" for sender in senders):
        return 403, "Forms of pages elsewhere are refused."
    return None


def _header_values(scope: Scope, header_name: bytes) -> list[str]:
    return [value.decode("latin-1") for name, value in scope["headers"] if name.lower() == header_name]


def _host_name(address: str) -> str:
    try:
        parts = urlsplit(address)
        return (parts.hostname or "") if parts.netloc == address[2:] and "@" not in address else ""
    except ValueError:
        return ""


async def _send_refusal(status: int, sentence: str, send: Send) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"allow", ", ".join(READING).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": f"{sentence}\n".encode()})


# --- forms ------------------------------------------------------------------------------------------------------------

KIND = "application/x-www-form-urlencoded"
LONGEST, MOST = 100_000, 50
"""Bytes of a form, and its fields."""
STALE = "histparse was restarted after this page was opened: reload the page and send the form again"


def new_form_token() -> str:
    """A secret that each form of this run carries in its field `token`."""
    return token_urlsafe(32)


def check_form_token(form: Mapping[str, str], token: str) -> None:
    """Raise RefusedError for a form that does not carry the secret."""
    if not compare_digest(form.get("token", "").encode(errors="replace"), token.encode()):
        raise RefusedError(STALE, 403)


async def read_form(request: Request) -> dict[str, str]:
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
    try:
        return dict(parse_qsl(body.decode("latin-1"), keep_blank_values=True, errors="replace", max_num_fields=MOST))
    except ValueError as error:
        raise RefusedError(f"a form has at most {MOST} fields") from error
