"""Step 10, serve: the application. Each module of `pages` is a page, at the path it names."""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
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
from histparse.serve.address import (
    Address,
    ElsewhereError,
    RefusedError,
    has_empty_fields,
    parse_address,
    parse_dropping_unknown_parameters,
)
from histparse.serve.calendar import period_links
from histparse.serve.filter_menus import count_passing_hands_if_possible, filter_menus, is_day, last_two_sessions
from histparse.serve.guard import WRITING, App, Guard, check_form_token, new_form_token, read_form
from histparse.serve.masking import resolve_pseudonyms, resolve_pseudonyms_or_drop_players
from histparse.serve.menu import bar_words, load_pages, player_if_not_hero
from histparse.serve.source import PageRequest, PageValues, Source
from histparse.serve.templates import FILES, assets_by_name, template_environment
from histparse.stats.filter_kinds import stakes_in_words
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
        self.pages = load_pages()
        self._words = bar_words(self.pages)
        self._form_token = new_form_token()
        self.templates = template_environment(self._words, path, self._form_token)
        self._in_turn = {
            in_pieces: partial(to_thread.run_sync, limiter=CapacityLimiter(number))
            for in_pieces, number in ((False, PAGES_AT_A_TIME), (True, PIECES_AT_A_TIME))
        }

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.source.close()

    def build_application(self) -> App:
        """Build the application that answers requests."""
        routes = [Route(page.PATH, self._page_endpoint(page), methods=["GET", "POST"]) for page in self.pages]
        pages = Starlette(
            routes=[*routes, Route(f"{FILES}/{{name}}", _serve_asset)],
            exception_handlers={404: self._not_found},
        )
        pages.router.redirect_slashes = False
        return Guard(pages, form_paths={page.PATH for page in self.pages if hasattr(page, "apply_form")})

    def _page_endpoint(self, page: ModuleType) -> Any:  # Any: an endpoint of starlette
        async def answer(request: Request) -> Response:
            query = request.scope["query_string"]
            try:
                address = parse_address(page.PATH, query, page.KEYS)
                if request.method == WRITING:
                    return await self._handle_form(page, address, await read_form(request))
                if has_empty_fields(query):
                    return RedirectResponse(address.changed_address(), 303)
                return await self._render_page(page, address)
            except ElsewhereError as error:
                return RedirectResponse(str(error), 303)
            except HistparseError as error:
                return await self._refusal_beside_filters(
                    error, page, parse_dropping_unknown_parameters(page.PATH, query, page.KEYS)
                )
            except Exception as error:
                return self._render_refusal_page(_log_internal_error_as_sentence(error), 500)

        return answer

    async def _handle_form(self, page: ModuleType, address: Address, form: Mapping[str, str]) -> Response:
        """Do what a form asks for, and show the page as it is then."""
        check_form_token(form, self._form_token)
        target = await self._in_turn[False](page.apply_form, address, form, self.source)
        return RedirectResponse(target or address.changed_address(), 303)

    async def _render_page(self, page: ModuleType, address: Address) -> Response:
        in_turn = self._in_turn[page.IN_PIECES]
        with ExitStack() as opening:
            store = await in_turn(opening.enter_context, self.source.lend_shared_store())
            try:
                address = await in_turn(resolve_pseudonyms, address, store, self.source)
                values = await in_turn(self._page_values, page, address, store)
                template = self.templates.get_template(page.TEMPLATE)
                if not page.IN_PIECES:
                    return HTMLResponse(await in_turn(template.render, values))
                pieces = _join_into_sections(template.generate(values))
                first = await in_turn(next, pieces, None)
            except BaseException:
                await to_thread.run_sync(opening.close)
                raise
            following = partial(in_turn, next, pieces, None)
            sent = self._stream_pieces(address, first, following, opening.pop_all())
            return StreamingResponse(sent, media_type="text/html")

    def _page_values(self, page: ModuleType, address: Address, store: Store) -> PageValues:
        """The values for the template of the page."""
        request = PageRequest(address, store, self.source)
        person = player_if_not_hero(page, request, self._words)
        return {**self._values_of_every_page(page, request), "person": person, **page.template_values(request)}

    def _values_of_every_page(self, page: ModuleType, request: PageRequest) -> PageValues:
        """The values for what every page has: its address, and the choices of its filters."""
        address, store = request.address, request.store
        choices = request.compute_cached(("choices", TagFile(store.path).change_fingerprint()), Store.choices)
        names = request.call_cached(Store.most_met, COMPLETED)
        return {
            "address": address,
            "page_path": page.PATH,
            "current_word": next(word for word in self._words if page.PATH in word.paths),
            "choices": choices,
            "names": map(address.unique_pseudonym_if_hidden, names),
            "mask": address.mask_if_hidden,
            "is_day": is_day,
            "stakes_in_words": stakes_in_words,
            "periods": lambda: list(period_links(address, last_two_sessions(request))),
            "filter_menus": partial(filter_menus, address),
            "passing_hands": partial(count_passing_hands_if_possible, request),
        }

    async def _stream_pieces(
        self,
        address: Address,
        first_piece: str | None,
        next_piece: Callable[[], Awaitable[str | None]],
        open_resources: ExitStack,
    ) -> AsyncIterator[str]:
        try:
            piece = first_piece
            while piece is not None:
                yield piece
                piece = await next_piece()
        except Exception as error:  # what was sent stays; the rest is one sentence
            sentence = error.to_users if isinstance(error, HistparseError) else _log_internal_error_as_sentence(error)
            yield self.templates.get_template("stopped.html").render(sentence=sentence, address=address)
        finally:
            open_resources.close()

    async def _refusal_beside_filters(self, error: HistparseError, page: ModuleType, address: Address) -> Response:
        """Answer for a page that cannot be shown: the sentence beside the filters, so that they can be mended there."""
        status = error.status if isinstance(error, RefusedError) else 503 if isinstance(error, StoreError) else 400
        try:
            return await self._in_turn[False](
                self._render_refusal_beside_filters, error.to_users, status, page, address
            )
        except HistparseError:  # the database cannot be read
            return self._render_refusal_page(error.to_users, status)

    def _render_refusal_beside_filters(
        self, sentence: str, status: int, page: ModuleType, address: Address
    ) -> Response:
        with self.source.lend_shared_store() as store:
            address = resolve_pseudonyms_or_drop_players(address, store, self.source)
            values = {
                **self._values_of_every_page(page, PageRequest(address, store, self.source)),
                "player": address.get("player"),
                "has_filters": bool(page.TAB and (address.filter_parameters() or address.get("player"))),
                "kept_fields": [name for name in page.KEYS if name not in {"player", "page"}],
            }
            return self._render_refusal_page(sentence, status, **values)

    def _render_refusal_page(self, sentence: str, status: int, **values: Any) -> Response:
        context = {"page_path": "", "address": None, "has_filters": False, **values}
        shown = self.templates.get_template("refused.html").render(sentence=sentence, status=status, **context)
        return HTMLResponse(shown, status)

    async def _not_found(self, _request: Request, _error: Exception) -> Response:
        return self._render_refusal_page("there is no such page", 404)


def _log_internal_error_as_sentence(error: Exception) -> str:
    """The sentence for an error of the program, which is for its authors; with HISTPARSE_DEBUG it is raised."""
    if os.environ.get("HISTPARSE_DEBUG"):
        raise error
    logging.getLogger("histparse").error(
        "histparse: an error of the program itself (%s); HISTPARSE_DEBUG=1 shows where", type(error).__name__
    )
    return "an error of the program itself; with HISTPARSE_DEBUG=1 it says where"


def _join_into_sections(chunks: Iterable[str]) -> Iterator[str]:
    """The chunks of a template joined, each piece ending with a section."""
    held: list[str] = []
    for chunk in chunks:
        held.append(chunk)
        if PIECE in chunk:
            yield "".join(held)
            held.clear()
    yield "".join(held)


async def _serve_asset(request: Request) -> Response:
    """A style sheet or script of ours; nothing else has a name here."""
    asset = assets_by_name().get(request.path_params["name"])
    if asset is None:
        return PlainTextResponse("there is no such file\n", 404)
    return Response(asset.text, media_type="text/css" if asset.name.endswith(".css") else "text/javascript")


# --- listening --------------------------------------------------------------------------------------------------------

LOOPBACK = "127.0.0.1"
WAITING = 128
"""Connections that may wait."""


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
        errors = logging.getLogger("uvicorn.error")
        errors.addFilter(self._keeps_record_unless_stopping)
        try:
            self._server.run(sockets=[self._listening])
        finally:
            errors.removeFilter(self._keeps_record_unless_stopping)

    def _keeps_record_unless_stopping(self, _record: logging.LogRecord) -> bool:
        """Whether an error is to be logged: pages that are cut off because the user stops are none."""
        return not self._server.should_exit

    def stop(self) -> None:
        """Answer what has been asked, and end."""
        self._server.should_exit = True


@contextmanager
def serve_database(database_path: str, port: int) -> Iterator[Served]:
    """The pages over that database. Raises StoreError, and HistparseError for a port that is taken."""
    with Site(database_path) as site, socket.socket(socket.AF_INET, socket.SOCK_STREAM) as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((LOOPBACK, port))
            listening.listen(WAITING)
        except OSError as error:
            raise HistparseError(f"port {port} cannot be used ({error.strerror}): name another with --port") from error
        yield Served(site.build_application(), listening)
