"""What the site has besides docs/: README and its neighbours, with links as they are from there, and wider pages."""

from __future__ import annotations

import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parent.parent.parent
PAGES = {"README.md": "index.md", "CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}
PAGES["LICENSE"] = "license.md"
"""Files at the top of the tree, and the pages made of them."""
WIDE = """
.md-grid { max-width: 76rem; }
.md-typeset pre > code { white-space: pre-wrap; }
.md-typeset .language-console pre > code { white-space: pre; }
"""
"""Code is wrapped, not cut, on any screen; what commands print stands in columns and can be scrolled."""
_TO_TOP = re.compile(r"(?<=\]\()((?:\.\./)*)\.\./([A-Z]+(?:\.md)?)(?=[)#])")
_LINK = re.compile(r"(?<=\]\()(?:docs/)?([\w./-]+)")
_DIAGRAM = re.compile(r"^```mermaid\n(.*?)^```\n", re.MULTILINE | re.DOTALL)
_NODE = re.compile(r"(\w+)\[\(?\"([^\"]+)\"\)?\]")
_ARROW = re.compile(r"(\w+)\S* *-->\|\"([^\"]+)\"\| *(\w+)")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages."""
    for name, page in PAGES.items():
        text = (ROOT / name).read_text(encoding="utf-8")
        files.append(File.generated(config, page, content=from_docs(text if name.endswith(".md") else licence(text))))
    files.append(File.generated(config, "wide.css", content=WIDE))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG001 - as called
    """Let links out of docs/ lead to the pages made of those files."""
    return _TO_TOP.sub(lambda link: link[1] + PAGES[link[2]], markdown)


def from_docs(text: str) -> str:
    """The text with links as they are from docs/, and with a table for each diagram, which only GitHub draws."""
    return _LINK.sub(lambda link: PAGES.get(link[1], link[1]), _DIAGRAM.sub(lambda found: _table(found[1]), text))


def licence(text: str) -> str:
    """The licence below a heading."""
    return f"# Licence\n\n{text}"


def _table(diagram: str) -> str:
    """The arrows of a diagram as rows."""
    named = dict(_NODE.findall(diagram))
    plain = re.sub(r"\[[^\]]*\]", "", diagram)
    rows = [f"| {named[start]} | {step} | {named[end]} |" for start, step, end in _ARROW.findall(plain)]
    return "\n".join(["| from | step | to |", "|---|---|---|", *rows]) + "\n"
