"""A headless Firefox, driven by the protocol that it speaks itself (W3C WebDriver BiDi), without another program."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.patience import PATIENCE

PROGRAM = "firefox-esr" if shutil.which("firefox-esr") else "firefox"
EVENTS = ("log.entryAdded", "network.beforeRequestSent")
FLAGS = ("--headless", "--no-remote", "--remote-debugging-port", "0")
LISTENS = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
PREFERENCES = {
    "app.normandy.enabled": False,
    "browser.newtabpage.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "toolkit.telemetry.enabled": False,
}
"""Nothing that looks for the net: pages alone shall ask for anything."""


def missing() -> str:
    """What is not installed; empty when it is there."""
    return "" if shutil.which(PROGRAM) else "firefox"


class Firefox:
    """One window. Screens are in CSS pixels."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection, self._number = connection, 0
        self._events: list[dict[str, Any]] = []
        self._ask("session.new", capabilities={})
        self._ask("session.subscribe", events=EVENTS)
        self._page = self._ask("browsingContext.create", type="tab")["context"]

    def visit(self, address: str) -> None:
        """Open an address, and wait until it is whole."""
        self._ask("browsingContext.navigate", context=self._page, url=address, wait="complete")

    def run(self, expression: str) -> Any:
        """What the expression is worth on the page, once it is settled: a text, a number, true, false or null."""
        answer = self._ask("script.evaluate", expression=expression, target={"context": self._page}, awaitPromise=True)
        if answer["type"] == "exception":
            raise RuntimeError(answer["exceptionDetails"]["text"])
        return answer["result"].get("value")

    def press(self, *keys: str) -> None:
        """Press keys, one after the other: letters, or the code points that WebDriver gives to others."""
        actions = [{"type": way, "value": key} for key in keys for way in ("keyDown", "keyUp")]
        source = {"type": "key", "id": "keyboard", "actions": actions}
        self._ask("input.performActions", context=self._page, actions=[source])

    def screen(self, width: int, height: int) -> None:
        """Give the window a size."""
        size = {"width": width, "height": height}
        self._ask("browsingContext.setViewport", context=self._page, viewport=size)

    def complaints(self) -> list[str]:
        """What the console has said since the last call, other than for information."""
        entries = self._take_events("log.entryAdded")
        return [entry["text"] for entry in entries if entry["level"] in {"warn", "error"}]

    def requests(self) -> list[str]:
        """The addresses that pages have asked for since the last call."""
        return [event["request"]["url"] for event in self._take_events("network.beforeRequestSent")]

    def _take_events(self, method: str) -> list[dict[str, Any]]:
        self._ask("session.status")  # all events before the answer have come with it
        events = self._events
        self._events = [event for event in events if event["method"] != method]
        return [event["params"] for event in events if event["method"] == method]

    def _ask(self, method: str, **params: Any) -> Any:
        self._number += 1
        self._connection.send(json.dumps({"id": self._number, "method": method, "params": params}))
        while (answer := json.loads(self._connection.recv(timeout=PATIENCE))).get("id") != self._number:
            self._events.append(answer)
        if answer["type"] == "error":
            raise RuntimeError(f"{answer['error']}: {answer['message']}")
        return answer["result"]


@contextmanager
def browsing_firefox(profile: Path) -> Iterator[Firefox]:
    """A Firefox with a new profile in that folder."""
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in PREFERENCES.items()]
    (profile / "user.js").write_text("".join(lines), encoding="utf-8")
    command = [PROGRAM, *FLAGS, "--profile", str(profile)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
        try:
            with connect(f"{_address(process)}/session", max_size=None, open_timeout=PATIENCE) as connection:
                yield Firefox(connection)
        finally:
            process.terminate()


def _address(process: subprocess.Popen[str]) -> str:
    """The address that it says it listens on."""
    assert process.stderr is not None
    for line in process.stderr:
        if match := LISTENS.search(line):
            return match[1]
    raise RuntimeError("Firefox did not start")
