"""The sample histories: a folder for each site, and two with hands broken on purpose."""

from __future__ import annotations

from pathlib import Path

from histparse.parsing.dialects.base import dialects

FOLDER = Path(__file__).parent.parent / "sample_histories"
BROKEN = {"illegal", "malformed"}


def of_site(site: str) -> list[Path]:
    """The site's own hands."""
    files = sorted(file for file in (FOLDER / site).glob("*") if file.is_file() and not _is_summary(file))
    assert files, f"{site} has no sample: write hands as the site would into a file in sample_histories/{site}/"
    return files


def of_all_sites() -> list[Path]:
    """The samples of every site that has some; a test reports sites without."""
    return [file for site in sorted(dialects()) if (FOLDER / site).is_dir() for file in of_site(site)]


def summaries_of(site: str) -> list[Path]:
    """The site's own tournament summaries."""
    files = sorted(filter(_is_summary, (FOLDER / site).glob("*")))
    assert files, f"{site} has no sample: write a summary as the site would into sample_histories/{site}/summary_*.txt"
    return files


def _is_summary(file: Path) -> bool:
    return file.name.startswith("summary_")
