"""The file that is measured: dealt hands with many names, cards and amounts, the same in every run; made once."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from histparse.simulate import Settings, Stakes, deal_hands
from tests.dealer.writing import write

FOLDER = Path("build", "bench")
STAKES = tuple(Stakes(small, 2 * small, small // 2) for small in (50, 100, 200, 500, 1000, 2000))


def make(hands: int) -> Path:
    """The file with that many hands. Dealt in a process of its own: the memory it takes is not what is measured."""
    file = FOLDER / f"pokerstars-{hands}.txt"
    if not file.exists():
        FOLDER.mkdir(parents=True, exist_ok=True)
        print(f"Dealing {hands:,} hands (once) ...", file=sys.stderr)
        subprocess.run([sys.executable, "-m", __spec__.name, str(hands), str(file)], check=True)
    return file


def deal(hands: int, file: Path) -> None:
    """Write the file; it has its name only when it is whole."""
    settings = Settings(hands=hands, seed=27, stakes=STAKES)
    unfinished = file.with_suffix(".part")
    with unfinished.open("w", encoding="utf-8") as target:
        target.writelines(map(write, deal_hands(settings)))
    unfinished.rename(file)


if __name__ == "__main__":
    deal(int(sys.argv[1]), Path(sys.argv[2]))
