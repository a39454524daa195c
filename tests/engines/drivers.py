"""Drive WebKit and Firefox: open addresses, run scripts, return results.

WebKit answers WebDriver (Debian's `webkit2gtk-driver`) and draws into an Xvfb; Firefox answers WebDriver BiDi by itself.
Each has the few commands that the journeys need, so that nothing else has to be installed.
"""

import itertools
import json
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

import httpx
from websockets.sync.client import ClientConnection, connect

from tests.running_server import free_port

LONGEST = 30  # seconds for one answer
MINIBROWSERS = "/usr/lib/*/webkit2gtk-4.1/MiniBrowser"


class NotStarted(Exception):
    """Report that an installed engine does not start here.

    A container may lack what the engine needs.
    """


class Tab(Protocol):
    """Drive a page of a browser."""

    def open(self, address: str) -> None:
        """Go to an address, and wait until the page has loaded."""

    def run(self, script: str, *given: Any) -> Any:
        """Run the body of an async function with `given` as `args`; return its result."""

    def choose(self, css: str, file: Path) -> None:
        """Choose a file in a file field."""


class WebKit:
    """Drive a tab of MiniBrowser, by WebDriver."""

    def __init__(self, driver: httpx.Client, session: str) -> None:
        self._driver, self._path = driver, f"/session/{session}"

    def _say(self, path: str, **body: Any) -> Any:
        answer = self._driver.post(f"{self._path}/{path}", json=body)
        value = answer.json()["value"]
        assert answer.is_success, value
        return value

    def open(self, address: str) -> None:
        self._say("url", url=address)

    def run(self, script: str, *given: Any) -> Any:
        body = f"""const [args, done] = arguments;
            (async () => {{ {script} }})().then((value) => done([value ?? null]), (error) => done([null, `${{error}}`]));"""
        value, *wrong = self._say("execute/async", script=body, args=[list(given)])
        assert not wrong, wrong
        return value

    def choose(self, css: str, file: Path) -> None:
        [element] = self._say("element", using="css selector", value=css).values()
        self._say(f"element/{element}/value", text=str(file))


class Firefox:
    """Drive a tab of Firefox, by WebDriver BiDi."""

    def __init__(self, wire: ClientConnection) -> None:
        self._wire, self._ids = wire, itertools.count(1)
        self._say("session.new", capabilities={})
        self._context = self._say("browsingContext.getTree")["contexts"][0]["context"]

    def _say(self, method: str, **params: Any) -> Any:
        number = next(self._ids)
        self._wire.send(json.dumps({"id": number, "method": method, "params": params}))
        while (answer := json.loads(self._wire.recv(LONGEST))).get("id") != number:
            continue
        assert answer["type"] == "success", answer
        return answer["result"]

    def open(self, address: str) -> None:
        self._say("browsingContext.navigate", context=self._context, url=address, wait="complete")

    def run(self, script: str, *given: Any) -> Any:
        body = f"async (text) => {{ const args = JSON.parse(text); const work = async () => {{ {script} }}; return JSON.stringify([(await work()) ?? null]); }}"
        answer = self._say(
            "script.callFunction",
            functionDeclaration=body,
            arguments=[{"type": "string", "value": json.dumps(given)}],
            awaitPromise=True,
            target={"context": self._context},
            userActivation=True,
        )
        assert answer["type"] == "success", answer["exceptionDetails"]["text"]
        return json.loads(answer["result"]["value"])[0]

    def choose(self, css: str, file: Path) -> None:
        found = self._say("browsingContext.locateNodes", context=self._context, locator={"type": "css", "value": css})
        element = {"sharedId": found["nodes"][0]["sharedId"]}
        self._say("input.setFiles", context=self._context, element=element, files=[str(file)])


def listens(port: int) -> bool:
    """Return whether a local port accepts connections."""
    try:
        socket.create_connection(("127.0.0.1", port)).close()
    except OSError:
        return False
    return True


@contextmanager
def started(*command: str, port: int, **options: Any) -> Iterator[None]:
    """Start a process and wait until it answers on a port; stop it afterwards.

    Raises NotStarted if it ends or stays silent.
    """
    quiet = subprocess.DEVNULL
    with subprocess.Popen(command, stdout=quiet, stderr=quiet, **options) as process:
        try:
            end = time.monotonic() + LONGEST * 2
            while not listens(port):
                if process.poll() is not None or time.monotonic() > end:
                    raise NotStarted(command[0])
                time.sleep(0.05)
            yield
        finally:
            process.kill()


def minibrowser() -> str | None:
    found = sorted(Path("/").glob(MINIBROWSERS.lstrip("/")))
    return str(found[0]) if found else None


def missing(engine: str) -> str:
    """Return the names of an engine's missing programs; '' if none."""
    needs = {
        "webkit": {
            "Xvfb": shutil.which("Xvfb"),
            "webkit2gtk-driver": shutil.which("WebKitWebDriver") and minibrowser(),
        },
        "firefox": {"firefox-esr": shutil.which("firefox-esr") or shutil.which("firefox")},
    }
    return ", ".join(name for name, found in needs[engine].items() if not found)


@contextmanager
def webkit(folder: Path) -> Iterator[Tab]:
    """Yield a new MiniBrowser without stored data, on a virtual screen.

    It downloads into `folder`.
    """
    port = free_port()
    display = f":{port}"
    screen = ["Xvfb", display, "-screen", "0", "1280x1024x24", "-nolisten", "tcp"]
    environment = {"DISPLAY": display, "HOME": str(folder), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}
    environment |= {"WEBKIT_DISABLE_COMPOSITING_MODE": "1", "LIBGL_ALWAYS_SOFTWARE": "1", "NO_AT_BRIDGE": "1"}
    with subprocess.Popen(screen, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as xvfb:
        try:
            time.sleep(1)
            with started("WebKitWebDriver", f"--port={port}", port=port, env=environment):
                driver = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=LONGEST * 2)
                options = {"binary": minibrowser(), "args": ["--automation"]}
                wanted = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
                answer = driver.post("/session", json=wanted)
                if not answer.is_success:
                    raise NotStarted(answer.text)
                session = answer.json()["value"]["sessionId"]
                driver.post(f"/session/{session}/timeouts", json={"script": LONGEST * 1000})
                try:
                    yield WebKit(driver, session)
                finally:
                    driver.delete(f"/session/{session}")
        finally:
            xvfb.kill()


@contextmanager
def firefox(folder: Path) -> Iterator[Tab]:
    """Yield a new headless Firefox with an empty profile that downloads into `folder`."""
    port = free_port()
    wanted = {"remote.active-protocols": 1, "browser.download.folderList": 2, "browser.download.dir": str(folder)}
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in wanted.items()]
    (folder / "user.js").write_text("".join(lines), encoding="utf-8")
    name = shutil.which("firefox-esr") or shutil.which("firefox") or ""
    command = [name, "--headless", "--no-remote", "--profile", str(folder), f"--remote-debugging-port={port}"]
    with (
        started(*command, port=port),
        connect(f"ws://127.0.0.1:{port}/session", open_timeout=LONGEST, max_size=None) as wire,
    ):
        yield Firefox(wire)


ENGINES = {"webkit": webkit, "firefox": firefox}
