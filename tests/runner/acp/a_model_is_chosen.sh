# An editor offers the models of the server; the one that is chosen there is asked from the next
# prompt on, also after the session was closed and loaded. 'agentcli models' lists the same.
. "$(dirname "$0")/../../shell.sh"
needs python3
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

cat > "$dir/chosen.talk" << TALK
A model is chosen.
-- flags --
--base-url=$url
--model=second
-- talk --
> {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"\$ROOT","mcpServers":[]}}
< {"jsonrpc":"2.0","id":1,"result":{"modes":"<any>","configOptions":[{"id":"mode","name":"Mode","category":"mode","type":"select","currentValue":"ask","options":"<any>"},{"id":"model","name":"Model","category":"model","type":"select","currentValue":"second","options":[{"value":"second","name":"second"}]}],"sessionId":"<s>"}}
< {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"<s>","update":{"sessionUpdate":"config_option_update","configOptions":["<any>",{"id":"model","name":"Model","category":"model","type":"select","currentValue":"second","options":[{"value":"second","name":"second"},{"value":"first","name":"first"},{"value":"third","name":"third"}]}]}}}
> {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"<s>","prompt":[{"type":"text","text":"go"}]}}
< {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"<s>","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"of second"}}}}
< {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}
> {"jsonrpc":"2.0","id":3,"method":"session/set_config_option","params":{"sessionId":"<s>","configId":"model","value":"nobody"}}
< {"jsonrpc":"2.0","id":3,"error":{"code":-32602,"message":"the server has not listed a model 'nobody'","data":{"code":"BAD_REQUEST","hint":"<any>"}}}
> {"jsonrpc":"2.0","id":4,"method":"session/set_config_option","params":{"sessionId":"<s>","configId":"model","value":"third"}}
< {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"<s>","update":{"sessionUpdate":"config_option_update","configOptions":"<any>"}}}
< {"jsonrpc":"2.0","id":4,"result":{"configOptions":["<any>",{"id":"model","name":"Model","category":"model","type":"select","currentValue":"third","options":"<any>"}]}}
> {"jsonrpc":"2.0","id":5,"method":"session/prompt","params":{"sessionId":"<s>","prompt":[{"type":"text","text":"on"}]}}
< {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"<s>","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"of third"}}}}
< {"jsonrpc":"2.0","id":5,"result":{"stopReason":"end_turn"}}
> {"jsonrpc":"2.0","id":6,"method":"session/close","params":{"sessionId":"<s>"}}
< {"jsonrpc":"2.0","id":6,"result":{}}
> {"jsonrpc":"2.0","id":7,"method":"session/resume","params":{"sessionId":"<s>","cwd":"\$ROOT"}}
< {"jsonrpc":"2.0","id":7,"result":{"modes":"<any>","configOptions":["<any>",{"id":"model","name":"Model","category":"model","type":"select","currentValue":"third","options":[{"value":"second","name":"second"},{"value":"third","name":"third"}]}]}}
< {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"<s>","update":{"sessionUpdate":"config_option_update","configOptions":"<any>"}}}
> {"jsonrpc":"2.0","id":8,"method":"session/prompt","params":{"sessionId":"<s>","prompt":[{"type":"text","text":"more"}]}}
< {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"<s>","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"of third"}}}}
< {"jsonrpc":"2.0","id":8,"result":{"stopReason":"end_turn"}}
> {"jsonrpc":"2.0","id":9,"method":"session/set_config_option","params":{"sessionId":"<s>","configId":"model","value":"second"}}
< {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"<s>","update":{"sessionUpdate":"config_option_update","configOptions":"<any>"}}}
< {"jsonrpc":"2.0","id":9,"result":{"configOptions":"<any>"}}
> {"jsonrpc":"2.0","id":10,"method":"session/prompt","params":{"sessionId":"<s>","prompt":[{"type":"text","text":"back"}]}}
< {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"<s>","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"of second"}}}}
< {"jsonrpc":"2.0","id":10,"result":{"stopReason":"end_turn"}}
TALK
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
