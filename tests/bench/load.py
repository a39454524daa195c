"""Load: 200 connections ask for pages, search, citations and permalinks at once, while releases are switched.

`python -m tests.bench.load [SECONDS] [WORKERS] [PAUSE]` starts `prontuario serve` over a copy of the built site and prints
one line: requests a second, milliseconds, errors, memory, and what of the processors it and who asks have got: the rest
was taken by others. Each connection asks again at once, as no reader does, or after about PAUSE seconds.
"""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from scripts import pipeline
from scripts.site import releases
from tests.conftest import ROOT
from tests.search.judged import judged

CONNECTIONS = 200
RELEASES = 5
PACKED = "Accept-Encoding: gzip, br\r\nUser-Agent: Mozilla/5.0"


class Measured(NamedTuple):
    """What one run gave. `times`: seconds of each request, sorted; `wrong`: answers that were not 200, 304 or 308."""

    seconds: float
    times: Sequence[float]
    wrong: Sequence[str]

    def __str__(self) -> str:
        def at(part: float) -> float:
            return 1000 * self.times[min(len(self.times) - 1, int(part * len(self.times)))]

        return (
            f"{len(self.times) / self.seconds:.0f} al secondo, p50 {at(0.5):.0f} ms, p95 {at(0.95):.0f} ms, "
            f"p99 {at(0.99):.0f} ms, {len(self.wrong)} errori su {len(self.times)}"
        )


def paths(site: Path) -> list[str]:
    """The mix, always the same: pages, searches, citations, permalinks and what a page needs, in equal parts."""
    chance = random.Random(2016)
    pages = [
        f"/{p.parent.relative_to(site).as_posix()}/" for p in sorted(site.glob("*/*/index.html")) if p.parts[-3] != "r"
    ]
    rules = [p.name for p in sorted((site / "r").iterdir())]
    queries = [one.query for one in judged()]
    mixed: list[str] = []
    for _ in range(1000):
        mixed += [
            chance.choice(pages),
            f"/api/v1/search?q={quote(chance.choice(queries))}",
            f"/cerca/?q={quote(chance.choice(queries))}",
            f"/api/v1/resolve?cite={quote(chance.choice(rules))}",
            f"/r/{chance.choice(rules)}",
            chance.choice(["/assets/css/prontuario.css", "/assets/js/main.js", "/assets/search/comune.json"]),
        ]
    chance.shuffle(mixed)
    return mixed


async def one_client(
    port: int, mixed: Sequence[str], start: int, until: float, pause: float, times: list[float], wrong: list[str]
) -> None:
    """Asks one after the other on one connection, as long as there is time."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    n, chance = start, random.Random(start)
    while time.monotonic() < until:
        if pause:
            await asyncio.sleep(chance.uniform(0, 2 * pause))
        path = mixed[n % len(mixed)]
        n += 7
        begun = time.monotonic()
        try:
            writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n{PACKED}\r\n\r\n".encode())
            head = await reader.readuntil(b"\r\n\r\n")
            status = head[9:12]
            length = head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0]
            await reader.readexactly(int(length or 0))
            if status not in (b"200", b"304", b"308"):
                wrong.append(f"{path}: {status.decode()}")
        except (OSError, asyncio.IncompleteReadError) as error:
            wrong.append(f"{path}: {error!r}")
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
        times.append(time.monotonic() - begun)
    writer.close()


async def load(
    port: int, mixed: Sequence[str], seconds: float, switch: Path | None = None, pause: float = 0
) -> Measured:
    """Puts the load on a server; with `switch`, the root whose releases change meanwhile."""
    times: list[float] = []
    wrong: list[str] = []
    until = time.monotonic() + seconds
    clients = [one_client(port, mixed, 31 * n, until, pause, times, wrong) for n in range(CONNECTIONS)]
    asking = asyncio.gather(*clients)
    for _ in range(RELEASES if switch else 0):
        await asyncio.sleep(seconds / (RELEASES + 1))
        assert switch
        command = "import sys; from tests.bench.load import another_release as new; new(sys.argv[1])"
        process = await asyncio.create_subprocess_exec(sys.executable, "-c", command, str(switch), cwd=ROOT)
        assert await process.wait() == 0
    await asking
    return Measured(seconds, sorted(times), wrong)


def another_release(root: str) -> None:
    """The same build once more, as a new release: in a process of its own, else who asks would wait for it."""
    now = (Path(root) / pipeline.CURRENT).resolve()
    with releases.release(Path(root)) as new:
        shutil.copytree(now, new, dirs_exist_ok=True, copy_function=os.link)


def memory(process: int) -> float:
    """Megabytes that a process and its children hold."""
    pids = [process, *map(int, Path(f"/proc/{process}/task/{process}/children").read_text().split())]
    lines = (line for pid in pids for line in Path(f"/proc/{pid}/status").read_text().splitlines())
    return sum(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024


def cpu(process: int) -> float:
    """Seconds of processor that a process and its children have used: what a busy machine does not change."""
    pids = [process, *map(int, Path(f"/proc/{process}/task/{process}/children").read_text().split())]
    fields = (Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in pids)
    return sum(int(one[11]) + int(one[12]) for one in fields) / os.sysconf("SC_CLK_TCK")


def main(seconds: float = 20, workers: int = 1, pause: float = 0) -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        with releases.release(root) as new:
            shutil.copytree(ROOT / pipeline.CURRENT, new, dirs_exist_ok=True)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        command = [sys.executable, "-m", "scripts.cli", "--root", folder, "serve", "--no-build", "--port", str(port)]
        server = subprocess.Popen([*command, "--workers", str(workers)], cwd=ROOT, stdout=subprocess.DEVNULL)
        try:
            while True:
                try:
                    socket.create_connection(("127.0.0.1", port)).close()
                    break
                except OSError:
                    time.sleep(0.2)
            mixed = paths(root / pipeline.SITE)
            asyncio.run(load(port, mixed, 3))  # warm
            before, used, own = memory(server.pid), cpu(server.pid), time.process_time()
            found = asyncio.run(load(port, mixed, seconds, root, pause))
            used, own = cpu(server.pid) - used, time.process_time() - own
            print(
                f"{workers} processi: {found}, memoria {before:.0f} → {memory(server.pid):.0f} MB, "
                f"{1000 * used / len(found.times):.2f} ms di CPU l’uno; dei {os.cpu_count()} processori "
                f"{used / seconds:.2f} al server, {own / seconds:.2f} a chi chiede"
            )
            print("\n".join(found.wrong[:5]), end="")

        finally:
            server.send_signal(signal.SIGTERM)
            server.wait()


if __name__ == "__main__":
    given = sys.argv[1:]
    main(float((given or ["20"])[0]), int((given[1:] or ["1"])[0]), float((given[2:] or ["0"])[0]))
