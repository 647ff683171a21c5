"""Step 10, serve: listens on the loopback of this machine until it is stopped."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Thread

import uvicorn

from histparse.model.errors import HistparseError
from histparse.serve.app import Site
from histparse.serve.guard import App

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
        Thread(target=_load, daemon=True).start()
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


def _load() -> None:
    """Load what draws, while nobody waits for it yet."""
    import histparse.report.charts.cumulative_net  # noqa: F401, PLC0415 - slow to load
