# /model shows the windows and prices that a server publishes; "keep" in plain mode, Tab on a screen
# keeps the model in the profile of the next start; the cost is that of the published price. The
# window of a model that only flags name is asked for.
. "$(dirname "$0")/../../shell.sh"
needs python3
cd "$dir"
echo '{"tools":[]}' > no_tools.json
cat > play.py <<'PYTHON'
import http.server, json, os, sys, threading, time
sys.path.insert(0, os.path.dirname(sys.argv[2]))
from terminal import Terminal
agentcli, home = sys.argv[1], sys.argv[3]

class Server(http.server.BaseHTTPRequestHandler):
    asked = []
    def log_message(self, *_): pass
    def answer(self, document):
        body = json.dumps(document).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
    def do_GET(self):
        if self.path == "/props":
            return self.answer({"default_generation_settings": {"n_ctx": 32768}})
        self.answer({"data": [
            {"id": "small", "context_length": 65536,
             "pricing": {"prompt": "-1", "completion": "0"}},
            {"id": "large", "context_length": 131072,
             "pricing": {"prompt": "0.00000015", "completion": "0.0000006"}}]})
    def do_POST(self):
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.asked.append(request["model"])
        self.answer({"choices": [{"message": {"role": "assistant", "content": "hello"},
                                  "finish_reason": "stop"}],
                     "usage": {"prompt_tokens": 1000000, "completion_tokens": 1000000}})

made = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
threading.Thread(target=made.serve_forever, daemon=True).start()
url = f"http://127.0.0.1:{made.server_address[1]}/v1"
environment = {"PATH": "/bin:/usr/bin", "HOME": home, "TERM": "dumb",
               "MY_KEY": "a-key"}
flags = ["--plain", "--system=", "--no-agents-md", "--no-session", "--tools", "no_tools.json"]

def chat(more, steps):
    terminal = Terminal([agentcli, "chat", *more, *flags], environment)
    for awaited, typed, *pause in steps:
        terminal.wait(awaited)
        time.sleep(pause[0] if pause else 0)
        terminal.keys(typed)
    terminal.end_well()
    return terminal.shown

chat(["--base-url", url, "--model", "local"], [("> ", "/model\n"),
    ("1. local, ", ""), ("window 33k, in use", ""), ("none\r\n> ", "\n", 1), ("> ", "/quit\n")])

path = home + "/.config/agentcli/config.json"
os.makedirs(os.path.dirname(path), exist_ok=True)
profile = {"base-url": url, "model": "small", "env-key": "MY_KEY"}
json.dump({"profiles": {"default": profile}, "defaults": {"chat": "default"}}, open(path, "w"))

shown = chat([], [("> ", "/model\n"), ("window 131k, $0.15 / $0.60", ""),
    ("Enter for none", "2 keep\n", 1),
    ("kept as profile 'default' in ~/.config/agentcli/config.json", "hello\n"),
    ("hello", "/status\n", 1), ("price: $0.15 / $0.60 for a million tokens in / out", ""),
    ("cost: $0.7500", "/quit\n")])
assert "1. small" in shown and "-1" not in shown, shown
assert Server.asked == ["large"], Server.asked
kept = json.load(open(path))["profiles"]["default"]
assert kept == {"base-url": url, "model": "large", "env-key": "MY_KEY",
                "context-window": 131072}, kept
PYTHON
mkdir home
python3 play.py "$bin/agentcli" "$source/tests/runner/chat/terminal.py" "$dir/home" > out 2> err \
  || fail 'it does not keep a model'
