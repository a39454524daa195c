"""Limit what one client costs uvicorn; stop it without losing requests.

uvicorn alone waits for ever for a request that does not arrive whole and for a client that does not read, accepts
headers of any size, hangs up on a half-closed client, and resets clients still in the queue when it stops.
"""

import asyncio
import contextlib
import json
from http import HTTPStatus
from socket import socket

from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import Server, ServerState
from uvicorn.supervisors import Multiprocess, multiprocess

PATIENCE = 20.0  # seconds without progress after which a connection is given up
FAREWELL = 10.0  # seconds for what was begun to end, when the server stops
MOMENT = 0.5  # seconds for a request that is on its way when the server stops, and for a refusal to be read
HEAD = 65_536  # bytes of a request's first line and headers
REFUSED = {
    400: ("request_invalid", "La richiesta HTTP è illeggibile."),
    408: ("request_timeout", "La richiesta non è arrivata intera in tempo: riprova."),
    431: ("headers_too_large", f"L’indirizzo e le intestazioni superano i {HEAD} byte."),
}
HEADERS = "content-type: application/json\r\ncontent-security-policy: default-src 'none'; frame-ancestors 'none'\r\nx-content-type-options: nosniff\r\nreferrer-policy: same-origin\r\ncache-control: no-cache\r\nconnection: close\r\n"  # fmt: skip


class StoppableState(ServerState):
    """Hold uvicorn's state of the server, and whether it is stopping."""

    stopping = False


class LimitedProtocol(HttpToolsProtocol):
    """Serve one connection with limits on time and header size.

    Closes connections idle for 20 seconds, answers 408 to slow and 431 to too long headers, and still answers clients
    that have closed their sending side.
    """

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._head: int | None = 0  # bytes of a head that has not ended; None between requests
        self._begun, self._in_body, self._stopping = False, False, False
        self._refused, self._seen = 0, (-1, -1)
        self._timer = self.loop.call_later(PATIENCE, self._check_progress)
        if isinstance(self.server_state, StoppableState) and self.server_state.stopping:
            self.shutdown()  # accepted before the server stopped and made after it: nobody else would tell it

    def connection_lost(self, exc: Exception | None) -> None:
        self._timer.cancel()
        self.pipeline.clear()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if not self._refused:
            super().data_received(data)
        if self._head is not None and not self._refused:
            self._head += len(data)
            if self._head > HEAD:
                self._refuse(431)

    def eof_received(self) -> bool:  # type: ignore[override]
        return self._end_after_answers()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._begun, self._head = True, 0

    def on_headers_complete(self) -> None:
        super().on_headers_complete()
        self._begun, self._in_body, self._head = False, True, None
        self.cycle.keep_alive &= not self._stopping

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._in_body = False

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self._refused > 0:
            self._refuse(self._refused)

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002
        self._refuse(431 if len(self.url or b"") >= HEAD else 400)

    def shutdown(self) -> None:
        self._stopping = True
        self.loop.call_later(MOMENT, self._close_when_answered)
        self.loop.call_later(FAREWELL, self.transport.abort)

    def _close_when_answered(self) -> None:
        if not self._end_after_answers():
            self.transport.close()

    def _end_after_answers(self) -> bool:
        """Have the connection close after the pending answer, and return True; if none is pending, just return False."""
        waits = self.cycle is not None and not self.cycle.response_complete
        if waits:
            self.cycle.keep_alive = False
        return waits

    def _check_progress(self) -> None:
        unsent = self.transport.get_write_buffer_size()
        seen, self._seen = self._seen, (unsent, -1 if self._head is None else self._head)
        self._timer = self.loop.call_later(PATIENCE, self._check_progress)
        if unsent and unsent == seen[0]:
            self.transport.abort()
        elif self._begun and seen[1] >= 0:
            self._refuse(408)
        elif self._head is not None and not self._begun:
            self.transport.close()

    def _refuse(self, status: int) -> None:
        """Send the error `status` and close the connection, once all pending answers are sent."""
        self._refused = -1 if self._in_body else status  # a request whose body cannot be read has its own answer
        if self._in_body:
            self._end_after_answers()
        if (
            self._in_body
            or self.transport.is_closing()
            or (self.cycle is not None and not self.cycle.response_complete)
        ):
            return
        code, message = REFUSED[status]
        body = json.dumps({"error": {"code": code, "message": message}}, ensure_ascii=False).encode()
        head = f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\n{HEADERS}content-length: {len(body)}\r\n\r\n"
        self.transport.write(head.encode() + body)
        self.transport.write_eof()
        self.loop.call_later(MOMENT, self.transport.abort)


class GracefulServer(Server):
    """Run uvicorn; when it stops, no queued connection is reset."""

    server_state: StoppableState

    def __init__(self, config: Config) -> None:
        super().__init__(config)
        self.server_state = StoppableState()

    async def shutdown(self, sockets: list[socket] | None = None) -> None:
        self.server_state.stopping = True
        listening = [one.dup() for server in self.servers for one in server.sockets]
        for server in self.servers:
            server.close()
        waiting: list[socket] = []  # all before any is answered: who is answered comes again
        for one in listening:
            with one, contextlib.suppress(OSError):  # nobody waits any more
                while True:
                    waiting.append(one.accept()[0])
        for client in waiting:
            client.setblocking(False)
            await asyncio.get_running_loop().connect_accepted_socket(self._protocol, client)
        await super().shutdown(sockets)

    def _protocol(self) -> LimitedProtocol:
        return LimitedProtocol(self.config, self.server_state, self.lifespan.state)


class Worker(multiprocess.Process):
    """Run a `GracefulServer` in a process of its own."""

    @property
    def server(self) -> Server:
        self._server = self._server or GracefulServer(self.config)
        return self._server


class Workers(Multiprocess):
    """Run several worker processes; to stop, first close the listening sockets."""

    def init_processes(self) -> None:
        multiprocess.Process = Worker  # type: ignore[misc]
        super().init_processes()

    def terminate_all(self) -> None:
        for listening in self.sockets:
            listening.close()
        super().terminate_all()
