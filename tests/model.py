"""A model server that records its requests: model.py FILE [MODELS [MEANINGS]] prints its port.

Each request is a line of JSON in FILE. The last message determines the reply: "busy" a 429,
"call NAME [ARGUMENTS]" a call of the function, any other text the number of messages. MODELS is a
JSON array of the models that the server lists. MEANINGS is a JSON object: a user's message that
contains one of its keys is replied to as if it were the value.
"""
import json, sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

FILE = sys.argv[1]
MODELS = json.loads(sys.argv[2]) if len(sys.argv) > 2 else []
MEANINGS = json.loads(sys.argv[3]) if len(sys.argv) > 3 else {}


class Model(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    calls = 0
    replies = 0

    def log_message(self, *_):
        pass

    def do_GET(self):
        self.respond(200 if self.path == "/v1/models" else 404,
                     {"data": [{"id": name} for name in MODELS]})

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        with open(FILE, "ab") as file:
            file.write(body.replace(b"\n", b" ") + b"\n")
        request = json.loads(body)
        words = self.text_of(request["messages"][-1]).split()
        if words[:1] == ["busy"]:
            error = {"message": "slow down", "code": "rate_limit_exceeded"}
            return self.respond(429, {"error": error}, {"Retry-After": "61"})
        if words[:1] != ["call"]:
            text = "%d messages" % len(request["messages"])
            return self.reply(request, {"content": text}, "stop")
        Model.calls += 1
        function = {"name": words[1], "arguments": "".join(words[2:]) or '{"b": 1, "a": [2]}'}
        call = {"id": "m%d" % Model.calls, "type": "function", "index": 0, "function": function}
        return self.reply(request, {"content": "Let me look.", "tool_calls": [call]}, "tool_calls")

    @staticmethod
    def text_of(message):
        content = message["content"]
        if not isinstance(content, str):
            content = "".join(part.get("text", "") for part in content)
        meanings = [meaning for word, meaning in MEANINGS.items()
                    if message["role"] == "user" and word in content.lower()]
        return meanings[0] if meanings else content

    def reply(self, request, delta, reason):
        message = {"role": "assistant", **delta}
        Model.replies += 1
        reply = {"id": "chatcmpl-%d" % Model.replies, "created": 1, "model": "m"}
        if not request.get("stream"):
            return self.respond(200, reply | {"object": "chat.completion", "choices": [
                {"index": 0, "message": message, "finish_reason": reason}]})
        chunk = reply | {"object": "chat.completion.chunk", "choices": [
            {"index": 0, "delta": message, "finish_reason": reason}]}
        return self.send(200, b"data: " + json.dumps(chunk).encode() + b"\n\ndata: [DONE]\n\n",
                         {"Content-Type": "text/event-stream"})

    def respond(self, status, body, fields={}):
        self.send(status, json.dumps(body).encode(), {"Content-Type": "application/json", **fields})

    def send(self, status, data, fields):
        self.send_response(status)
        for name, value in {**fields, "Content-Length": str(len(data))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)


server = ThreadingHTTPServer(("127.0.0.1", 0), Model)
server.daemon_threads = True
print(server.server_address[1], flush=True)
server.serve_forever()
