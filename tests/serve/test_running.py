"""The command as a process: it answers while it runs, and Ctrl-C ends it quietly."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.patience import PATIENCE


@pytest.mark.nightly
@pytest.mark.skipif(sys.platform == "win32", reason="there Ctrl-C is sent to a whole console")
@pytest.mark.parametrize("is_page_loading", [False, True])
def test_ctrl_c_ends_it_quietly(db: Path, is_page_loading: bool) -> None:
    command = [sys.executable, "-m", "histparse", "serve", "--db", str(db), "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as served:
        assert served.stderr is not None
        (port,) = re.findall(r"serving .* at http://127\.0\.0\.1:(\d+)/", served.stderr.readline())
        connection = HTTPConnection("127.0.0.1", int(port), timeout=PATIENCE)
        connection.request("HEAD", "/findings")
        answer = connection.getresponse()
        assert (answer.status, answer.read()) == (200, b"")
        if is_page_loading:
            connection.request("GET", "/report")
            connection.getresponse().read(1)
        served.send_signal(signal.SIGINT)
        printed = served.communicate(timeout=PATIENCE)
        connection.close()
    assert (served.returncode, printed) == (0, ("", "stopped\n"))
