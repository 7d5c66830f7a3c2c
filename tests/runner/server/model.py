"""A server of models that misbehaves: what it does, the last message of the user says.

model.py: prints its port. "drip" is one byte a second, "line" 64 MiB without a newline, "endless"
an answer that never ends, "silent" nothing at all, "quiet" a head and nothing else; anything else is
answered by "hello".
"""

import json
import socketserver
import sys
import time
from http.server import BaseHTTPRequestHandler

# Text that repeats itself would be ended.
TEXT = " ".join(map(str, range(12000)))
CHUNK = b"data: " + json.dumps(
    {"choices": [{"index": 0, "delta": {"content": TEXT}}]}).encode() + b"\n\n"
HELLO = b"data: " + json.dumps({"choices": [
    {"index": 0, "delta": {"role": "assistant", "content": "hello"}, "finish_reason": "stop"}]}
).encode() + b"\n\ndata: [DONE]\n\n"


class Model(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def piece(self, data):
        self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))
        self.wfile.flush()

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        wanted = [one["content"] for one in body["messages"] if one["role"] == "user"][-1]
        if wanted == "silent":
            time.sleep(3600)
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        self.wfile.flush()
        try:
            self.misbehave(wanted)
        except OSError:  # the client has left
            self.close_connection = True

    def misbehave(self, wanted):
        if wanted == "quiet":
            time.sleep(3600)
        while wanted == "endless":
            self.piece(CHUNK)
        for at in range(len(HELLO) if wanted == "drip" else 0):
            self.piece(HELLO[at:at + 1])
            time.sleep(1)
        if wanted == "line":
            self.piece(b'data: {"choices":[{"delta":{"content":"')
            for _ in range(1024):
                self.piece(b"y" * 65536)
        self.piece(HELLO)
        self.wfile.write(b"0\r\n\r\n")


class Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True


with Server(("127.0.0.1", 0), Model) as server:
    print(server.server_address[1], flush=True)
    server.serve_forever()
