# A model that takes no images is told of them in words. The session keeps them, and another model
# gets them; nor does redaction change them. --debug and the audit have their size and hash.
. "$(dirname "$0")/../../shell.sh"
needs jq python3
mkdir "$dir/work"
cd "$dir/work"
export XDG_STATE_HOME=$dir/state
printf '\211PNG\r\n\032\n\0\0\0\rIHDR\0\0\2\200\0\0\1\340\10\2' > a.png
build=$(cd "$bin/.." && pwd)
url=data:image/png\;base64,$(base64 -w0 < a.png)
hash=$(sha256sum < a.png | cut -d' ' -f1)

# Each request is a line of `asked`. The model "blind" refuses images. After "read" a call reads
# a.png.
cat > ../server.py << 'END'
import http.server, json

class Handler(http.server.BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def do_POST(self):
        text = self.rfile.read(int(self.headers['Content-Length'])).decode()
        with open('../asked', 'a') as asked:
            asked.write(text + '\n')
        request = json.loads(text)
        is_refused = request['model'] == 'blind' and '"image_url"' in text
        message = {'role': 'assistant', 'content': 'ok'}
        if request['messages'][-1]['content'] == 'read':
            call = {'name': 'fs_read_lines', 'arguments': '{"path":"a.png"}'}
            message = {'role': 'assistant',
                       'tool_calls': [{'id': 'c1', 'type': 'function', 'function': call}]}
        body = json.dumps({'error': {'message': 'this model does not support image input'}}
                          if is_refused else
                          {'choices': [{'message': message, 'finish_reason': 'stop'}]}).encode()
        self.send_response(400 if is_refused else 200)
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

run() { # MODEL PROMPT [FLAG…]: `last` is the last request
  local model=$1 prompt=$2
  shift 2
  "$bin/agentcli" --tools "$build/share/agentcli/tools.core.json" --system '' --session s \
    --model "$model" --redact 'iVBOR[A-Za-z0-9]*' --debug=../log --prompt "$prompt" "$@" \
    > ../out 2> ../err || fail "$prompt: $(cat ../err)"
  last=$(tail -n 1 ../asked)
}
count() { grep -o "$url" <<< "$last" | wc -l; }

run blind 'what is this?' --image a.png
[ "$(wc -l < ../asked)" = 2 ] || fail 'a request that is refused is sent again, once'
[ "$(jq -r '.messages[0].content' <<< "$last")" \
  = "[image: PNG 640x480, 26 bytes; this model takes no images]
what is this?" ] || fail "in words: $last"
note='agentcli: the model takes no images: it is told their kind and size instead'
[ "$(cat ../err)" = "$note" ] || fail "a note: $(cat ../err)"
run seeing 'and now?'
[ "$(count)" = 1 ] || fail "another model: $last"
run seeing read
[ "$(count)" = 2 ] || fail "the result of a call: $last"
[ "$(jq -c '[.messages[-3:][].role]' <<< "$last")" = '["tool","assistant","user"]' ] \
  || fail "after the results: $last"
run blind 'once more'
[ "$(count)" = 0 ] || fail "in words again: $last"
grep -q "\[image/png 640x480, 26 bytes, sha256 $hash\]" ../log || fail 'the debug log'
! grep -q "base64,iVBOR" ../log || fail 'the debug log has the bytes'
[ "$(cat .agentcli/audit/*.log | jq -c 'select(.images) | [.tool, .images]')" \
  = "[null,[{\"sha256\":\"$hash\",\"bytes\":26,\"type\":\"image/png\"}]]
[\"fs_read_lines\",[{\"sha256\":\"$hash\",\"bytes\":26,\"type\":\"image/png\"}]]" ] \
  || fail "the audit: $(cat .agentcli/audit/*.log)"
