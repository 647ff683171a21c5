"""`histparse watch` in a process of its own, and what it has reported so far."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from time import monotonic, sleep
from typing import IO, Any

from tests.faults.child import Ended, expect_nobody, start
from tests.patience import PATIENCE

SETTLE = 0.2


class Watching:
    """A running watcher."""

    def __init__(self, *words: str | Path, **options: Any) -> None:
        self.process = start("watch", *words, "--hands", "--format", "json", "--settle", str(SETTLE), **options)
        self.hands: list[dict[str, Any]] = []
        self.messages: list[str] = []
        self._readers = [
            _reading(self.process.stdout, lambda line: self.hands.append(json.loads(line))),
            _reading(self.process.stderr, self.messages.append),
        ]
        self.wait_for(lambda: bool(self.messages))

    @property
    def numbers(self) -> list[str]:
        """The hands reported, in order."""
        return [hand["hand_id"] for hand in list(self.hands)]

    def wait_for(self, condition: Any) -> None:
        """Wait until it holds; fail when that does not come, or the watcher has ended."""
        end = monotonic() + PATIENCE
        while not condition():
            assert self.process.poll() is None, self.messages
            assert monotonic() < end, (self.messages, self.numbers)
            sleep(0.02)

    def resident(self) -> int:
        """The memory of the process in pages."""
        return int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])

    def stop(self) -> Ended:
        """Stop it as Ctrl-C does."""
        self.process.send_signal(signal.SIGINT)
        self.process.wait(PATIENCE)
        for reader in self._readers:
            reader.join()
        expect_nobody(self.process)
        return Ended(self.process.returncode, "", "".join(self.messages))


@contextmanager
def watching(*words: str | Path, **options: Any) -> Iterator[Watching]:
    """A watcher that is gone after the block in any case."""
    watcher = Watching(*words, **options)
    try:
        yield watcher
    finally:
        watcher.process.kill()
        watcher.process.wait()


def _reading(stream: IO[str] | None, take: Any) -> Thread:
    def read() -> None:
        assert stream is not None
        with stream:
            for line in stream:
                take(line)

    thread = Thread(target=read, daemon=True)
    thread.start()
    return thread
