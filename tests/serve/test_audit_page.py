"""The page of audits says what the command says, and leads to the hands that are named."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest

from histparse import Store
from histparse.api.auditing import outcome, power
from histparse.serve.app import Site
from tests.audit.pairs_found import PAIR, partners
from tests.audit.tables import sessions
from tests.serve.client import Client

pytestmark = pytest.mark.untraced


def test_the_page_says_what_the_audits_found_and_leads_to_the_hands(tmp_path: Path) -> None:
    file = tmp_path / "a.duckdb"
    with Store(file) as store:
        store.import_text(sessions(25, 1, partners=partners(1.0), together=PAIR, met=5))
        tests, pairs = store.audit_deal().tests.to_dicts(), store.audit_play().pairs.filter("found").to_dicts()
    with Site(str(file)) as site:
        client = Client(site.application())
        page = client.get("/audit").text
        said = re.sub(r"<[^>]+>", "", unescape(page))
        assert all(outcome(row) in said for row in tests)
        assert all(power(row)[1:] in said for row in tests if not row["not_judged"])
        assert f"{PAIR[0]} and {PAIR[1]}" in said
        links = [unescape(to) for to in re.findall(r'<a href="(/hand\?id=[^"]+)">', page)]
        assert len(links) == len(pairs[0]["evidence"]) == 5
        assert all(client.get(to).status == 200 for to in links)
        refused = client.get("/audit", position="BTN").text
        client.close()
    assert "leave out filters of players" in refused
