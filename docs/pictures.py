"""Makes the pictures of README and the docs from the sample histories: `make docs`. No player in them exists.

The web page is photographed by a headless Chromium; where there is none, its picture stays as it is.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import cache, partial
from io import BytesIO, StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console
from rich.terminal_theme import MONOKAI

from histparse import Report, Store, flow, report_charts, report_html
from histparse.report import is_in_summary, print_summary
from histparse.report.model import Estimates
from histparse.view import HandView, glance, read_view

FOLDER = Path(__file__).parent / "pictures"
SAMPLES = Path(__file__).parent.parent / "sample_histories"
PLAYED = [SAMPLES / "pokerstars" / f"session_cash_{name}.txt" for name in ("six_handed", "heads_up")]
HAND = SAMPLES / "pokerstars" / "by_hand_all_in_side_pot.txt"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
SCREEN = (1200, 860)
"""Of the web page, in pixels."""
COLOURS = 96
"""More make the picture larger and no clearer."""
MOST = 150_000
"""Bytes of a picture: README is read on telephones too."""
_LOADED = re.compile(r"@font-face \{\{.*?\}\}\n|<!--.*?-->", re.DOTALL)
FORMAT = _LOADED.sub("", CONSOLE_SVG_FORMAT).replace("Fira Code", "ui-monospace, Menlo, Consolas, DejaVu Sans Mono")
"""That of rich without the font that it loads from elsewhere."""


def main() -> None:
    """Write the pictures."""
    FOLDER.mkdir(exist_ok=True)
    for name, picture in drawn().items():
        _write(name, picture())
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        sys.stderr.write("There is no Chromium here: docs/pictures/page.png stays as it is.\n")
    else:
        _write("page.png", small(photographed(browser, report_html(reported()))))


def drawn() -> dict[str, Callable[[], bytes]]:
    """What draws those that need no browser, by name."""
    return {
        "report.svg": lambda: terminal("histparse report", 116, partial(print_summary, summed_up())),
        "show.svg": lambda: terminal("histparse show session.txt:1", 84, partial(glance.print_hand, shown())),
        "net.png": lambda: small(report_charts(reported(), "png")["cumulative_net_USD"]),
    }


@cache
def reported() -> Report:
    """The report on the samples' hero."""
    with _stored() as store:
        return store.report("Katja72")


def summed_up() -> Report:
    """What the first screen says of them."""
    with _stored() as store:
        return store.report("Katja72", scope=is_in_summary, lists=False, estimates=Estimates.NONE)


def _stored() -> Store:
    store = Store()
    for file in PLAYED:
        store.import_text(file.read_bytes(), name=file.name)  # without its folder, which differs between machines
    return store


def shown() -> HandView:
    """A hand as `histparse show` shows it."""
    text = next(flow.cut_bytes_into_hand_texts(HAND.read_bytes(), "session.txt")).text
    hand = text and read_view(text)
    if not isinstance(hand, HandView):
        raise ValueError(f"{HAND} is no hand that can be shown")
    return hand


def terminal(title: str, width: int, show: Callable[[Console], None]) -> bytes:
    """What that shows on a terminal of so many columns, as SVG that loads nothing."""
    screen = Console(
        record=True, width=width, file=StringIO(), force_terminal=True, highlight=False, legacy_windows=False
    )
    show(screen)
    return screen.export_svg(title=title, theme=MONOKAI, code_format=FORMAT, unique_id="terminal").encode()


def photographed(browser: str, page: str) -> bytes:
    """The top of the page on a screen."""
    with TemporaryDirectory() as folder:
        file, picture = Path(folder, "page.html"), Path(folder, "page.png")
        file.write_text(page, encoding="utf-8")
        size = ",".join(map(str, SCREEN))
        flags = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", f"--user-data-dir={folder}/user"]
        command = [browser, *flags, f"--window-size={size}", f"--screenshot={picture}", file.as_uri()]
        subprocess.run(command, check=True, capture_output=True, timeout=120)  # noqa: S603 - a browser, and files of ours
        return picture.read_bytes()


def small(picture: bytes) -> bytes:
    """The same picture in few colours."""
    made = BytesIO()
    Image.open(BytesIO(picture)).convert("RGB").quantize(COLOURS).save(made, "PNG", optimize=True)
    return made.getvalue()


def _write(name: str, picture: bytes) -> None:
    if len(picture) > MOST:
        raise ValueError(f"docs/pictures/{name} would have {len(picture):,} bytes, more than {MOST:,}")
    (FOLDER / name).write_bytes(picture)


if __name__ == "__main__":
    main()
