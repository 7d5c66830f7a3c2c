# An editor offers the models of the server; the one that is chosen there is asked from the next
# prompt on, also after the session was closed and loaded. 'agentcli models' lists the same.
. "$(dirname "$0")/../../shell.sh"
needs python3 jq
cat > "$dir/server.py" << 'PYTHON'
"""A server of models that answers by the name of the model that was asked."""
import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

class Server(BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def send(self, status, kind, body):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        names = ["first", "second", "first", "a\x1b[31m", "", "third"]
        body = json.dumps({"data": [{"id": name} for name in names]}).encode()
        self.send(200 if self.path == "/v1/models" else 404, "application/json", body)

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        chunk = {"choices": [{"index": 0, "finish_reason": "stop",
                              "delta": {"role": "assistant", "content": "of " + body["model"]}}]}
        self.send(200, "text/event-stream",
                  b"data: " + json.dumps(chunk).encode() + b"\n\ndata: [DONE]\n\n")

server = ThreadingHTTPServer(("127.0.0.1", 0), Server)
print(server.server_address[1], flush=True)
server.serve_forever()
PYTHON
python3 "$dir/server.py" > "$dir/port" &
server=$!
at_end "kill $server 2> /dev/null"
for _ in {1..100}; do [ ! -s "$dir/port" ] || break; sleep 0.1; done
url=http://127.0.0.1:$(cat "$dir/port")/v1

sed "s|\$URL|$url|" "$source/tests/runner/acp/clients/chosen_model.txt" > "$dir/chosen.talk"
python3 -B "$source/tests/runner/acp/editor.py" "$bin/agentcli" "$dir/chosen.talk" > out 2>&1 \
  || fail "$(cat out)"

# The names are as the server has them, but for what would steer a terminal.
export HOME=$dir/home
mkdir "$HOME"
"$bin/agentcli" models --base-url "$url" > out 2> err || fail "models: $(cat err)"
[ "$(head -n 3 out)" = 'first
second
first' ] || fail "the names: $(cat out)"
! grep -q $'\x1b' out || fail 'a name steers the terminal'
"$bin/agentcli" models --base-url "$url" --json > out || fail 'models --json'
[ "$(jq -c '.models | [length, last]' out)" = '[5,"third"]' ] || fail "as JSON: $(cat out)"
"$bin/agentcli" models --base-url "$url/none" > out 2> err && fail 'a server without a list'
[ -s err ] || fail 'no error'
