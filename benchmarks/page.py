"""Measures a page of `serve` in a fresh process: `python -m benchmarks.page DATABASE ADDRESS...` prints JSON.

In processor seconds, of the last address: who sets a filter has seen the page without it.

`start`: until the server could answer; then from the request, `first`: until the first chart is sent, `whole`: until
all is; `peak`: the most memory in bytes.
"""

from __future__ import annotations

import asyncio
import json
import resource
import sys
from collections.abc import Sequence
from time import process_time

from histparse.serve.app import Site
from histparse.serve.guard import App

CHART = b"<svg"


async def ask(app: App, address: str) -> dict[str, float]:
    """Request a page as a browser does."""
    path, _, query = address.partition("?")
    start, first_chart = process_time(), 0.0
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "headers": [(b"host", b"127.0.0.1:1")],
        "client": ("127.0.0.1", 2),
        "server": ("127.0.0.1", 1),
        "root_path": "",
        "extensions": {},
    }

    async def receive() -> dict[str, object]:
        await asyncio.sleep(3600)
        return {"type": "http.disconnect"}

    async def send(message: dict[str, object]) -> None:
        nonlocal first_chart
        if message.get("status", 200) != 200:
            raise SystemExit(f"{address}: {message}")
        if not first_chart and CHART in message.get("body", b""):  # type: ignore[operator] # a body is bytes
            first_chart = process_time() - start

    await app(scope, receive, send)  # type: ignore[arg-type] # the types of a server are narrower
    whole = process_time() - start
    return {"start": start, "first": first_chart or whole, "whole": whole}


async def ask_each(app: App, addresses: Sequence[str]) -> dict[str, float]:
    """Request one page after the other; what the last one took."""
    for address in addresses:
        seconds = await ask(app, address)
    return seconds


def main(database: str, *addresses: str) -> None:
    """Print what the last page took."""
    with Site(database) as site:
        seconds = asyncio.run(ask_each(site.build_application(), addresses))
    print(json.dumps(seconds | {"peak": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024}))


if __name__ == "__main__":
    main(*sys.argv[1:])
