"""Step 10, serve: the application. Each module of `pages` is a page, at the path it names."""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from datetime import datetime
from functools import partial
from threading import Thread
from types import ModuleType
from typing import Any, Self

import uvicorn
from anyio import CapacityLimiter, to_thread
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from histparse import HistparseError, Store, StoreError
from histparse.serve.address import Address, ElsewhereError, RefusedError, address_of, has_blanks, known_of
from histparse.serve.calendar import periods
from histparse.serve.guard import WRITING, App, Guard, Token, form_of
from histparse.serve.masking import known_names, with_names
from histparse.serve.menu import bar_words, find_pages, other_person
from histparse.serve.source import PageRequest, Source
from histparse.serve.templates import FILES, assets, templates
from histparse.store.database.tags import TagFile

PAGES_AT_A_TIME, PIECES_AT_A_TIME = 2, 1
"""Pages counted at once, and pieces of pages that are sent in pieces: each of these takes all processors. Others wait
in turn, so that of many pages each begins before the first is whole."""
COMPLETED = 300
"""Names that are suggested where one is typed, those with the most hands."""
PIECE = "</section>"
"""A page that is sent while it is counted goes out section by section."""


class Site:
    """The pages over a database. Use it in a `with` statement: the database may be open until it ends."""

    def __init__(self, path: str) -> None:
        """Name the database. Raises StoreError when it cannot be read."""
        self.source = Source(path)
        self.pages = find_pages()
        self._words = bar_words(self.pages)
        self._token = Token()
        self.templates = templates(self._words, path, str(self._token))
        at_a_time = {False: PAGES_AT_A_TIME, True: PIECES_AT_A_TIME}
        self._in_turn = {
            in_pieces: partial(to_thread.run_sync, limiter=CapacityLimiter(number))
            for in_pieces, number in at_a_time.items()
        }

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.source.close()

    def application(self) -> App:
        """Build the application that answers requests."""
        routes = [Route(page.PATH, self._answering(page), methods=["GET", "POST"]) for page in self.pages]
        pages = Starlette(
            routes=[*routes, Route(f"{FILES}/{{name}}", _file)],
            exception_handlers={404: self._no_page},
        )
        pages.router.redirect_slashes = False
        return Guard(pages, written={page.PATH for page in self.pages if hasattr(page, "changed")})

    def _answering(self, page: ModuleType) -> Any:  # Any: an endpoint of starlette
        async def answer(request: Request) -> Response:
            query = request.scope["query_string"]
            try:
                address = address_of(page.PATH, query, page.KEYS)
                if request.method == WRITING:
                    return await self._changed(page, address, await form_of(request))
                if has_blanks(query):
                    return RedirectResponse(address.but(), 303)
                return await self._page(page, address)
            except ElsewhereError as error:
                return RedirectResponse(str(error), 303)
            except HistparseError as error:
                return await self._instead(error, page, known_of(page.PATH, query, page.KEYS))
            except Exception as error:
                return self._refused(_own_error(error), 500)

        return answer

    async def _changed(self, page: ModuleType, address: Address, form: Mapping[str, str]) -> Response:
        """Do what a form asks for, and show the page as it is then."""
        self._token.require(form)
        target = await self._in_turn[False](page.changed, address, form, self.source)
        return RedirectResponse(target or address.but(), 303)

    async def _page(self, page: ModuleType, address: Address) -> Response:
        in_turn = self._in_turn[page.IN_PIECES]
        with ExitStack() as opening:
            store = await in_turn(opening.enter_context, self.source.reading())
            try:
                address = await in_turn(with_names, address, store, self.source)
                values = await in_turn(self._values, page, address, store)
                template = self.templates.get_template(page.TEMPLATE)
                if not page.IN_PIECES:
                    return HTMLResponse(await in_turn(template.render, values))
                pieces = _pieces(template.generate(values))
                first = await in_turn(next, pieces, None)
            except BaseException:
                await to_thread.run_sync(opening.close)
                raise
            following = partial(in_turn, next, pieces, None)
            sent = self._sent(address, first, following, opening.pop_all())
            return StreamingResponse(sent, media_type="text/html")

    def _values(self, page: ModuleType, address: Address, store: Store) -> dict[str, Any]:
        """The values for the template of the page."""
        request = PageRequest(address, store, self.source)
        person = other_person(page, request, self._words)
        return {**self._shell_values(page, address, store), "person": person, **page.shown(request)}

    def _shell_values(self, page: ModuleType, address: Address, store: Store) -> dict[str, Any]:
        """The values for what every page has: its address, and the choices of its filters."""
        choices = self.source.cached(store, ("choices", TagFile(store.path).state()), Store.choices)
        names = self.source.cached(store, "names", lambda store: store.most_met(COMPLETED))
        return {
            "address": address,
            "page_path": page.PATH,
            "current_word": next(word for word in self._words if page.PATH in word.paths),
            "choices": choices,
            "names": map(address.word, names),
            "mask": address.mask,
            "periods": partial(periods, address, self.source.cached(store, "latest", _latest)),
        }

    async def _sent(
        self, address: Address, first: str | None, following: Callable[[], Awaitable[str | None]], opened: ExitStack
    ) -> AsyncIterator[str]:
        try:
            piece = first
            while piece is not None:
                yield piece
                piece = await following()
        except Exception as error:  # what was sent stays; the rest is one sentence
            sentence = error.to_users if isinstance(error, HistparseError) else _own_error(error)
            yield self.templates.get_template("stopped.html").render(sentence=sentence, address=address)
        finally:
            opened.close()

    async def _instead(self, error: HistparseError, page: ModuleType, address: Address) -> Response:
        """Answer for a page that cannot be shown: the sentence beside the filters, so that they can be mended there."""
        status = error.status if isinstance(error, RefusedError) else 503 if isinstance(error, StoreError) else 400
        try:
            return await self._in_turn[False](self._mendable, error.to_users, status, page, address)
        except HistparseError:  # the database cannot be read
            return self._refused(error.to_users, status)

    def _mendable(self, sentence: str, status: int, page: ModuleType, address: Address) -> Response:
        with self.source.reading() as store:
            address = known_names(address, store, self.source)
            values = {
                **self._shell_values(page, address, store),
                "player": address.get("player"),
                "is_mended": bool(page.TAB and (address.filtering() or address.get("player"))),
                "kept_fields": [name for name in page.KEYS if name not in {"player", "page"}],
            }
            return self._refused(sentence, status, **values)

    def _refused(self, sentence: str, status: int, **values: Any) -> Response:
        context = {"page_path": "", "address": None, "is_mended": False, **values}
        shown = self.templates.get_template("refused.html").render(sentence=sentence, status=status, **context)
        return HTMLResponse(shown, status)

    async def _no_page(self, _request: Request, _error: Exception) -> Response:
        return self._refused("there is no such page", 404)


def _latest(store: Store) -> datetime | None:
    with store.database() as database:
        last: datetime | None = database.connection.execute("SELECT max(played_at) FROM hands").fetchall()[0][0]
        return last


def _own_error(error: Exception) -> str:
    """The sentence for an error of the program, which is for its authors; with HISTPARSE_DEBUG it is raised."""
    if os.environ.get("HISTPARSE_DEBUG"):
        raise error
    logging.getLogger("histparse").error(
        "histparse: an error of the program itself (%s); HISTPARSE_DEBUG=1 shows where", type(error).__name__
    )
    return "an error of the program itself; with HISTPARSE_DEBUG=1 it says where"


def _pieces(chunks: Iterable[str]) -> Iterator[str]:
    """The chunks of a template joined, each piece ending with a section."""
    held: list[str] = []
    for chunk in chunks:
        held.append(chunk)
        if PIECE in chunk:
            yield "".join(held)
            held.clear()
    yield "".join(held)


async def _file(request: Request) -> Response:
    """A style sheet or script of ours; nothing else has a name here."""
    asset = assets().get(request.path_params["name"])
    if asset is None:
        return PlainTextResponse("there is no such file\n", 404)
    return Response(asset.text, media_type="text/css" if asset.name.endswith(".css") else "text/javascript")


# --- listening --------------------------------------------------------------------------------------------------------

LOOPBACK = "127.0.0.1"
WAITING = 128
"""Connections that may wait."""


class PortError(HistparseError):
    """The port cannot be listened on; the message is one sentence."""


class Served:
    """The pages at their address."""

    def __init__(self, app: App, listening: socket.socket) -> None:
        self.address = f"http://{LOOPBACK}:{listening.getsockname()[1]}/"
        self._listening = listening
        settings = uvicorn.Config(
            app,
            log_level="warning",
            access_log=False,
            server_header=False,
            lifespan="off",
            timeout_graceful_shutdown=1,
        )
        self._server = uvicorn.Server(settings)

    def run(self, ready: Callable[[str], object] | None = None) -> None:
        """Answer until Ctrl-C, which is raised when all is closed. `ready` is called with the address at once."""
        if ready:
            Thread(target=ready, args=(self.address,), daemon=True).start()
        self._server.run(sockets=[self._listening])

    def stop(self) -> None:
        """Answer what has been asked, and end."""
        self._server.should_exit = True


@contextmanager
def serving(path: str, port: int) -> Iterator[Served]:
    """The pages over that database. Raises StoreError, and PortError for a port that is taken."""
    with Site(path) as site, socket.socket(socket.AF_INET, socket.SOCK_STREAM) as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((LOOPBACK, port))
            listening.listen(WAITING)
        except OSError as error:
            raise PortError(f"port {port} cannot be used ({error.strerror}): name another with --port") from error
        yield Served(site.application(), listening)
