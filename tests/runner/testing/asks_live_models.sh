# With --live, tests ask a model and leave their recordings; a part of the runs may fail, models are
# compared, and limits of tokens, cost and time apply.
. "$(dirname "$0")/../../shell.sh"
needs python3
cat > "$dir/model.py" << 'END'
# Answers "yes" to the model `good`, and to others "yes" and "no" in turn.
import json
from http.server import BaseHTTPRequestHandler, HTTPServer
class Model(BaseHTTPRequestHandler):
    asked = 0
    def log_message(self, *_): pass
    def do_POST(self):
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if request["model"] != "good":
            Model.asked += 1
        text = "yes" if request["model"] == "good" or Model.asked % 2 else "no"
        message = {"role": "assistant", "content": text}
        chunk = {"model": request["model"], "choices": [
            {"index": 0, "delta": message, "finish_reason": "stop"}],
            "usage": {"prompt_tokens": 90, "completion_tokens": 10, "total_tokens": 100}}
        data = b"data: " + json.dumps(chunk).encode() + b"\n\ndata: [DONE]\n\n"
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)
server = HTTPServer(("127.0.0.1", 0), Model)
print(server.server_address[1], flush=True)
server.serve_forever()
END
start_server "$dir/model.py"
export OAI_BASE_URL=http://127.0.0.1:$port/v1 OAI_API_KEY=k HOME=$dir/home
export XDG_CONFIG_HOME=$dir/config
mkdir -p "$HOME" "$dir/config/agentcli" "$dir/work"
cd "$dir/work"
cat > "$dir/config/agentcli/config.json" << 'END'
{"prices": {"good": {"input": 10, "output": 100}}}
END
echo '{"tools":[]}' > tools.json
cat > t.yaml << 'END'
prompt: Is it so?
expect: {answer: "yes", limits: {requests: 1, tokens: 100}}
END
echo kept > t.ndjson
run() { # STATUS FLAG…
  local wanted=$1 status=0
  shift
  "$bin/agentcli" test --tools tools.json --junit results.xml "$@" t.yaml > out 2> err || status=$?
  [ "$status" = "$wanted" ] || fail "$* ends with $status: $(cat out err)"
  [ "$(cat t.ndjson)" = kept ] || fail 'the recording has changed'
}
says() { grep -qE "$1" out || fail "it does not say '$1': $(cat out)"; }

run 0 --live --model good
says '^ok      t.yaml \(good\)  [0-9.]+ s$'
run 1 --live --model bad --repeat 4
says '^FAILED  t.yaml \(bad\)  2 of 4 runs passed  '
says "^        2:19: the answer is not 'yes', but 'no'$"
run 0 --live --model bad --repeat 4 --pass-rate 0.5
says '^ok      t.yaml \(bad\)  2 of 4 runs passed  '
run 1 --live --model good --model bad --repeat 2
says '^model +passed +requests +tokens +cost +seconds$'
says '^good +2/2 +2 +200 +0.0038 +[0-9.]+$'
says '^bad +1/2 +2 +200 +- +[0-9.]+$'
says '^1 of 2 tests passed$'
grep -q '<testcase classname="agentcli" name="t.yaml (bad)"' results.xml ||
  fail 'the XML names no model'

cat > t.yaml << 'END'
prompt: Is it so?
expect: {limits: {tokens: 99, cost: 0.0018, seconds: 0.000001}}
END
run 1 --live --model good
says '^        2:27: tokens: 100 is more than 99$'
says '^        2:37: cost: 0.0019 is more than 0.0018$'
says '^        2:54: seconds: [0-9.]+ is more than 0.000001$'
run 2 --repeat 2
grep -q -- '--repeat.*--live' err || fail "no advice: $(cat err)"
run 2 --live --re-record
