# A message that a server refuses (400, 413, 422) leaves the session, which would otherwise be
# refused from then on; so do results of tools. Not so after any other failure.
. "$(dirname "$0")/../../shell.sh"
needs jq python3
mkdir "$dir/work"
cd "$dir/work"
export XDG_STATE_HOME=$dir/state OAI_MODEL=m
printf 'poison 400\n' > bad.txt
build=$(cd "$bin/.." && pwd)

# Each request is a line of `asked`. It is refused with the status that follows "poison" in its last
# message; after "read" a call reads bad.txt.
cat > ../server.py << 'END'
import http.server, json, re

class Handler(http.server.BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def do_POST(self):
        messages = json.loads(self.rfile.read(int(self.headers['Content-Length'])))['messages']
        with open('../asked', 'a') as asked:
            asked.write(json.dumps(messages) + '\n')
        status = next((int(found[1]) for one in messages
                       if (found := re.search(r'poison (\d+)', str(one.get('content'))))), 200)
        message = {'role': 'assistant', 'content': 'ok'}
        if messages[-1]['content'] == 'read':
            call = {'name': 'fs_read_file', 'arguments': '{"path":"bad.txt"}'}
            message = {'role': 'assistant',
                       'tool_calls': [{'id': 'c1', 'type': 'function', 'function': call}]}
        body = json.dumps({'choices': [{'message': message, 'finish_reason': 'stop'}]}
                          if status == 200 else {'error': {'message': 'not this'}}).encode()
        self.send_response(status)
        self.send_header('Content-Type', 'application/json')
        self.send_header('Content-Length', str(len(body)))
        self.end_headers()
        self.wfile.write(body)

server = http.server.HTTPServer(('127.0.0.1', 0), Handler)
print(server.server_address[1], flush=True)
server.serve_forever()
END
python3 ../server.py > ../port &
server=$!
at_end 'kill "$server"; wait "$server"' 
until [ -s ../port ]; do kill -0 "$server" || fail 'the server ends'; sleep 0.1; done
export OAI_BASE_URL=http://127.0.0.1:$(cat ../port)/v1

run() { # STATUS PROMPT: exits so; `last` has the contents of the messages of the last request
  local status=0
  "$bin/agentcli" --tools "$build/share/agentcli/tools.json" --system '' --session s \
    --http-retries 0 --prompt "$2" > ../out 2> ../err || status=$?
  [ "$status" = "$1" ] || { cd ..; fail "$2: exit $status"; }
  last=$(tail -n 1 ../asked | jq -c 'map(.content)')
}
asked() { [ "$last" = "$1" ] || fail "the request has $last, not $1"; }

run 0 one
for status in 400 413 422; do
  run 1 "poison $status"
  asked "[\"one\",\"ok\",\"poison $status\"]"
  grep -q 'goes on without' ../err || { cd ..; fail 'it does not say so'; }
done
run 0 two
asked '["one","ok","two"]'

# The call goes with its result, and what was said before it stays.
run 1 read
run 0 three
asked '["one","ok","two","ok","read\n\nthree"]'
"$bin/agentcli" session show s > ../out
[ "$(grep -c poison ../out)" = 0 ] || { cd ..; fail 'the session has it'; }
grep -q '"cut":{"first":2,"why":"the server .* answered 400: not this"}' \
  "$XDG_STATE_HOME/agentcli/sessions/s.ndjson" || fail 'the file does not say why'

# Another failure takes nothing out of the conversation; a rewind does.
run 1 'poison 403'
"$bin/agentcli" session rewind s > ../out
[ "$(cat ../out)" = '1 turn is out of the session' ] || { cd ..; fail 'the rewind'; }
run 0 four
asked '["one","ok","two","ok","read\n\nthree","ok","four"]'
"$bin/agentcli" session rewind s 100 > ../out
run 0 five
asked '["five"]'
