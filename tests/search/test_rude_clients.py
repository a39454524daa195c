"""Test slow and rude clients, over real sockets."""

import asyncio
import contextlib
import json
import logging
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from pathlib import Path

import httpx
import pytest
import uvicorn

from scripts.pipeline import SITE
from search.http import hardened_server
from tests.conftest import ROOT
from tests.running_server import answering, free_port, served
from tests.search.test_service import run

HALF_OPEN = 150
FEW_FILES = [
    "sh",
    "-c",
    'ulimit -S -n 100; exec "$@"',
    "sh",
]  # with which a shell may have left us: a server asks for more
PATHS = ("/bang/1/", "/cerca/?q=mazzo", "/api/v1/search?q=mazzo", "/api/v1/resolve?cite=bang+1.1", "/healthz")


def said_to(port: int, text: bytes) -> bytes:
    """Send `text` to a server; return its response until it closes the connection."""
    with socket.create_connection(("127.0.0.1", port), timeout=30) as line:
        with contextlib.suppress(ConnectionError):  # it has heard enough, and has said so
            line.sendall(text)
        return b"".join(iter(lambda: line.recv(65536), b""))


class Server:
    """Run `prontuario serve` in a process, keeping its stderr."""

    def __init__(self, root: Path, workers: int = 1) -> None:
        self.port = free_port()
        options = ["serve", "--no-build", "--port", str(self.port), "--workers", str(workers)]
        command = [*FEW_FILES, sys.executable, "-m", "scripts.cli", "--root", str(root), *options]
        self.url = f"http://127.0.0.1:{self.port}"
        self.process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert self.process.stdout
        assert f"Prontuario è su {self.url}/" in self.process.stdout.readline()
        answering(self.port, self.process)

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=30)

    def say(self, text: bytes) -> bytes:
        return said_to(self.port, text)

    def stop(self) -> str:
        self.process.send_signal(signal.SIGTERM)
        return self.process.communicate(timeout=60)[1]


@pytest.fixture(scope="module")
def rude(built_address: Path) -> Iterator[Server]:
    """Return a server of one book, which is soon there."""
    server = Server(built_address)
    yield server
    assert "Traceback" not in server.stop()


def request(path: str, *headers: str, method: str = "GET") -> bytes:
    return "\r\n".join([f"{method} {path} HTTP/1.1", "Host: localhost", "Connection: close", *headers, "", ""]).encode(
        "latin-1"
    )


def test_half_open_and_slow_ones_keep_nobody_waiting(rude: Server) -> None:
    lines = [rude.connect() for _ in range(HALF_OPEN)]
    for n, line in enumerate(lines):
        line.sendall((b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")[n % 3])
    for path in PATHS:
        assert httpx.get(rude.url + path, timeout=10).status_code == 200
    slow = lines[2]
    slow.sendall(b"yes\r\nConnection: close\r\n\r\n")
    assert slow.recv(20).startswith(b"HTTP/1.1 200")
    for line in lines:
        line.close()


def test_who_comes_is_let_in_beside_those_who_are_there(rude: Server) -> None:
    """Serve new connections beside forty busy ones, with equal shares."""
    answered = {False: 0, True: 0}

    async def ask(fresh: bool) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", rude.port)
        while sum(answered.values()) < 2000:
            writer.write(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            await reader.readuntil(b"}")
            answered[fresh] += 1
            if fresh:
                writer.close()
                reader, writer = await asyncio.open_connection("127.0.0.1", rude.port)
        writer.close()

    async def all_of_them() -> None:
        await asyncio.gather(*(ask(n % 2 == 0) for n in range(80)))

    run(all_of_them())
    assert answered[True] > 200


@pytest.mark.parametrize(
    ("text", "status"),
    [
        (b"\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03\r\n\r\n", b"400"),  # TLS to a port without it
        (b"NONSENSE\r\n\r\n", b"400"),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nBad Header: x\r\n\r\n", b"400"),
        (b"GET / HTTP/1.1\r\nConnection: close\r\n\r\n", b"400"),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: altro.example\r\nConnection: close\r\n\r\n", b"400"),
        (request("*", method="OPTIONS"), b"404"),
        (request("/" + "a" * 70_000), b"431"),
        (request("/healthz", "Transfer-Encoding: chunked") + b"zz\r\n", b"200"),
        (request("/", "X-Many: " + "a" * 60_000), b"200"),
        (request("/", "X-Many: " + "a" * 1_000_000), b"431"),
        (request("/", *["X-Many: a"] * 50_000), b"431"),
        (request("/r/" + "bang-1." * 8_000), b"404"),
        (request("/%ff%fe%00"), b"404"),
        (request("/cerca/?q=%ff%fe"), b"200"),
        (request("/api/v1/search?q=%ff"), b"200"),
        (request("/r/%2e%2e%2f%2e%2e"), b"404"),
        (request("/", "Range: bytes=0-1,5-6"), b"200"),
        (request("/", "Range: bytes=zzz"), b"200"),
        (request("/", 'If-None-Match: "a", W/"b", nonsense'), b"200"),
        (request("/", "If-None-Match: *"), b"304"),
        (request("/", "Accept-Encoding: ;;q=,,br;q=zzz"), b"200"),
        (request("/", "Content-Length: 5") + b"hello", b"200"),
        (request("/", method="DELETE"), b"405"),
        (request("/bang/1/", method="HEAD"), b"200"),
    ],
)  # fmt: skip
def test_what_is_rude_has_its_status(rude: Server, text: bytes, status: bytes) -> None:
    answer = rude.say(text)
    assert answer.split(b" ", 2)[1] == status, answer[:200]
    assert len(answer) < 200_000
    if status in (b"400", b"431") or b"OPTIONS" in text[:7]:
        head, _, body = answer.partition(b"\r\n\r\n")
        assert set(error := json.loads(body)["error"]) == {"code", "message"}
        assert error["message"] != HTTPStatus(int(status)).phrase
        assert {b"content-security-policy", b"x-content-type-options", b"referrer-policy", b"cache-control"} <= {
            line.partition(b":")[0] for line in head.split(b"\r\n")
        }
    if text.startswith(b"HEAD"):
        assert answer.endswith(b"\r\n\r\n")
        assert b"content-length: 0" not in answer.lower()


def test_requests_in_one_piece_are_answered_in_their_order(rude: Server) -> None:
    ones = [f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n" for path in ("/healthz", "/api/v1/zzz")]
    answer = rude.say("".join(ones).encode() + request("/healthz"))
    assert [part.split(b" ", 1)[0] for part in answer.split(b"HTTP/1.1 ")[1:]] == [b"200", b"404", b"200"]


def test_who_has_nothing_more_to_say_is_answered(rude: Server) -> None:
    """Answer a client that has closed its sending side."""
    for text in (b"", request("/healthz"), b"".join(request(path).replace(b": close", b": keep-alive") for path in (*PATHS, "/penalita/?g=bang&t=tardi"))):  # fmt: skip
        with rude.connect() as line:
            line.sendall(text)
            line.shutdown(socket.SHUT_WR)
            answer = b"".join(iter(lambda line=line: line.recv(65536), b""))  # type: ignore[misc]
        assert answer.count(b"HTTP/1.1 200") == text.count(b"GET ")


@pytest.mark.parametrize(
    ("last", "statuses"),
    [
        (b"NONSENSE\r\n\r\n", [b"200", b"404", b"400"]),
        (b"GET /" + b"a" * 70_000 + b" HTTP/1.1\r\n\r\n", [b"200", b"404", b"431"]),
        (
            b"POST /healthz HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
            [b"200", b"404", b"405"],
        ),
    ],
    ids=["no request", "too long", "a body that cannot be read"],
)
def test_what_was_asked_before_something_rude_is_answered(rude: Server, last: bytes, statuses: list[bytes]) -> None:
    """Answer the requests before a malformed one."""
    ones = [f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n" for path in ("/healthz", "/api/v1/zzz")]
    answer = rude.say("".join(ones).encode() + last)
    assert [part.split(b" ", 1)[0] for part in answer.split(b"HTTP/1.1 ")[1:]] == statuses


def test_whoever_hangs_up_disturbs_nobody(rude: Server) -> None:
    for _ in range(30):
        line = rude.connect()
        line.setsockopt(
            socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\x00\x00\x00\x00\x00\x00\x00"
        )  # a reset, no farewell
        line.sendall(request("/api/v1/search?q=mazzo"))
        line.close()
    assert httpx.get(f"{rude.url}/healthz", timeout=10).status_code == 200


def connected(address: str) -> socket.socket:
    line = socket.socket()
    line.settimeout(30)
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)  # before it is connected: little is on its way
    line.connect(("127.0.0.1", int(address.rpartition(":")[2])))
    return line


UNREAD = request("/api/v1/sections.json").replace(b"Connection: close\r\n", b"") * 20


def test_nobody_is_waited_for_for_ever(
    built: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Disconnect clients that send or read nothing."""
    monkeypatch.setattr(hardened_server, "PATIENCE", 0.5)
    monkeypatch.setattr(hardened_server, "FAREWELL", 0.5)
    size = (built / SITE / "api/v1/sections.json").stat().st_size
    with served(built) as address:
        logging.getLogger("uvicorn.error").addHandler(caplog.handler)  # which tells nobody above it
        said = {}
        for text in (
            b"",
            b"\r\n\r\n",
            b"GET / HT",
            b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nabc",
        ):
            with connected(address) as line:
                line.sendall(text)
                said[text[-3:]] = b"".join(iter(lambda line=line: line.recv(65536), b""))[9:12]  # type: ignore[misc]
        assert said == {b"": b"", b"\n\r\n": b"", b" HT": b"408", b"abc": b"200"}
        with connected(address) as line:
            line.sendall(UNREAD)
            time.sleep(2)  # four times as long
            read = 0
            with contextlib.suppress(ConnectionError):
                while piece := line.recv(1_000_000):
                    read += len(piece)
            assert read < 20 * size
        with connected(address) as line:  # slow, but it reads: for longer than anybody is waited for
            line.sendall(request("/api/v1/sections.json"))
            read, until = 0, time.monotonic() + 2
            while piece := line.recv(20_000 if time.monotonic() < until else 1_000_000):
                read += len(piece)
                time.sleep(0.02 if time.monotonic() < until else 0)
            assert read > size
        line = connected(address)
        line.sendall(UNREAD)
        time.sleep(0.3)
    line.close()  # only now: the server has stopped without it
    logging.getLogger("uvicorn.error").removeHandler(caplog.handler)
    assert not [one for one in caplog.records if one.levelno >= logging.ERROR]


def test_a_connection_made_while_the_server_stops_does_not_stay_open() -> None:
    """Close a connection that the system accepted before the stop and uvicorn made after it."""

    async def answer(_scope: object, _receive: object, send: Callable[[object], Awaitable[None]]) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
        await send({"type": "http.response.body", "body": b""})

    async def ask_late() -> bytes:
        config = uvicorn.Config(answer, lifespan="off", http=hardened_server.LimitedProtocol, log_level="error")
        config.load()
        server = hardened_server.GracefulServer(config)
        server.lifespan = config.lifespan_class(config)
        await server.startup([])
        server.server_state.stopping = True
        ours, theirs = socket.socketpair()
        theirs.setblocking(False)
        loop = asyncio.get_running_loop()
        await loop.connect_accepted_socket(server._protocol, theirs)
        reader, writer = await asyncio.open_connection(sock=ours)
        writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        answered = await asyncio.wait_for(reader.read(), 30)
        writer.close()
        return answered

    with ThreadPoolExecutor(1) as other:  # a browser's event loop may run in this thread
        assert b"connection: close" in other.submit(asyncio.run, ask_late()).result()


@pytest.mark.parametrize("workers", [1, 2])
def test_a_server_told_to_stop_answers_what_was_asked(built_address: Path, workers: int) -> None:
    server = Server(built_address, workers)
    answers: list[int] = []
    broken: list[str] = []

    def ask(said: dict[str, str]) -> None:
        with httpx.Client(base_url=server.url, timeout=30, headers=said) as client:
            for n in range(100_000):
                try:
                    answer = client.get(PATHS[n % len(PATHS)])
                    answers.append(answer.status_code)
                except httpx.ConnectError:
                    return  # it no longer listens: nothing was begun
                except httpx.HTTPError as error:
                    broken.append(repr(error))
                    return

    idle = server.connect()
    threads = [threading.Thread(target=ask, args=[{"connection": "close"} if n % 2 else {}]) for n in range(16)]
    for thread in threads:
        thread.start()
    while len(answers) < 40:
        time.sleep(0.01)
    assert not broken
    said = server.stop()
    assert idle.recv(1) == b""
    idle.close()
    for thread in threads:
        thread.join()
    assert set(answers) == {200}
    assert not broken
    assert "Traceback" not in said
    assert server.process.returncode in (0, -signal.SIGTERM)
