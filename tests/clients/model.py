"""A model of the examples that embed agentcli: model.py LOG prints its port.

It streams its replies, and writes the messages of each request to LOG, one request a line. What it
replies depends on the last message of the user: "late" makes it call orders, "postpone" postpone;
then it says what the tool answered. Anything else is answered by "Hello.".
"""
import http.server, json, socketserver, sys

CALLS = {"late": ("orders", {"state": "late"}),
         "postpone": ("postpone", {"order": 9, "due": "2026-12-05"})}


class Model(http.server.BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def send(self, delta, reason=None):
        choice = {"index": 0, "delta": delta, "finish_reason": reason}
        self.wfile.write(b"data: %s\n\n" % json.dumps({"choices": [choice]}).encode())
        self.wfile.flush()

    def do_POST(self):
        messages = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["messages"]
        with open(sys.argv[1], "a", encoding="utf-8") as log:
            print(json.dumps(messages), file=log)
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        said = [one for one in messages if one["role"] == "user"][-1]["content"].lower()
        called = [call for word, call in CALLS.items() if word in said]
        if messages[-1]["role"] == "tool":
            for word in ("The tool answers: ", messages[-1]["content"]):
                self.send({"content": word})
        elif called:
            name, arguments = called[0]
            function = {"name": name, "arguments": json.dumps(arguments)}
            self.send({"tool_calls": [{"index": 0, "id": f"call{len(messages)}",
                                       "type": "function", "function": function}]})
        else:
            self.send({"content": "Hello."})
        self.send({}, "stop" if messages[-1]["role"] == "tool" or not called else "tool_calls")
        self.wfile.write(b"data: [DONE]\n\n")


server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Model)  # which looks up no name
server.daemon_threads = True
print(server.server_address[1], flush=True)
server.serve_forever()
