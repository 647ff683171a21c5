"""What the accessibility rules of axe-core say of the page that a browser shows."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

from tests.report.browser import Browser

SOURCE = files("axe_core_python").joinpath("axe.min.js").read_text(encoding="utf-8")
RUN = """
window.judged = null;
for (const one of document.querySelectorAll('tbody tr:nth-child(n + 4), li:nth-child(n + 10)')) one.remove();
for (const one of document.querySelectorAll('details')) one.open = true;
axe.run(document, { resultTypes: ['violations'] }).then((found) => { window.judged = found.violations; });
"""
GRAVE = ("serious", "critical")


def grave(browser: Browser) -> list[str]:
    """Each grave violation with the elements it is about, all that can be unfolded being so.

    Of long tables and lists the first rows are judged, which the others are like; the rest is gone from the page.
    """
    browser.run(f"if (!window.axe) {{ {SOURCE} }}")
    browser.run(RUN)
    browser.wait("return window.judged !== null")
    violations: list[dict[str, Any]] = browser.run("return window.judged")
    return [
        f"{violation['id']}: {violation['help']}: {'; '.join(node['html'][:120] for node in violation['nodes'][:5])}"
        for violation in violations
        if violation["impact"] in GRAVE
    ]
