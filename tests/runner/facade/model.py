"""A model server that keeps what it is asked: model.py FILE prints its port.

Each request is a line of JSON in FILE. What it replies, the last message says: "busy" is a 429, "call NAME
[ARGUMENTS]" a call of the function, anything else the number of messages. Without "stream" it is no stream.
"""

import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Model(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    calls = 0
    replies = 0

    def log_message(self, *_):
        pass

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        with open(sys.argv[1], "ab") as file:
            file.write(body.replace(b"\n", b" ") + b"\n")
        asked = json.loads(body)
        self.is_streamed = asked.get("stream")
        messages = asked["messages"]
        content = messages[-1]["content"]
        words = (content if isinstance(content, str) else "".join(part.get("text", "") for part in content)).split()
        if words[:1] == ["busy"]:
            return self.respond(429, {"error": {"message": "slow down", "code": "rate_limit_exceeded"}},
                                {"Retry-After": "61"})
        if words[:1] != ["call"]:
            return self.reply({"content": "%d messages" % len(messages)}, "stop")
        Model.calls += 1
        call = {"id": "m%d" % Model.calls, "type": "function", "index": 0,
                "function": {"name": words[1], "arguments": "".join(words[2:]) or '{"b": 1, "a": [2]}'}}
        return self.reply({"content": "Let me look.", "tool_calls": [call]}, "tool_calls")

    def reply(self, delta, reason):
        message = {"role": "assistant", **delta}
        Model.replies += 1
        if not self.is_streamed:
            return self.respond(200, {"id": "chatcmpl-%d" % Model.replies, "object": "chat.completion", "created": 1, "model": "m",
                                      "choices": [{"index": 0, "message": message, "finish_reason": reason}]}, {})
        chunk = {"id": "chatcmpl-%d" % Model.replies, "object": "chat.completion.chunk", "created": 1, "model": "m",
                 "choices": [{"index": 0, "delta": message, "finish_reason": reason}]}
        data = b"data: " + json.dumps(chunk).encode() + b"\n\ndata: [DONE]\n\n"
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def respond(self, status, body, fields):
        data = json.dumps(body).encode()
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", "Content-Length": str(len(data)), **fields}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)


server = ThreadingHTTPServer(("127.0.0.1", 0), Model)
server.daemon_threads = True
print(server.server_address[1], flush=True)
server.serve_forever()
