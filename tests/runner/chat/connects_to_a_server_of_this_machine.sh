# /connect finds a server of models on this machine, asks it without a key and without the fallback
# of another server, and writes nothing unless the operator wants to keep it.
. "$(dirname "$0")/../../shell.sh"
needs python3
cd "$dir"
echo '{"tools":[]}' > no_tools.json
cat > play.py <<'PYTHON'
import http.server, json, os, re, sys, threading
sys.path.insert(0, os.path.dirname(sys.argv[2]))
from terminal import chat

class Server(http.server.BaseHTTPRequestHandler):
    heads = []
    models = []
    def log_message(self, *_): pass
    def answer(self, document, status=200):
        body = json.dumps(document).encode()
        self.heads.append((self.path, dict(self.headers)))
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
    def do_GET(self):
        self.answer({"data": [{"id": "tiny-of-the-test", "max_model_len": 4096}]})
    def do_POST(self):
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.models.append(request["model"])
        if request["messages"][-1]["content"] == "fail":
            return self.answer({"error": {"message": "model not found"}}, 404)
        self.answer({"choices": [{"message": {"role": "assistant", "content": "hello from here"},
                                  "finish_reason": "stop"}]})

for port in [1337, 1234, 30000, 8000, 8080, 11434]:
    try:
        server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Server)
        break
    except OSError:
        server = None
if server is None:
    sys.exit(77)
threading.Thread(target=server.serve_forever, daemon=True).start()
environment = {"PATH": "/bin:/usr/bin", "HOME": sys.argv[3], "TERM": "dumb",
               "OAI_API_KEY": "sk-of-another-server"}
flags = ["--plain", "--no-session", "--system=", "--no-agents-md", "--tools", "no_tools.json"]
shown, status = chat([sys.argv[1], "chat", *flags],
    [("> ", "hello\n"), ("note: taken back: hello", "/connect\n"),
     ("tiny-of-the-test", ""), ("Enter for none\n> ", "\n", 1), ("> ", "/quit\n", 1)],
    environment)
assert status == 0, (status, shown)
number = re.search(r"(\d+)\. tiny-of-the-test", shown)[1]
shown, status = chat([sys.argv[1], "chat", "--fallback-model=far", *flags],
    [("> ", f"/connect {number}\n"), ("Enter for none", "1\n", 1),
     ("for this chat alone", "hello\n"),
     ("from here\n", "fail\n"), ("answered 404", "/quit\n")],
    environment)
assert status == 0, (status, shown)
assert "answered in text and called no tool" in shown, shown
assert "its context of 4096 tokens is small" in shown, shown
assert any(path == "/v1/chat/completions" for path, _ in Server.heads)
assert set(Server.models) == {"tiny-of-the-test"}, Server.models # the fallback is another server's
assert not any("Authorization" in head for _, head in Server.heads), Server.heads
assert not any(files for _, _, files in os.walk(sys.argv[3])), list(os.walk(sys.argv[3]))
PYTHON
mkdir home
status=0
python3 play.py "$bin/agentcli" "$source/tests/runner/chat/terminal.py" "$dir/home" > out 2> err \
  || status=$?
[ "$status" != 77 ] || skip 'all usual ports are in use'
[ "$status" = 0 ] || fail 'it does not connect'
