"""A headless Chromium, driven by chromedriver's own protocol (W3C WebDriver): all that looking at one page needs."""

from __future__ import annotations

import json
import shutil
import subprocess
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

from tests.patience import PATIENCE

PROGRAMS = ("chromium", "chromedriver")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
)


def missing() -> str:
    """What of the browser is not installed; empty when all is there."""
    return " and ".join(program for program in PROGRAMS if shutil.which(program) is None)


in_browser = pytest.mark.skipif(bool(missing()), reason=f"{missing()} not installed: nothing to open a page with")


class Browser:
    """One window. Screens are in CSS pixels."""

    def __init__(self, port: int, profile: Path, wait_for: str) -> None:
        self._port, self._waits = port, wait_for != "none"
        wanted = {
            "browserName": "chrome",
            "pageLoadStrategy": wait_for,
            "timeouts": {"script": PATIENCE * 1000},  # while axe judges a long page, nothing else is answered
            "goog:chromeOptions": {"args": [*FLAGS, f"--user-data-dir={profile}"], "binary": shutil.which("chromium")},
            "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"},
        }
        self._session = self._ask("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})["sessionId"]
        self._devtools("Emulation.setFocusEmulationEnabled", {"enabled": True})  # else a new tab of its own may have it

    def open(self, page: Path) -> None:
        """Open a file."""
        self._in_session("/url", {"url": page.absolute().as_uri()})

    def visit(self, address: str) -> None:
        """Open an address."""
        (url, load), end = self._page_and_load(), monotonic() + PATIENCE
        self._in_session("/url", {"url": address})
        if not self._waits or ("#" in address and address.partition("#")[0] == url):  # a place on the same page
            return
        # Under load the driver answers before the page is there, or while the one before is.
        while self._page_and_load()[1] == load or not self._is_loaded():
            assert monotonic() < end, f"{address} has not been loaded"
            sleep(0.05)

    def _page_and_load(self) -> tuple[str, str]:
        """The page's address without its part behind #, and what the browser calls this loading of it."""
        frame = self._devtools("Page.getFrameTree", {})["frameTree"]["frame"]
        return frame["url"], frame["loaderId"]

    def _is_loaded(self) -> bool:
        state = self._devtools("Runtime.evaluate", {"expression": "document.readyState"})
        return bool(state["result"]["value"] == "complete")

    def wait(self, script: str) -> Any:
        """What the script returns on the page as soon as that is anything."""
        end = monotonic() + PATIENCE
        while not (answer := self.run(script)) and monotonic() < end:
            sleep(0.05)
        return answer

    def scripts(self, *, on: bool) -> None:
        """Let pages run their scripts, or not."""
        self._devtools("Emulation.setScriptExecutionDisabled", {"value": not on})

    def text(self) -> str:
        """The text of the page, read without its scripts."""
        end = monotonic() + PATIENCE
        while True:
            root = self._devtools("DOM.getDocument", {"depth": 0})["root"]["nodeId"]
            try:
                return str(self._devtools("DOM.getOuterHTML", {"nodeId": root})["outerHTML"])
            except RuntimeError:  # the page has changed in between
                if monotonic() > end:
                    raise

    def run(self, script: str, *arguments: Any) -> Any:
        """What the script returns, on the page."""
        return self._in_session("/execute/sync", {"script": script, "args": arguments})

    def click(self, selector: str) -> None:
        """Press the mouse on the first such element, as a hand would, without any script."""
        place = self.point(selector) | {"button": "left", "clickCount": 1}
        for kind in ("mousePressed", "mouseReleased"):
            self._devtools("Input.dispatchMouseEvent", {"type": kind, **place})

    def point(self, selector: str) -> dict[str, Any]:
        """Move the mouse to the middle of the first such element, and say where that is."""
        root = self._devtools("DOM.getDocument", {"depth": 0})["root"]["nodeId"]
        node = {"nodeId": self._devtools("DOM.querySelector", {"nodeId": root, "selector": selector})["nodeId"]}
        self._devtools("DOM.scrollIntoViewIfNeeded", node)
        corners = self._devtools("DOM.getBoxModel", node)["model"]["content"]
        place = {"x": sum(corners[::2]) / 4, "y": sum(corners[1::2]) / 4}
        self._devtools("Input.dispatchMouseEvent", {"type": "mouseMoved", **place})
        return place

    def tap(self, selector: str) -> None:
        """Touch the first such element with a finger."""
        x, y = self.run(
            "const one = document.querySelector(arguments[0]);"
            "one.scrollIntoView({ block: 'center', behavior: 'instant' });"
            "const box = one.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]",
            selector,
        )
        for kind, points in (("touchStart", [{"x": x, "y": y}]), ("touchEnd", [])):
            self._devtools("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def press(self, *keys: str) -> None:
        """Press keys, one after the other: letters, or the code points that WebDriver gives to others."""
        actions = [{"type": way, "value": key} for key in keys for way in ("keyDown", "keyUp")]
        self._in_session("/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": actions}]})

    def write(self, text: str) -> None:
        """Type where the cursor is, without any script."""
        self._devtools("Input.insertText", {"text": text})

    def screen(self, width: int, height: int, scheme: str = "light", *, phone: bool = False) -> None:
        """Give the window a size and a colour scheme."""
        size = {"width": width, "height": height, "deviceScaleFactor": 2 if phone else 1, "mobile": phone}
        self._devtools("Emulation.setDeviceMetricsOverride", size)
        self._devtools("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})

    def paper(self, medium: str = "print") -> None:
        """Show the page as on paper; an empty medium is the screen again."""
        self._devtools("Emulation.setEmulatedMedia", {"media": medium})

    def print(self) -> bytes:
        """The page as PDF, on A4."""
        size = {"paperWidth": 8.27, "paperHeight": 11.69, "printBackground": False, "preferCSSPageSize": True}
        return b64decode(self._devtools("Page.printToPDF", size)["data"])

    def log(self, kind: str = "browser") -> list[dict[str, Any]]:
        """The log since the last call: `browser` gives the console's lines, `performance` all network events."""
        return list(self._in_session("/se/log", {"type": kind}))

    def requests(self) -> list[str]:
        """The addresses that were asked for since the last call."""
        messages = (json.loads(entry["message"])["message"] for entry in self.log("performance"))
        sent = [message["params"] for message in messages if message["method"] == "Network.requestWillBeSent"]
        new_tab = "chrome://"  # the browser's own page asks too
        return [request["request"]["url"] for request in sent if not request["documentURL"].startswith(new_tab)]

    def close(self) -> None:
        """Close the window and end the browser."""
        self._ask("DELETE", f"/session/{self._session}")

    def _devtools(self, command: str, parameters: dict[str, Any]) -> dict[str, Any]:
        return dict(self._in_session("/goog/cdp/execute", {"cmd": command, "params": parameters}) or {})

    def _in_session(self, path: str, parameters: dict[str, Any]) -> Any:
        return self._ask("POST", f"/session/{self._session}{path}", parameters)

    def _ask(self, method: str, path: str, parameters: dict[str, Any] | None = None) -> Any:
        connection = HTTPConnection("127.0.0.1", self._port, timeout=PATIENCE)
        try:
            body = None if parameters is None else json.dumps(parameters)
            connection.request(method, path, body, {"Content-Type": "application/json"})
            answer = json.loads(connection.getresponse().read())["value"]
        finally:
            connection.close()
        if isinstance(answer, dict) and "error" in answer:
            raise RuntimeError(f"{answer['error']}: {answer['message'].splitlines()[0]}")
        return answer


@contextmanager
def browsing(profile: Path, wait_for: str = "normal") -> Iterator[Browser]:
    """A browser with an empty profile in that folder; with `none` it waits for no page to be whole."""
    driver = shutil.which("chromedriver")
    assert driver is not None
    with subprocess.Popen(
        [driver, "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        try:
            browser = Browser(_port(process), profile, wait_for)
            try:
                yield browser
            finally:
                browser.close()
        finally:
            process.terminate()


def _port(process: subprocess.Popen[str]) -> int:
    """The port that chromedriver says it listens on."""
    assert process.stdout is not None
    for line in process.stdout:
        if "started successfully on port" in line:
            return int(line.strip().rstrip(".").rpartition(" ")[2])
    raise RuntimeError("chromedriver did not start")
