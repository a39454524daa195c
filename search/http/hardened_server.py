"""Limit what one client costs uvicorn; stop it without losing requests.

uvicorn alone waits for ever for a request that does not arrive whole and for a client that does not read, accepts
headers of any size, hangs up on a half-closed client, and resets clients still in the queue when it stops.
"""

import asyncio
import contextlib
from socket import socket

from starlette.responses import JSONResponse
from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
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
HEADERS = {
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cache-control": "no-cache",
    "connection": "close",
}


class StoppableState(ServerState):
    """Hold uvicorn's state of the server, and whether it is stopping."""

    stopping = False


class LimitedProtocol(HttpToolsProtocol):
    """Serve one connection with limits on time and header size.

    Closes connections idle for 20 seconds, answers 408 to slow and 431 to too long headers, and still answers clients
    that have closed their sending side.
    """

    server_state: StoppableState

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._head = 0  # bytes since the last request began
        self._refused = 0  # status of the error that ends the connection
        self._seen: tuple[int, object] = (0, None)
        self._timer = self.loop.call_later(PATIENCE, self._check_progress)
        if self.server_state.stopping:
            self.shutdown()  # accepted before the server stopped and made after it: nobody else would tell it

    def connection_lost(self, exc: Exception | None) -> None:
        self._timer.cancel()
        self.pipeline.clear()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._refused:
            return
        before = self.scope
        super().data_received(data)
        self._head = len(data) + (self._head if self.scope is before else 0)
        if self._unfinished and self._head > HEAD:
            self._refuse(431)

    def eof_received(self) -> bool:  # type: ignore[override]
        super().shutdown()
        return True  # uvicorn closes the connection, at once or with the pending answer

    def on_headers_complete(self) -> None:
        super().on_headers_complete()
        self.cycle.keep_alive &= not self.server_state.stopping

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002
        self._refuse(431 if len(self.url or b"") >= HEAD else 400)

    def shutdown(self) -> None:
        self.loop.call_later(MOMENT, super().shutdown)
        self.loop.call_later(FAREWELL, self.transport.abort)

    @property
    def _unfinished(self) -> object:
        """Return the scope of the request whose head has begun and not ended; None if there is none."""
        return None if self.cycle is not None and self.cycle.scope is self.scope else self.scope

    def _check_progress(self) -> None:
        seen, self._seen = self._seen, (self.transport.get_write_buffer_size(), self._unfinished)
        self._timer = self.loop.call_later(PATIENCE, self._check_progress)
        if seen[0] and seen[0] == self._seen[0]:
            self.transport.abort()
        elif seen[1] and seen[1] is self._seen[1]:
            self._refuse(408)
        elif self.scope is None:
            self.transport.close()

    def _refuse(self, status: int) -> None:
        """Make the error `status` the last answer, after those pending; read no more."""
        self._refused = status
        if not self._unfinished and self.cycle is not None and self.cycle.more_body:
            super().shutdown()  # a request whose body cannot be read has its own answer
            return
        self.on_message_begin()  # queued by uvicorn as if it were one more request
        self.url, self.app = b"/", self._answer_refusal
        self.on_headers_complete()

    async def _answer_refusal(self, *_: object) -> None:
        code, message = REFUSED[self._refused]
        answer = JSONResponse({"error": {"code": code, "message": message}}, self._refused, HEADERS)
        head = b"".join(b"%s: %s\r\n" % pair for pair in answer.raw_headers)
        self.transport.write(b"%s%s\r\n%s" % (STATUS_LINE[self._refused], head, answer.body))
        self.transport.write_eof()
        self.cycle.disconnected = True  # uvicorn expects no other answer
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


multiprocess.Process = Worker  # type: ignore[misc]  # which `Multiprocess` starts


class Workers(Multiprocess):
    """Run several worker processes; to stop, first close the listening sockets."""

    def terminate_all(self) -> None:
        for listening in self.sockets:
            listening.close()
        super().terminate_all()
