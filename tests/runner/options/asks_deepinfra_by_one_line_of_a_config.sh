# The line that `agentcli help providers` prints for DeepInfra, with the URL of a server of this
# machine, asks that with the key of its variable; another server does not get the key.
. "$(dirname "$0")/../../shell.sh"
needs python3 jq
cd "$dir"
cat > server.py << 'END'
import http.server, json, sys
class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        with open("asked", "a") as asked:
            print(self.path, self.headers["Authorization"], json.loads(body)["model"], file=asked)
        answer = json.dumps({"choices": [{"message": {"role": "assistant", "content": "hi"},
            "finish_reason": "stop"}]}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)
    def log_message(self, *_): pass
server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
print(server.server_port, flush=True)
server.serve_forever()
END
python3 server.py > port &
server=$!
at_end 'kill "$server"; wait "$server"'
until [ -s port ]; do kill -0 "$server" || fail 'the server ends'; sleep 0.1; done
url=http://127.0.0.1:$(cat port)
mkdir -p config/agentcli work
export XDG_CONFIG_HOME=$dir/config XDG_STATE_HOME=$dir/state HOME=$dir
export DEEPINFRA_API_KEY=deep-4711 OAI_API_KEY=other-4712
unset OAI_BASE_URL OAI_MODEL OPENAI_API_KEY
line=$("$bin/agentcli" help providers | grep '"deepinfra": ')
printf '{"profiles":{%s},"defaults":{"run":"deepinfra"}}' "$line" |
  sed "s|https://api.deepinfra.com|$url|" > config/agentcli/config.json
[ "$(cd work && "$bin/agentcli" --tools none --prompt hello)" = hi ] || fail 'no answer'
[ "$(cat asked)" = '/v1/openai/chat/completions Bearer deep-4711 openai/gpt-oss-120b' ] ||
  fail "$(cat asked)"
(cd work && "$bin/agentcli" --tools none --prompt hello --base-url "$url/elsewhere") > /dev/null
[ "$(tail -n 1 asked)" = '/elsewhere/chat/completions Bearer other-4712 openai/gpt-oss-120b' ] ||
  fail 'another server gets the key'
(cd work && "$bin/agentcli" config) > out
grep -qF 'api-key = (set)  (DEEPINFRA_API_KEY)' out || fail 'config'
! grep -q 4711 out || fail 'the key is printed'
