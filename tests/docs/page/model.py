"""A model's server for the page: model.py DIRECTORY prints its port. It reads a file, edits it, and
answers with markup. After the first words it waits for the file DIRECTORY/go."""
import http.server, json, os, sys, time

SAID = "Done: <b>two</b> <img src=x onerror=alert(1)>"


def call(name, **arguments):
    function = {"name": name, "arguments": json.dumps(arguments)}
    return {"tool_calls": [{"index": 0, "id": name, "type": "function", "function": function}]}


class Model(http.server.BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def send(self, delta, reason=None):
        choice = {"index": 0, "delta": delta, "finish_reason": reason}
        self.wfile.write(b"data: %s\n\n" % json.dumps({"choices": [choice]}).encode())
        self.wfile.flush()

    def do_POST(self):
        messages = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["messages"]
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        results = sum(message["role"] == "tool" for message in messages)
        if results == 0:
            self.send({"role": "assistant", "content": "I read the notes first, "})
            while not os.path.exists(sys.argv[1] + "/go"):
                time.sleep(0.02)
            self.send({"content": "and then I change them."})
            self.send(call("fs_read_file", path="notes.txt"))
        elif results == 1:
            self.send(call("fs_edit", path="notes.txt", oldString="One kettle\n",
                           newString="Two kettles\n"))
        else:
            self.send({"content": SAID})
        self.send({}, "stop" if results > 1 else "tool_calls")
        self.wfile.write(b"data: [DONE]\n\n")


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Model)
print(server.server_port, flush=True)
server.serve_forever()
