"""Load the server with 200 connections while releases are switched.

The connections ask for pages, search, citations and permalinks. Each asks again at once, as no reader does, or after
about PAUSE seconds.

`python -m tests.bench.server_load [SECONDS] [PAUSE]` tests each way of serving a copy of the built site, from one
process of ours to nginx before two of them. It writes the table of `docs/misure.md`: requests a second, milliseconds,
CPU time of a request, memory.
"""

import asyncio
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from scripts import pipeline
from scripts.site import releases
from scripts.site.fingerprinted_assets import add_stamp, find_stamp
from tests import running_server
from tests.bench.figures_page import Ratio, measured, replace_between
from tests.conftest import ROOT, project_copy
from tests.running_server import NGINX, free_port, nginx_before
from tests.search.judged_queries import judged

CONNECTIONS = 200
RELEASES = 5
NEEDED = ["assets/css/prontuario.css", "assets/js/main.js", "assets/search/comune.json"]
GOAL = 250  # milliseconds within which ninety-nine answers of a hundred come
ASKS_US = re.compile(r"/api/v1/(?:search|resolve)|/cerca/|/r/")
PACKED = "Accept-Encoding: gzip, br\r\nUser-Agent: Mozilla/5.0"


class Measured(NamedTuple):
    """Hold the measurements of one run.

    `times`: seconds of each request, sorted; `wrong`: answers that were not 200, 304 or 308; `held`: megabytes when
    each release was switched.
    """

    seconds: float
    times: Sequence[float]
    wrong: Sequence[str]
    held: Sequence[float] = ()

    def at(self, part: float) -> float:
        """Return the milliseconds within which the share `part` of the requests was answered."""
        return 1000 * self.times[min(len(self.times) - 1, int(part * len(self.times)))]

    def __str__(self) -> str:
        return (
            f"{len(self.times) / self.seconds:.0f} al secondo, p50 {self.at(0.5):.0f} ms, p95 {self.at(0.95):.0f} ms, "
            f"p99 {self.at(0.99):.0f} ms, {len(self.wrong)} errori su {len(self.times)}"
        )


def paths(site: Path) -> list[str]:
    """Return the addresses to ask for, in an order that is always the same."""
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
            f"/{add_stamp(chance.choice(NEEDED), find_stamp(site))}",
        ]
    chance.shuffle(mixed)
    return mixed


async def one_client(
    port: int, mixed: Sequence[str], start: int, until: float, pause: float, times: list[float], wrong: list[str]
) -> None:
    """Send requests in sequence on one connection until time is up."""
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
            closed = b"\r\nconnection: close" in head.lower()  # nginx says so every thousand answers
        except (OSError, asyncio.IncompleteReadError) as error:
            wrong.append(f"{path}: {error!r}")
            closed = True
        times.append(time.monotonic() - begun)
        if closed:
            writer.close()
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.close()


async def load(
    port: int,
    mixed: Sequence[str],
    seconds: float,
    switch: Path | None = None,
    pause: float = 0,
    processes: Sequence[int] = (),
) -> Measured:
    """Send the load to a server for some seconds.

    `switch`: root of the project whose release is switched meanwhile; `processes`: the server's, to measure their
    memory.
    """
    held: list[float] = []
    times: list[float] = []
    wrong: list[str] = []
    until = time.monotonic() + seconds
    clients = [one_client(port, mixed, 31 * n, until, pause, times, wrong) for n in range(CONNECTIONS)]
    asking = asyncio.gather(*clients)
    for _ in range(RELEASES if switch else 0):
        await asyncio.sleep(seconds / (RELEASES + 1))
        assert switch
        held.append(sum(map(memory, processes)))
        command = "import sys; from tests.bench.server_load import another_release as new; new(sys.argv[1])"
        made = await asyncio.create_subprocess_exec(sys.executable, "-c", command, str(switch), cwd=ROOT)
        assert await made.wait() == 0
    await asking
    return Measured(seconds, sorted(times), wrong, held)


def another_release(root: str) -> None:
    """Publish the same build as a new release, in another process."""
    now = (Path(root) / pipeline.CURRENT).resolve()
    with releases.open_release(Path(root)) as new:
        shutil.copytree(now, new, dirs_exist_ok=True, copy_function=os.link)


def memory(process: int) -> float:
    """Return the memory of a process and its children, MB."""
    pids = [process, *map(int, Path(f"/proc/{process}/task/{process}/children").read_text().split())]
    lines = (line for pid in pids for line in Path(f"/proc/{pid}/status").read_text().splitlines())
    return sum(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024


def cpu(process: int) -> float:
    """Return the CPU seconds of a process and its children."""
    pids = [process, *map(int, Path(f"/proc/{process}/task/{process}/children").read_text().split())]
    fields = (Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in pids)
    return sum(int(one[11]) + int(one[12]) for one in fields) / os.sysconf("SC_CLK_TCK")


class Step(NamedTuple):
    """Describe a way of serving: name, command, number of our processes, with nginx or not."""

    name: str
    command: str
    workers: int = 1
    replicas: int = 1
    nginx: bool = False


STEPS = (
    Step("Un portatile a un evento", "`prontuario serve`"),
    Step("Un portatile con due processori", "`prontuario serve --workers 2`", workers=2),
    Step("nginx, il sito soltanto", "`include build/current/nginx.conf`", replicas=0, nginx=True),
    Step("nginx con due repliche della ricerca", "lo stesso, e `nginx-ricerca.conf`", replicas=2, nginx=True),
)


@contextmanager
def serving(step: Step, root: Path) -> Iterator[tuple[int, list[int]]]:
    """Yield (port, process ids) of a server that serves in this way."""
    with ExitStack() as stack:
        servers = [stack.enter_context(our_server(root, step.workers)) for _ in range(step.replicas)]
        ports, processes = [port for port, _ in servers], [process for _, process in servers]
        if step.nginx:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            port, process = stack.enter_context(nginx_before(root / pipeline.CURRENT, folder, ports))
            ports, processes = [port], [*processes, process]
        yield ports[0], processes


@contextmanager
def our_server(root: Path, workers: int) -> Iterator[tuple[int, int]]:
    """Yield (port, process id) of `prontuario serve`."""
    port = free_port()
    options = ["--no-build", "--workers", str(workers)]
    with running_server.serving(root, *options, port=port, said=subprocess.DEVNULL) as (_, server):
        try:
            yield port, server.pid
        finally:
            server.terminate()  # which its workers are told too
            server.wait()


def measure(step: Step, root: Path, mixed: Sequence[str], seconds: float, pause: float) -> tuple[Measured, str]:
    """Return the measurements and their table row."""
    with serving(step, root) as (port, processes):
        mixed = [path for path in mixed if step.replicas or not ASKS_US.match(path)]
        asyncio.run(load(port, mixed, min(3, seconds)))  # warm
        used = sum(map(cpu, processes))
        found = asyncio.run(load(port, mixed, seconds, root, pause, processes))
        used, held = sum(map(cpu, processes)) - used, [*found.held, sum(map(memory, processes))]
    each = f"{1000 * used / len(found.times):.2f}".replace(".", ",")
    print(
        f"{step.name}: {found}; memoria a ogni versione nuova {', '.join(f'{one:.0f}' for one in held)} MB; {each} ms l’uno"
    )
    print("\n".join(found.wrong[:5]), end="", flush=True)
    cells = (step.name, step.command, f"{len(found.times) / seconds:.0f}", f"{found.at(0.5):.0f} / {found.at(0.99):.0f} ms",
             f"{each} ms", f"{held[0]:.0f} → {held[-1]:.0f} MB", str(len(found.wrong)))  # fmt: skip
    return found, f"| {' | '.join(cells)} |"


def main(seconds: float = 60, pause: float = 0) -> list[Ratio]:
    """Measure each way of serving, and write the page of figures."""
    with tempfile.TemporaryDirectory() as folder:
        root = project_copy(Path(folder) / "progetto")
        pipeline.build_release(root)
        mixed = paths(root / pipeline.SITE)
        found = {step: measure(step, root, mixed, seconds, pause) for step in STEPS if NGINX or not step.nginx}
    busy = f"{os.getloadavg()[0]:.1f}".replace(".", ",")
    head = "| Passo | Che cosa si avvia | Richieste al secondo | p50 / p99 | Lavoro per richiesta | Memoria | Errori |\n|---|---|---:|---:|---:|---:|---:|"
    said = f"{measured()}; {seconds:.0f} secondi ciascuno con cinque versioni nuove del sito, carico alla fine {busy}."
    replace_between("carico", "\n".join([said, "", head, *(row for _, row in found.values())]))
    return [
        Ratio(f"Il 99% delle risposte: {step.name}", f"{GOAL} ms", of.at(0.99) / GOAL, 1)
        for step, (of, _) in found.items()
    ]


if __name__ == "__main__":
    main(*map(float, sys.argv[1:]))
