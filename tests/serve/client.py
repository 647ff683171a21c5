"""A client that hands requests to the application as a socket would: byte by byte, nothing put right on the way."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import unquote_to_bytes, urlencode, urlsplit

from msgspec import Struct

from histparse.serve.app import Site, serve_database
from histparse.serve.guard import App

PORT = 2727
HOST = f"127.0.0.1:{PORT}"
FORM = "application/x-www-form-urlencoded"


class Answer(Struct, frozen=True):
    """What came back."""

    status: int
    headers: dict[str, str]
    body: bytes
    pieces: int = 1

    @property
    def text(self) -> str:
        return self.body.decode()


class Client:
    """One application in one loop."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._loop = asyncio.Runner()

    def close(self) -> None:
        self._loop.close()

    def get(self, path: str, **parameters: object) -> Answer:
        """The answer to an address, with these parameters added to it."""
        address = urlsplit(path)
        query = "&".join(filter(None, [address.query, urlencode(parameters)]))
        return self.ask(address.path.encode(), query.encode())

    def text(self, path: str, **parameters: object) -> str:
        """The page at an address, as HTML."""
        return self.get(path, **parameters).text

    def row_count(self, path: str, **parameters: object) -> str:
        """How many rows, most often hands, the list at that address says it has."""
        (number,) = re.findall(r'id="rows">([^<]+)<', self.text(path, **parameters))
        return str(number)

    def ask(
        self,
        path: bytes,
        query: bytes = b"",
        method: str = "GET",
        headers: Iterable[tuple[bytes, bytes]] = ((b"host", HOST.encode()),),
        body: bytes = b"",
    ) -> Answer:
        """The answer to a request as it is."""
        return self._loop.run(self._answer(path, query, method, list(headers), body))

    def post(self, path: str, headers: Mapping[str, str] | None = None, **fields: str) -> Answer:
        """The answer to a form of our own page, but for the headers given; an empty one is left out."""
        usual = {"host": HOST, "origin": f"http://{HOST}", "content-type": FORM, "sec-fetch-site": "same-origin"}
        sent = [(name.encode(), value.encode()) for name, value in (usual | dict(headers or {})).items() if value]
        address, body = urlsplit(path), urlencode({name.replace("_", "-"): value for name, value in fields.items()})
        return self.ask(address.path.encode(), address.query.encode(), "POST", sent, body.encode())

    def submit(self, path: str, **fields: str) -> Answer:
        """The answer to a form of that page, as the page itself would send it."""
        return self.post(path, None, token=self.token(path), **fields)

    def token(self, path: str) -> str:
        """What the forms of that page carry."""
        (token, *_) = re.findall(r'name="token" value="([^"]+)"', self.text(path))
        return str(token)

    def ask_all(self, paths: Iterable[str]) -> list[Answer]:
        """The answers to several requests at once."""

        async def answer_all() -> list[Answer]:
            host = [(b"host", HOST.encode())]
            addresses = map(urlsplit, paths)
            return await asyncio.gather(
                *(self._answer(address.path.encode(), address.query.encode(), "GET", host) for address in addresses)
            )

        return self._loop.run(answer_all())

    async def _answer(
        self, path: bytes, query: bytes, method: str, headers: list[tuple[bytes, bytes]], body: bytes = b""
    ) -> Answer:
        scope = {
            "type": "http",
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": unquote_to_bytes(path).decode("utf-8", "surrogateescape"),
            "raw_path": path,
            "query_string": query,
            "root_path": "",
            "headers": headers,
            "server": ("127.0.0.1", PORT),
            "client": ("127.0.0.1", 50000),
        }
        sent: list[Mapping[str, Any]] = []
        received = iter([{"type": "http.request", "body": body, "more_body": False}])

        async def receive() -> Any:
            if (message := next(received, None)) is None:
                await asyncio.Event().wait()
            return message

        async def send(message: Any) -> None:
            sent.append(message)

        await self._app(scope, receive, send)
        start, *rest = sent
        pieces = [message.get("body", b"") for message in rest]
        answered = {name.decode(): value.decode() for name, value in start["headers"]}
        return Answer(start["status"], answered, b"".join(pieces), sum(map(bool, pieces)))


@contextmanager
def visiting(file: Path) -> Iterator[Client]:
    """A client of the pages over that database."""
    with Site(str(file)) as site:
        client = Client(site.build_application())
        yield client
        client.close()


@contextmanager
def serving(file: Path) -> Iterator[str]:
    """The address at which a browser finds the pages over that database."""
    with serve_database(str(file), 0) as served:
        thread = Thread(target=served.run)
        thread.start()
        try:
            yield served.address
        finally:
            served.stop()
            thread.join()


def between(text: str, start: str, end: str) -> str:
    """What stands between the first `start` and the next `end`."""
    return text.partition(start)[2].partition(end)[0]


def plain_text(html: str) -> str:
    """The words of a page, without its tags and line breaks."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


class Page(HTMLParser):
    """The elements of a page with their attributes, its links with their text, and its text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.links: list[tuple[str, str]] = []
        self.text = ""
        self._href: str | None = None
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag == "a":
            self._href = dict(attrs).get("href")
            self.links.append((self._href or "", ""))

    def handle_endtag(self, tag: str) -> None:
        self._href = None if tag == "a" else self._href

    def handle_data(self, data: str) -> None:
        self.text += data
        if self._href is not None:
            address, text = self.links[-1]
            self.links[-1] = (address, text + data)
