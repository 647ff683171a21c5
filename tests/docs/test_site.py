"""The docs as a site: it builds without a warning, all links lead somewhere, and it loads nothing from elsewhere."""

from __future__ import annotations

import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

from docs.tables import FOLDER
from tests.report.browser import browsing, missing

CONFIG = FOLDER / "site" / "mkdocs.yml"
LOADING = {"script": "src", "img": "src", "link": "href", "iframe": "src", "source": "src", "use": "href"}
"""Elements that a browser loads something for, and where they say what."""
PASSIVE = {"canonical", "next", "prev"}
"""Kinds of `link` for which nothing is loaded."""
_IN_STYLE = re.compile(r"""(?:url\(|@import)\s*["']?(?!data:)((?:https?:)?//[^"')]+)""")
_FOREIGN = re.compile(r"(?:[a-z]+:)?//")


class Loaded(HTMLParser):
    """What a browser loads for a page."""

    def __init__(self) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.drawn_by_script = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note where it loads something from."""
        attributes = {name: content or "" for name, content in attrs}
        if tag in LOADING and not PASSIVE & {*attributes.get("rel", "").split()}:
            self.addresses.append(attributes.get(LOADING[tag], ""))
        self.drawn_by_script |= "mermaid" in attributes.get("class", "")


def build(config: Path, target: Path) -> subprocess.CompletedProcess[str]:
    """Build the site in that folder, as `make site` does."""
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "-f", str(config), "-d", str(target)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    built = build(CONFIG, folder)
    assert built.returncode == 0, built.stdout + built.stderr
    return folder


def loaded(page: Path) -> Loaded:
    """What that page loads."""
    page_loads = Loaded()
    page_loads.feed(page.read_text(encoding="utf-8"))
    return page_loads


def test_every_page_of_the_docs_is_in_the_menu() -> None:
    menu = re.findall(r"- (?:[\w ]+: )?([\w/]+\.md)$", CONFIG.read_text(encoding="utf-8"), re.MULTILINE)
    assert {page.relative_to(FOLDER).as_posix() for page in FOLDER.glob("**/*.md")} <= {*menu}
    assert len(menu) == len({*menu})


@pytest.mark.nightly
def test_every_page_of_the_docs_is_in_the_site(site: Path) -> None:
    wanted = {page.relative_to(FOLDER).with_suffix(".html") for page in FOLDER.glob("**/*.md")}
    top = {Path(name) for name in ("index.html", "contributing.html", "changelog.html", "license.html")}
    assert wanted | top <= {page.relative_to(site) for page in site.glob("**/*.html")}


WITH_CODE = ("contributing", "equities", "index", "installing", "leaks", "publishing", "python", "serve", "settings")


@pytest.mark.nightly
@pytest.mark.skipif(missing() != "", reason=f"there is no {missing()} here")
def test_code_and_comments_are_not_cut_on_any_screen(site: Path, tmp_path: Path) -> None:
    cut = """return [...document.querySelectorAll("pre > code")]
        .filter(code => !code.closest(".language-console") && code.scrollWidth > code.clientWidth)
        .map(code => code.textContent)"""
    with browsing(tmp_path) as browser:
        for page in WITH_CODE:
            browser.open(site / f"{page}.html")
            for width, height in ((1280, 900), (390, 844)):
                browser.screen(width, height)
                assert browser.run("return document.querySelectorAll('pre > code').length"), page
                assert browser.run(cut) == [], (page, width)


@pytest.mark.nightly
def test_no_page_loads_anything_from_another_host(site: Path) -> None:
    """A script of the theme would load a program for diagrams; so no page may have one."""
    for page in site.glob("**/*.html"):
        page_loads = loaded(page)
        assert page_loads.addresses, page
        assert [address for address in page_loads.addresses if _FOREIGN.match(address)] == [], page
        assert not page_loads.drawn_by_script, page
    styles = [*site.glob("**/*.css")]
    assert styles
    for file in (*site.glob("**/*.html"), *styles):
        assert _IN_STYLE.findall(file.read_text(encoding="utf-8")) == [], file


def small_site(folder: Path, *settings: str, **pages: str) -> subprocess.CompletedProcess[str]:
    """Build these pages as strictly as the site's settings say."""
    (folder / "docs").mkdir()
    for name, text in pages.items():
        (folder / "docs" / f"{name}.md").write_text(text)
    strict = re.findall(r"(?m)^(?:strict|validation):.*(?:\n  .*)*", CONFIG.read_text(encoding="utf-8"))
    (folder / "mkdocs.yml").write_text("\n".join([*strict, "site_name: test", "plugins: []", *settings]))
    return build(folder / "mkdocs.yml", folder / "built")


def test_a_page_that_is_not_in_the_menu_fails(tmp_path: Path) -> None:
    built = small_site(tmp_path, "nav: [index.md]", index="# Page\n", lost="# Lost\n")
    assert (built.returncode, "- lost.md" in built.stderr) == (1, True)


def test_links_that_lead_nowhere_fail(tmp_path: Path) -> None:
    links = ("[gone](nowhere.md)", "[gone](#nowhere)", "[gone](/absolute.md)", "![gone](x.png)")
    built = small_site(tmp_path, index="\n\n".join(["# Page", *links]))
    assert built.returncode == 1
    warnings = [line for line in built.stderr.splitlines() if "contains " in line]
    assert [link for link in links if not any(re.split(r"[()]", link)[1] in line for line in warnings)] == []


def test_what_loads_from_another_host_would_be_noticed(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text('<link rel="stylesheet" href="https://fonts.example/x.css"><img src="//x.example/y.png">')
    assert len([address for address in loaded(page).addresses if _FOREIGN.match(address)]) == 2
    assert _IN_STYLE.findall("@import 'https://a.example/x'; a {b: url(//c.example/d) url(data:e) url(f)}") == [
        "https://a.example/x",
        "//c.example/d",
    ]


def test_what_is_whole_is_built(tmp_path: Path) -> None:
    assert small_site(tmp_path, index="# Page\n\n[there](#page)\n").returncode == 0
