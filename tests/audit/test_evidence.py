"""Audits as files that somebody else can verify."""

from __future__ import annotations

import json
import re
from datetime import datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import polars as pl
import pytest

from histparse import Store
from histparse.audit.chi_square import format_chance_as_one_of, format_percent_rounded_up
from histparse.audit.deal_audit import DEAL_TESTS, DealAudit, find_least_effect
from histparse.audit.first_five import REST
from histparse.audit.handing_on import anonymise_deal, anonymise_findings, write_conclusion
from histparse.audit.play_audit import PlayAudit
from histparse.audit.play_tests import PLAY_TESTS
from histparse.privacy.pseudonyms import Pseudonyms
from histparse.report.paper.evidence import Audited, evidence_content
from histparse.report.paper.typesetting import typeset
from histparse.simulate import Settings, deal_hands
from tests.audit.pairs_found import PAIR, partners
from tests.audit.tables import sessions
from tests.dealer.writing import write_all
from tests.running import Run
from tests.stats.dealing import store_hands


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return store_hands(tmp_path_factory.mktemp("evidence"), deal_hands(Settings(hands=200, seed=6)))


@pytest.fixture(scope="module")
def hands(db: Path) -> Path:
    return db.with_name("dealt.txt")


@pytest.mark.nightly
def test_the_same_hands_give_the_same_bytes(run: Run, hands: Path, tmp_path: Path) -> None:
    """Imported into another database at another time."""
    for name in ("one", "two"):
        assert run("import", hands, "--db", tmp_path / f"{name}.duckdb")[0] == 0
        code, printed, message = run(
            "audit", "evidence", "--db", tmp_path / f"{name}.duckdb", "-o", tmp_path / f"{name}.zip"
        )
        assert (code, printed) == (0, "")
        assert "13 files in " in message
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()


@pytest.mark.nightly
def test_digests_are_those_of_the_files(hands: Path, db: Path) -> None:
    with Store(db) as store:
        files = store.audit_evidence()
        tests = store.audit_deal().tests
    sums = {line[66:]: line[:64] for line in files.pop("SHA256SUMS").decode().splitlines()}
    assert sums == {name: sha256(content).hexdigest() for name, content in files.items()}
    [file] = json.loads(files["files.json"])
    assert file["digest"] == sha256(hands.read_bytes()).hexdigest()
    assert [row["p"] for row in json.loads(files["deal.json"])] == pytest.approx([*tests["p"]])
    assert json.loads(files["houses/pokerstars.json"])["name"]
    assert "would have been found in" in files["report.txt"].decode()


@pytest.mark.nightly
def test_a_file_is_not_replaced_unasked(run: Run, db: Path, tmp_path: Path) -> None:
    (tmp_path / "mine.zip").write_bytes(b"mine")
    line = ("audit", "evidence", "--db", db, "-o")
    code, _, message = run(*line, tmp_path / "mine.zip")
    assert (code, message.count("\n")) == (2, 1)
    assert run(*line, tmp_path / "mine.zip", "--force")[0] == 0
    with ZipFile(tmp_path / "mine.zip") as archive:
        assert archive.testzip() is None
    assert run(*line, "-")[0] == 2


@pytest.fixture(scope="module")
def partners_hands(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("partners") / "private.txt"
    file.write_text(sessions(12, 1, partners=partners(1.0), companions=PAIR, shared_sessions=5), encoding="utf-8")
    return file


@pytest.mark.nightly
def test_nobody_is_named_in_what_is_handed_on(run: Run, partners_hands: Path, tmp_path: Path) -> None:
    """Players and hands have the names that `anonymise` gives them with that salt, and the same bytes come again."""
    database, salt = tmp_path / "poker.duckdb", tmp_path / "own.salt"
    assert run("import", partners_hands, "--db", database)[0] == 0
    for name in ("one", "two"):
        line = ("audit", "evidence", "--db", database, "-o", tmp_path / f"{name}.zip")
        assert run(*line, "--anonymise", "--salt-file", salt)[0] == 0
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()
    with ZipFile(tmp_path / "one.zip") as archive:
        texts = {name: archive.read(name).decode() for name in archive.namelist() if name != "report.pdf"}
    published = "".join(texts.values())
    assert "Player" not in published.replace("Players", "")
    assert "private" not in published
    assert run("anonymise", partners_hands, "-o", tmp_path / "hidden.txt", "--salt-file", salt)[0] == 0
    hidden = (tmp_path / "hidden.txt").read_text("utf-8")
    [pair] = [row for row in json.loads(texts["play.json"]) if row["found"]]
    assert {pair["first"], pair["second"]} == {
        Pseudonyms(bytes.fromhex(salt.read_text().split()[-1])).replace_player(name_) for name_ in PAIR
    }
    assert all(f"#{hand.removeprefix('pokerstars:')}:" in hidden for hand in pair["evidence"].split("; "))


def test_the_player_of_a_summary_is_hidden() -> None:
    """Sites that write a summary for each player name them in its number."""
    numbers = ["104200031415", "tournament 169935840253 match 2 of Katja72", "tournament 169935840253"]
    rows = [("a", line, "TRN03", number, "Katja72", "of Katja72") for line, number in enumerate(numbers)]
    findings = pl.DataFrame(rows, ["path", "line", "code", "hand_id", "player", "message"], orient="row")
    files = pl.DataFrame({"path": ["a"], "digest": ["d"]})
    hidden = anonymise_findings(findings, files, pseudonyms := Pseudonyms(b"salt"))
    assert "Katja72" not in str(hidden.rows())
    assert hidden["hand_id"][1].endswith(f" of {pseudonyms.replace_player('Katja72')}")
    assert hidden["hand_id"][2] == hidden["hand_id"][1].partition(" match 2")[0]
    assert hidden["hand_id"][0] == pseudonyms.replace_number(numbers[0])


@pytest.mark.nightly
def test_a_salt_is_for_pseudonyms(run: Run, db: Path, tmp_path: Path) -> None:
    code, _, message = run("audit", "evidence", "--db", db, "-o", tmp_path / "a.zip", "--salt-file", "own.salt")
    assert (code, "add --anonymise" in message) == (2, True)


SIZES = {"fault": "5 %", "noticed": "9.1 %"}


def test_the_player_of_a_test_is_hidden() -> None:
    """Of the deal, only one test names players."""
    faults = {column: f"low cards {size} more frequent for one player (Ann)" for column, size in SIZES.items()}
    rows = [
        {"test": "players", "counted": "Ann", **faults},
        {"test": "players", "counted": REST, **faults},
        {"test": "ranks", "counted": "deuces", "fault": "deuces 5 % rarer", "noticed": None},
    ]
    hidden = anonymise_deal(DealAudit(1, 0, pl.DataFrame(rows)), Pseudonyms(bytes(32)).replace_player).tests.to_dicts()
    assert hidden[0]["counted"].startswith("P")
    assert [row["counted"] for row in hidden[1:]] == [REST, "deuces"]
    assert not any("Ann" in str(row) for row in hidden)
    assert [row["fault"] for row in hidden[1:]] == ["low cards 5 % more frequent for one player", "deuces 5 % rarer"]


# --- the paper ------------------------------------------------------------------------------------------------

ROW = {"about": "Whether it is so.", "sample": 10**6, "unit": "hands dealt", "counted": "a" * 40, "expected": 9.0}
ROW |= {"observed": 9.0, "effect": 1.0, "low": 0.5, "high": 1.5, "p": 0.01, "p_family": 0.01, "found": True}
ROW |= {"fault": "f" * 40, "noticed": f"low cards 5 % more frequent for one player ({'n' * 30})", "power": 0.5}
ROW |= {"needed": 10**9, "noticed_size": 0.05, "not_judged": None}
PAIR_ROW = {"first": "W" * 40, "second": "M" * 40, "hands": 1_000, "test": "folds", "by": "W" * 40, "met": 900}
PAIR_ROW |= {"unit": "answers", "done": 800, "likely": 10.0, "z": 30.0, "p": 0.0, "q": 0.0, "found": True}
PAIR_ROW |= {"title": "Folding", "about": "whether " * 12, "explains": "somebody " * 20}
PAIR_ROW |= {"evidence": ["site:1234567890123 " + "p" * 300] * 5}
NOBODY = PlayAudit(0, 0, pl.DataFrame(schema=pl.DataFrame([PAIR_ROW]).schema))


def audit_with(**figures: object) -> DealAudit:
    """An audit whose tests all have these figures."""
    rows = [{**ROW, "test": name, "title": test.title, **figures} for name, test in DEAL_TESTS.items()]
    return DealAudit(5_000, 0, pl.DataFrame(rows))


def findings_at(*places: tuple[str, int, str]) -> pl.DataFrame:
    schema = {"path": pl.String, "line": pl.Int64, "code": pl.String}
    findings = pl.DataFrame(places, schema, orient="row")
    return findings.with_columns(severity=pl.lit("error"), message="code")


NO_FINDINGS = findings_at()


def write_paper(
    deal: DealAudit, play: PlayAudit = NOBODY, files: int = 1, findings: pl.DataFrame = NO_FINDINGS
) -> dict[str, Any]:
    """What the paper says of these audits, and of so many files with long names."""
    files_read = pl.DataFrame({"path": [f"{'f' * 400}/{n}" for n in range(files)], "digest": "d" * 64, "hands": 10**6})
    first = datetime(2024, 5, 1)
    times = (7_000, 2, first, first + timedelta(30), "UTC")
    texts = ("pokerstars",), ("year 2024",), {"deal.csv": "e" * 64}
    audited = Audited(deal, play, files_read.with_columns(bytes=9), findings, {"numpy": 2}, *times, *texts)
    return evidence_content(audited)


def test_the_paper_has_ten_pages_at_most() -> None:
    """However much was found and read, however long the names."""
    play = PlayAudit(10**6, 10**6, pl.DataFrame([PAIR_ROW] * 500))
    findings = findings_at(*(("g" * 300, line, "SYN01") for line in range(999)))
    pdf = typeset("audit", write_paper(audit_with(), play, 5_000, findings))
    assert 5 <= max(int(pages) for pages in re.findall(rb"/Count (\d+)", pdf)) <= 10


def test_the_paper_begins_with_scope_and_conclusion() -> None:
    paper = write_paper(audit_with(found=False), files=3)
    scope = dict(paper["scope"])
    assert scope["Sites"] == "pokerstars"
    assert scope["Played"] == "1 May 2024 to 31 May 2024 (UTC); 2 hands without a date"
    assert scope["Hands"].startswith("7,000 hands")
    assert scope["Selection"] == "year 2024"
    assert scope["Files"].startswith("3 files, 27 bytes")
    assert len(paper["conclusion"]) == 2
    assert [part["name"] for part in paper["parts"]] == ["Tests of the deal", "Tests of play", "Hands that break rules"]


def test_a_test_is_a_row_with_its_name_in_words() -> None:
    """With sample, expectation, result, p after correction, and the size that would be noticed."""
    audit = audit_with(title="Suits of cards dealt", counted="clubs", noticed="clubs 9 % rarer", found=False)
    [table] = write_paper(audit)["parts"][0]["tables"]
    assert {len(row["cells"]) for row in table["rows"]} == {len(table["headings"])}
    assert table["rows"][0]["cells"] == [
        ["Suits of cards dealt", "Whether it is so."],
        ["1,000,000", "hands dealt"],
        ["9.0", "clubs"],
        ["9", "+100.0 % (+50.0 % to +150.0 %)"],
        ["0.01", "p 0.01"],
        "clubs 9 % rarer",
    ]
    names = [test.title for test in DEAL_TESTS.values()] + [test.title for test in PLAY_TESTS.values()]
    assert len({*names}) == len(names)
    assert not any("_" in name for name in names)


@pytest.mark.nightly
def test_the_paper_lists_findings_by_path_and_line(tmp_path: Path) -> None:
    """And so do the tables beside it, under pseudonyms too."""
    samples = Path(__file__).parents[2] / "sample_histories" / "illegal"
    for name, rule in (("b", "BET02"), ("a", "SHD01"), ("c", "BET05")):
        text = next(samples.glob(f"{rule}_*.txt")).read_text("utf-8")
        (tmp_path / f"{name}.txt").write_text(text, "utf-8")
    with Store(tmp_path / "poker.duckdb") as store:
        store.import_files([tmp_path / f"{name}.txt" for name in "abc"])
        for hidden in (False, True):
            files = store.audit_evidence(anonymise=hidden)
            places = [(row["path"], row["line"]) for row in json.loads(files["findings.json"])]
            assert places == sorted(places)
            assert len(places) >= 3
    findings = findings_at(
        *((path, line, code) for (path, line), code in zip(places, ("SHD01", "BET02", "BET05"), strict=True))
    )
    *_, rules = write_paper(audit_with(), findings=findings)["parts"]
    assert [row["cells"][0] for row in rules["tables"][0]["rows"]] == [f"{path}:{line}" for path, line in places]


def test_digests_are_whole() -> None:
    appendices = write_paper(audit_with(), files=2)["appendices"]
    digests = [row["cells"][-1]["digest"] for appendix in appendices[:2] for row in appendix["tables"][0]["rows"]]
    assert digests == ["d" * 64, "d" * 64, "e" * 64]


def test_nothing_found_rules_out_what_would_have_been_noticed() -> None:
    ruled_out, not_ruled_out = write_conclusion(audit_with(found=False, noticed="a fault"), NOBODY)
    assert "such as a fault, a fault or a fault" in ruled_out
    assert "unlikely" in ruled_out
    assert "smaller faults" in not_ruled_out


def test_something_found_rules_out_chance() -> None:
    pair = PlayAudit(9, 1, pl.DataFrame([PAIR_ROW]))
    ruled_out, not_ruled_out = write_conclusion(audit_with(), pair)
    assert "rules out that these cards were dealt and collected by chance alone" in ruled_out
    assert "the play of 1 of 1 pair" in ruled_out
    assert "any other cause" in not_ruled_out
    assert "14 more in table 1" in ruled_out
    assert write_conclusion(audit_with(found=False), pair)[0].startswith(
        "None of 17 tests of the deal found anything, but chance"
    )


@pytest.mark.nightly(1)
@pytest.mark.parametrize("number", [0, 1, 2])
def test_a_handful_of_hands_concludes_nothing(number: int) -> None:
    with Store() as store:
        if number:
            store.import_text(write_all(deal_hands(Settings(hands=number, seed=6))))
        files = store.audit_evidence()
        deal, play = store.audit_deal(), store.audit_play()
    assert files["report.pdf"]
    assert "nan" not in files["deal.json"].decode() + files["report.txt"].decode()
    assert write_conclusion(deal, play)[0].startswith(f"Nothing can be concluded: {number} hand")
    assert write_conclusion(deal, play)[1].startswith("Nothing is ruled out")


def test_what_is_noticed_is_found_in_80_of_100_samples() -> None:
    """Own discards that come back in that part of draws, and sizes in words that are never too small."""
    size = find_least_effect(lambda size: 1 - (1 - size) ** 400)
    assert size
    assert 1 - (1 - size) ** 400 == pytest.approx(0.8)
    assert find_least_effect(lambda size: 0.7 * size) is None
    assert [format_percent_rounded_up(size) for size in (0.05, 0.0831, 0.1, 0.26, 1.0, 0.0021)] == [
        "5 %",
        "8.4 %",
        "10 %",
        "26 %",
        "100 %",
        "0.21 %",
    ]
    assert [format_chance_as_one_of(size) for size in (0.001, 1 / 1234, 0.005, 0.55)] == [
        "1 of 1,000",
        "1 of 1,200",
        "1 of 200",
        "55 of 100",
    ]


def test_the_power_of_tests_of_play_is_that_which_was_measured() -> None:
    """The favours in the page, each with the test that names most of those who do it."""
    page = (Path(__file__).parents[2] / "docs" / "audit_partners.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| .* \| (\d+) of 10, `(\w+)` \| (\d+) of 5, `(\w+)` \|", page, re.MULTILINE)
    assert {test: (int(of_ten), int(of_five)) for of_ten, test, of_five, _ in rows} == {
        name: test.named for name, test in PLAY_TESTS.items()
    }
