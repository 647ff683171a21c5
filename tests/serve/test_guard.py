"""Who is answered, and what no request can do: thousands of hostile ones leave the database as it was."""

from __future__ import annotations

import os
import random
import socket
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest

from histparse.cli import app
from histparse.model.errors import HistparseError
from histparse.serve.address import FILTERS
from histparse.serve.app import LOOPBACK, serve_database
from histparse.serve.guard import HEADERS
from histparse.serve.menu import load_pages
from histparse.serve.templates import FILES, assets_by_name
from tests.serve.client import HOST, Client

REQUESTS = 10_000 if os.environ.get("HISTPARSE_SOAK") else 100
PATHS = [*(page.PATH for page in load_pages()), f"{FILES}/look.css"]
NAMES = sorted({*FILTERS, *(key for page in load_pages() for key in page.KEYS), "where", "sql", "db", "__class__"})
HOSTILE = [
    *("'; DROP TABLE hands; --", "' OR 1=1 --", '") UNION SELECT text FROM texts --', "$1", "{{7*7}}", "{% raw %}"),
    *("../../../../etc/passwd", "..\\..\\windows", "/etc/passwd", "file:///etc/passwd", "read_text('/etc/passwd')"),
    *("<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "javascript:alert(1)", "%s%n%x", "%00", "\0"),
    *(
        "9" * 30,
        "-1",
        "0",
        "1e999",
        "NaN",
        "١٢",
        "0001-01-01",
        "9999-12-31",
        "2024-02-30T25:00",
        "a=b=c",
        "=",
        "draw=2",
    ),
    *("Katja72", "pat_rate", "pokerstars:1", ":", "x" * 3000, "\u202e", "🂡", "é", "yes", "date", "cash", "BET02"),
    *("2013-03-09 20:02", "Europe/../UTC", "CON", "now()", "[1,2]", "\r\nSet-Cookie: a=b", "😀" * 200),
]
SECRETS = (b"root:", b"[project]", b"DuckDB", b"Traceback", b'File "')
"""What is in files of others, and in a traceback."""


def hostile_requests(number: int) -> Iterator[tuple[bytes, bytes]]:
    """Paths and queries, the same ones each time."""
    chosen = random.Random(27)  # noqa: S311 - no secret
    encoders = (
        lambda text: "".join(f"%{byte:02x}" for byte in text.encode("utf-8", "surrogatepass")).encode(),
        lambda text: text.encode("utf-16"),
        lambda text: text.encode("latin-1", "replace").replace(b"&", b"%26").replace(b"#", b"%23"),
        lambda text: "".join(f"%25{byte:02x}" for byte in text.encode()).encode(),
        lambda text: b"%ff%fe" + text.encode()[:40].hex().encode() + b"%zz%",
    )
    for _ in range(number):
        path = chosen.choice(PATHS).encode()
        if chosen.random() < 0.25:
            path += b"/" + chosen.choice(encoders)(chosen.choice(HOSTILE))
        parameters = [
            chosen.choice(NAMES).encode() + b"=" + chosen.choice(encoders)(chosen.choice(HOSTILE))
            for _ in range(chosen.choice([1, 1, 1, 2, 5, 40]))
        ]
        yield path, b"&".join(parameters)


def test_hostile_requests_get_a_page_or_a_sentence(client: Client, db: Path) -> None:
    content, files = sha256(db.read_bytes()).digest(), sorted(db.parent.iterdir())
    statuses = set()
    for path, query in hostile_requests(REQUESTS):
        answer = client.ask(path, query)
        statuses.add(answer.status)
        assert answer.status in {200, 303, 400, 404, 414}, (path, query, answer.body[:300])
        assert not any(secret in answer.body for secret in SECRETS), (path, query)
        assert "set-cookie" not in answer.headers
        assert answer.headers["content-security-policy"] == HEADERS["content-security-policy"]
    assert {200, 400, 404} <= statuses
    assert sha256(db.read_bytes()).digest() == content
    assert sorted(db.parent.iterdir()) == files


@pytest.mark.nightly(2)
@pytest.mark.soak(10)
@pytest.mark.parametrize("page", load_pages(), ids=lambda page: page.PATH)
@pytest.mark.parametrize("hostile", ["'; DROP TABLE hands; --", "\0", "../../etc/passwd"])
def test_sql_in_every_word_of_an_address_is_a_word(client: Client, page: object, hostile: str) -> None:
    path, keys = page.PATH, page.KEYS  # type: ignore[attr-defined] # a module with these names
    for name in (*FILTERS, *keys):
        assert client.get(path, **{name: hostile}).status in {200, 400, 404}, name


def test_files_have_names_and_no_paths(client: Client) -> None:
    assert {client.get(f"{FILES}/{name}").status for name in assets_by_name()} == {200}
    for path in ("/../serve.py", "/..%2f..%2fpyproject.toml", "/%2e%2e/app.py", "//etc/passwd", "/look.css/", "/"):
        assert client.ask(f"{FILES}{path}".encode()).status == 404, path


@pytest.mark.nightly
def test_every_answer_has_the_policy(client: Client) -> None:
    for path in ("/", "/hand", "/nothing", f"{FILES}/look.css", f"{FILES}/nothing"):
        answer = client.get(path)
        assert answer.headers.items() >= HEADERS.items(), path
    policy = HEADERS["content-security-policy"]
    assert policy.startswith("default-src 'none'; style-src 'self'; script-src 'self'")
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy


def test_pages_obey_the_policy(client: Client) -> None:
    """Neither a style nor a script is written into a page."""
    for path in ("/", "/sessions", "/hands", "/findings", "/hand?id=104200031415"):
        text = client.text(path)
        assert " style=" not in text
        assert "<style" not in text
        assert text.count("<script") == text.count("<script src=") + text.count('<script type="application/json"')


@pytest.mark.parametrize(
    ("hosts", "status"),
    [
        ([HOST], 200),
        (["[::1]:2727"], 200),
        (["LOCALHOST"], 200),
        (["evil.example:2727"], 421),
        (["127.0.0.1.evil.example"], 421),
        (["localhost@evil.example"], 421),
        (["localhost/evil"], 421),
        (["["], 421),
        ([], 421),
        ([HOST, "evil.example"], 421),
    ],
)
def test_other_hosts_are_refused(client: Client, hosts: list[str], status: int) -> None:
    assert client.ask(b"/findings", headers=[(b"host", host.encode()) for host in hosts]).status == status


@pytest.mark.parametrize(
    ("origin", "status"),
    [(f"http://{HOST}", 200), ("http://evil.example", 403), ("null", 403), (f"https://{HOST}", 403), ("", 403)],
)
def test_other_origins_are_refused(client: Client, origin: str, status: int) -> None:
    headers = [(b"host", HOST.encode()), (b"origin", origin.encode())]
    assert client.ask(b"/findings", headers=headers).status == status


@pytest.mark.parametrize("method", ["POST", "DELETE", "OPTIONS", "get"])
def test_pages_can_only_be_read(client: Client, method: str) -> None:
    assert client.ask(b"/findings", method=method).status == 405


def test_an_error_of_the_program_is_a_sentence(
    client: Client, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("secret")

    monkeypatch.setattr(load_pages()[0], "template_values", broken)
    answer = client.get("/")
    assert answer.status == 500
    assert "secret" not in answer.text
    assert "Traceback" not in answer.text + capsys.readouterr().err


def test_it_listens_on_the_loopback_and_a_port_in_use_is_one_sentence(
    db: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with serve_database(str(db), 0) as served:
        port = int(served.address.rstrip("/").rpartition(":")[2])
        assert served.address.startswith(f"http://{LOOPBACK}:")
        with pytest.raises(HistparseError, match=f"port {port} cannot be used"), serve_database(str(db), port):
            pass
        assert app.run_command_line(["serve", "--db", str(db), "--port", str(port)]) == 2
    (message,) = capsys.readouterr().err.splitlines()
    assert message.startswith(f"histparse: port {port} cannot be used (")
    with socket.socket() as visitor:
        assert visitor.connect_ex((LOOPBACK, port)) != 0


def test_a_missing_database_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert app.run_command_line(["serve", "--db", str(tmp_path / "none.duckdb"), "--port", "0"]) == 2
    assert "no such database" in capsys.readouterr().err
