"""A server on loopback that speaks a model server's HTTP API as a test tells it to."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class Stub:
    """`answer(handler, body)` serves every POST; `requests` keeps (path, body). Use as a context manager.

    `about` is the reply to Ollama's `/api/show`, which goes into `shown` instead: by default that of an old server.
    """

    def __init__(
        self,
        answer: Callable[[BaseHTTPRequestHandler, dict[str, Any]], None],
        about: Callable[[BaseHTTPRequestHandler, dict[str, Any]], None] | None = None,
    ) -> None:
        self.requests: list[tuple[str, dict[str, Any]]] = []
        self.shown: list[dict[str, Any]] = []
        self.release = threading.Event()  # set when the test is over: ends a reply that waits
        self.hung_up = threading.Event()  # set when a client closed its connection before the reply was over
        stub = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                if self.path == "/api/show":
                    stub.shown.append(body)
                    (about or _old_server)(self, body)
                    return
                stub.requests.append((self.path, body))
                try:
                    answer(self, body)
                except (BrokenPipeError, ConnectionResetError):
                    stub.hung_up.set()
                    self.close_connection = True

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)

    def __enter__(self) -> Stub:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.release.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def _old_server(handler: BaseHTTPRequestHandler, body: dict[str, Any]) -> None:
    send_json(handler, {"details": {"family": "qwen2"}, "model_info": {}})


def send_json(handler: BaseHTTPRequestHandler, body: Any, status: int = 200) -> None:
    """Reply with one JSON body."""
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    handler.send_response(status)
    handler.send_header("Content-Type", "application/json")
    handler.send_header("Content-Length", str(len(data)))
    handler.end_headers()
    handler.wfile.write(data)


def send_lines(handler: BaseHTTPRequestHandler, lines: list[Any], *, whole: bool = True) -> None:
    """Reply with a stream of JSON lines; `whole=False` breaks the connection before the end of the stream."""
    handler.send_response(200)
    handler.send_header("Content-Type", "application/x-ndjson")
    handler.send_header("Transfer-Encoding", "chunked")
    handler.end_headers()
    for line in lines:
        data = json.dumps(line).encode() + b"\n"
        handler.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
        handler.wfile.flush()
    if whole:
        handler.wfile.write(b"0\r\n\r\n")
    else:
        handler.close_connection = True


def send_events(handler: BaseHTTPRequestHandler, events: list[Any], *, whole: bool = True) -> None:
    """Reply with server-sent events, as OpenAI's chat API streams; `whole=False` leaves out the end mark."""
    handler.send_response(200)
    handler.send_header("Content-Type", "text/event-stream")
    handler.end_headers()
    for event in [*events, *([b"[DONE]"] if whole else [])]:
        data = event if isinstance(event, bytes) else json.dumps(event).encode()
        handler.wfile.write(b"data: " + data + b"\n\n")
        handler.wfile.flush()
    handler.close_connection = True


def send_for_ever(handler: BaseHTTPRequestHandler, line: bytes, over: threading.Event, kind: str) -> None:
    """Send the same line again and again until the client hangs up or the test is over."""
    handler.send_response(200)
    handler.send_header("Content-Type", kind)
    handler.end_headers()
    handler.close_connection = True
    while not over.wait(0.001):  # no model is faster, and a flood would starve the client, which shares this process
        handler.wfile.write(line)
        handler.wfile.flush()


def wait_for_hang_up(handler: BaseHTTPRequestHandler) -> None:
    """Reply with nothing, and return when the client closes the connection.

    Raises:
        TimeoutError: it does not within 30 s.
    """
    handler.connection.settimeout(30.0)
    assert handler.connection.recv(1) == b""
    raise BrokenPipeError
