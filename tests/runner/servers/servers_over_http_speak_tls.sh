# C13: the certificate of an MCP server over HTTP is checked, and so is its name.
. "$(dirname "$0")/../../shell.sh"
needs openssl python3
export HOME=$dir XDG_STATE_HOME=$dir/state
cd "$dir"
cat > server.py << 'END'
import json, ssl
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

class Handler(BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'
    def do_POST(self):
        message = json.loads(self.rfile.read(int(self.headers['Content-Length'])))
        results = {
            'server/discover': {'supportedVersions': ['2026-07-28'], 'capabilities': {'tools': {}}},
            'tools/list': {'tools': [{'name': 'size', 'inputSchema': {'type': 'object'}}]}}
        text = str(len(message['params'].get('arguments', {}).get('text', '')))
        result = results.get(message['method'], {'content': [{'type': 'text', 'text': text}]})
        body = json.dumps({'jsonrpc': '2.0', 'id': message['id'], 'result': result}).encode()
        self.send_response(200)
        self.send_header('Content-Type', 'application/json')
        self.send_header('Content-Length', str(len(body)))
        self.end_headers()
        self.wfile.write(body)
    def log_message(self, *_): pass

server = ThreadingHTTPServer(('127.0.0.1', 0), Handler)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain('certificate', 'key')
server.socket = context.wrap_socket(server.socket, server_side=True)
print(server.server_port, flush=True)
server.serve_forever()
END
openssl req -x509 -newkey rsa:2048 -nodes -keyout key -out certificate -days 2 -subj /CN=test \
  -addext subjectAltName=IP:127.0.0.1 2> /dev/null || skip 'openssl makes no certificate'
python3 server.py > port 2> server.err &
server=$!
at_end 'kill $server 2> /dev/null'
for _ in $(seq 200); do [ -s port ] && break; sleep 0.05; done
port=$(cat port)
call() { # STATUS HOST [JSON]
  local status=0
  "$bin/agentcli" mcp call "https://$2:$port/mcp" size "${3:-{\}}" > out 2> err < /dev/null \
    || status=$?
  [ "$status" = "$1" ] || fail "exit $status, not $1"
}
says() { grep -qF -- "$1" err || fail "it does not say: $1"; }

unset SSL_CERT_FILE SSL_CERT_DIR
call 1 127.0.0.1
says "can't be reached: cannot trust 127.0.0.1:$port: self-signed certificate"
export SSL_CERT_FILE=$dir/certificate
call 0 127.0.0.1 "{\"text\":\"$(head -c 100000 /dev/zero | tr '\0' x)\"}"
[ "$(cat out)" = 100000 ] || fail 'a call'
call 1 localhost
says "its certificate is for '127.0.0.1', not for 'localhost'"
