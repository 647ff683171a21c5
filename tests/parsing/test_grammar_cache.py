"""What lark makes of a grammar is kept in the cache, which may be missing, broken or closed to us at any time."""

from __future__ import annotations

from pathlib import Path

import lark.lark
import pytest

from histparse.parsing.grammar import load_grammar


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's cache, which does not exist yet."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("HISTPARSE_CACHE", str(folder))
    return folder


def read_patterns(site: str) -> tuple[list[str], list[str]]:
    """The terminals of a site's grammar with their patterns, and those that are ignored."""
    grammar = load_grammar(site)
    patterns = [f"{terminal.name}: {terminal.pattern.to_regexp()}" for terminal in grammar.terminals]
    return patterns, [*grammar.lexer_conf.ignore]


def test_a_grammar_is_read_once(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = read_patterns("pokerstars")

    def refuse(*_: object) -> None:
        raise AssertionError("read again")

    monkeypatch.setattr(lark.lark, "load_grammar", refuse)
    assert [file.name for file in cache.iterdir()] == ["pokerstars.grammar"]
    assert read_patterns("pokerstars") == first


def test_what_is_kept_of_another_grammar_is_not_used(cache: Path) -> None:
    merge = read_patterns("merge")
    load_grammar("pokerstars")
    (cache / "merge.grammar").write_bytes((cache / "pokerstars.grammar").read_bytes())
    assert read_patterns("merge") == merge


def test_half_a_file_is_as_none(cache: Path) -> None:
    first = read_patterns("pokerstars")
    file = cache / "pokerstars.grammar"
    whole = file.read_bytes()
    for size in (0, 10, len(whole) // 2, len(whole) - 1):
        file.write_bytes(whole[:size])
        assert read_patterns("pokerstars") == first
        assert file.stat().st_size == len(whole)


def test_without_a_cache_it_is_read_anew(cache: Path, capfd: pytest.CaptureFixture[str]) -> None:
    first = read_patterns("pokerstars")
    for file in cache.iterdir():
        file.unlink()
    cache.rmdir()
    cache.write_text("not a folder")
    assert read_patterns("pokerstars") == first
    assert capfd.readouterr() == ("", "")
