"""The wire: how long, and with how much, one client may keep the server busy. The others must not feel it.

uvicorn waits for ever for a request that does not come whole and for a client that does not read its answer, holds a
header of any size, and answers those who have hung up in the middle of several requests.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from http import HTTPStatus
from socket import socket
from typing import Any
from weakref import WeakSet

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.server import Server, ServerState
from uvicorn.supervisors import Multiprocess, multiprocess

PATIENCE = 20.0  # seconds for a request to come, and for something of an answer to be taken
FAREWELL = 10.0  # seconds for what was begun to end, when the server is told to stop
MOMENT = 0.5  # seconds for a question that is on its way when the server is told to stop
LINGER = 2.0  # seconds for who was refused to read why
HEAD = 65_536  # bytes of a request before its end is seen
REFUSED = {
    400: ("request_invalid", "Non è una richiesta HTTP che si possa leggere."),
    408: ("request_timeout", f"La richiesta non è arrivata intera in {PATIENCE:.0f} secondi: riprova."),
    431: ("headers_too_large", f"Indirizzo e intestazioni hanno più di {HEAD} byte."),
}
SAID: dict[str, Any] = {
    "content-type": "application/json",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cache-control": "no-cache",
    "connection": "close",
}
STOPPING: WeakSet[ServerState] = WeakSet()  # the servers that were told to stop


class Wire(HttpToolsProtocol):
    """One connection. Looked at every PATIENCE seconds: that costs nothing to those who ask and read."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._since: float | None = self.loop.time()  # when what is still to come began; None: all has come
        self._head: int | None = None  # bytes of a request whose head has not ended, without those that it began with
        self._begun, self._last, self._refused = False, False, 0  # `_refused`: with which status
        self._answering: list[RequestResponseCycle] = []
        self._left = 0  # bytes that nobody had taken at the last look
        self._next = self.loop.call_later(PATIENCE, self._look)
        if self.server_state in STOPPING:  # it was let in while the others were told
            self.shutdown()

    def connection_lost(self, exc: Exception | None) -> None:
        self._next.cancel()
        self.pipeline.clear()  # nobody is there for those answers…
        for cycle in self._answering:  # …nor for this one, which uvicorn forgets where another was asked after it
            cycle.disconnected = True
            cycle.message_event.set()
        super().connection_lost(exc)

    def eof_received(self) -> bool:  # type: ignore[override]
        """Who says nothing more may still be reading: the line stays as long as something is to be answered."""
        waits = any(not one.response_complete for one in self._answering)
        if waits and self.cycle is not None:
            self.cycle.keep_alive = False
        return waits

    def data_received(self, data: bytes) -> None:
        if self._refused:
            return
        self._begun = False
        super().data_received(data)
        if self._head is not None and not self._begun:
            self._head += len(data)
            if self._head > HEAD:
                self._refuse(431)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._since, self._head, self._begun = self.loop.time(), 0, True

    def on_headers_complete(self) -> None:
        super().on_headers_complete()
        self._head = None
        if self._last:
            self.cycle.keep_alive = False
        self._answering = [*(one for one in self._answering if not one.response_complete), self.cycle]

    def on_message_complete(self) -> None:
        self._since = None
        super().on_message_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self._refused:
            self._hang_up()

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002
        self._refuse(431 if len(self.url or b"") >= HEAD else 400)

    def resume_writing(self) -> None:
        self._left = 0
        super().resume_writing()

    def shutdown(self) -> None:
        """What was asked is answered, and so is what is on its way: to hang up at once would take the answer with it."""
        self._last = True
        if self.cycle is not None:
            self.cycle.keep_alive = False
        self._next.cancel()
        self._next = self.loop.call_later(FAREWELL, self.transport.abort)
        self.loop.call_later(MOMENT, self._leave)

    def _leave(self) -> None:
        if self.cycle is None or self.cycle.response_complete:
            self.transport.close()

    def _look(self) -> None:
        left = self.transport.get_write_buffer_size()
        if left and left == self._left:
            self.transport.abort()
            return
        self._left = left
        self._next = self.loop.call_later(PATIENCE, self._look)
        if self._since is not None and self.loop.time() - self._since >= PATIENCE:
            if self._head is None:
                self.transport.close()  # it has asked nothing, or sends with its question what nobody reads
            else:
                self._refuse(408)

    def _refuse(self, status: int) -> None:
        """Listens no more. What was asked before is answered first, and what cannot be read to its end as if it had been."""
        if self._refused or self.transport.is_closing():
            return
        self._refused = status
        if self._since is not None and self._head is None and self.cycle is not None:
            self.cycle.keep_alive = False  # the answer that it has, or will have, is the last
        self._hang_up()

    def _hang_up(self) -> None:
        """Says why, once all is answered: not at once, since what was not read yet would take the answer with it."""
        if self.transport.is_closing() or not all(one.response_complete for one in self._answering):
            return
        if self.cycle is not None and not self.cycle.keep_alive:
            self.transport.close()
            return
        code, message = REFUSED[self._refused]
        body = json.dumps({"error": {"code": code, "message": message}}, ensure_ascii=False).encode()
        said = {**SAID, "content-length": len(body)}
        head = [
            f"HTTP/1.1 {self._refused} {HTTPStatus(self._refused).phrase}",
            *(f"{name}: {value}" for name, value in said.items()),
        ]
        self.transport.write("\r\n".join([*head, "", ""]).encode() + body)
        self.transport.write_eof()
        self._next.cancel()
        self._next = self.loop.call_later(LINGER, self.transport.abort)


class Served(Server):
    """A server that, told to stop, lets in who stands at its door before it shuts it, which would reset them."""

    async def shutdown(self, sockets: list[socket] | None = None) -> None:
        STOPPING.add(self.server_state)
        doors = [one.dup() for server in self.servers for one in server.sockets]
        for server in self.servers:
            server.close()
        let_in: list[socket] = []
        for door in doors:
            with door, contextlib.suppress(OSError):  # nobody is there any more
                while True:
                    let_in.append(door.accept()[0])
        for one in let_in:
            one.setblocking(False)
            await asyncio.get_running_loop().connect_accepted_socket(self._connection, one)
        await super().shutdown(sockets)

    def _connection(self) -> Wire:
        return Wire(config=self.config, server_state=self.server_state, app_state=self.lifespan.state)


class Worker(multiprocess.Process):
    """One of several processes that answer."""

    @property
    def server(self) -> Server:
        if self._server is None:
            self._server = Served(self.config)
        return self._server


class Workers(Multiprocess):
    """Several processes that answer. Told to stop, it lets nobody in whom no process would answer."""

    def init_processes(self) -> None:
        multiprocess.Process = Worker  # type: ignore[misc]  # of this class it makes those that it starts later too
        super().init_processes()

    def terminate_all(self) -> None:
        for listening in self.sockets:
            listening.close()
        super().terminate_all()
