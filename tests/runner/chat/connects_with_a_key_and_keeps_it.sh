# /connect URL asks for the key on the terminal with the echo off, tests the model, and keeps the
# server for the next start if the operator says so: the profile in config.json, the key in a file
# that no tool can read, and neither in what is shown or kept of the chat.
. "$(dirname "$0")/../../shell.sh"
needs python3
cd "$dir"
echo '{"tools":[]}' > no_tools.json
cat > play.py <<'PYTHON'
import glob, http.server, json, os, stat, subprocess, sys, threading, time
sys.path.insert(0, os.path.dirname(sys.argv[2]))
from terminal import Terminal
agentcli, home = sys.argv[1], sys.argv[3]
key = "key-of-the-operator-1"

class Server(http.server.BaseHTTPRequestHandler):
    keys = []
    asked = []
    def log_message(self, *_): pass
    def answer(self, document, status=200):
        body = json.dumps(document).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
    def is_refused(self):
        given = self.headers.get("Authorization", "")
        self.keys.append(given)
        if given != "Bearer " + key:
            self.answer({"error": {"message": "Incorrect API key provided: " + given}}, 401)
        return given != "Bearer " + key
    def do_GET(self):
        if not self.is_refused():
            self.answer({"data": [{"id": "first"}, {"id": "second", "max_model_len": 65536}]})
    def do_POST(self):
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.is_refused():
            return
        self.asked.append(request["model"])
        call = {"id": "1", "type": "function",
                "function": {"name": "report_word", "arguments": '{"word":"ready"}'}}
        message = {"role": "assistant", "content": "hello with " + key}
        if "report_word" in json.dumps(request.get("tools")):
            message = {"role": "assistant", "content": None, "tool_calls": [call]}
        self.answer({"choices": [{"message": message, "finish_reason": "stop"}]})

def server():
    made = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
    threading.Thread(target=made.serve_forever, daemon=True).start()
    return made.server_address[1]

port = server()
url = f"http://127.0.0.1:{port}/v1"
environment = {"PATH": "/bin:/usr/bin", "HOME": home, "TERM": "dumb"}
flags = ["--plain", "--system=", "--no-agents-md", "--tools", "no_tools.json"]

def chat(more, steps):
    terminal = Terminal([agentcli, "chat", *more, *flags], environment)
    for awaited, typed, *pause in steps:
        terminal.wait(awaited)
        time.sleep(pause[0] if pause else 0)
        terminal.keys(typed)
    terminal.end_well()
    return terminal.shown

shown = chat([],
    [("> ", f"/connect 127.0.0.1:{port}\n"), ("Enter: none): ", "wrong-key-of-mine\n", 0.5),
     ("does not accept this key", ""), ("Enter: none): ", key + "\n", 0.5),
     ("2. second", ""), ("Enter for none", "2\n", 1), ("second calls tools", ""),
     ("keep it in", ""), ("Enter for none", "2\n", 1), ("kept as profile 'default'", "hello\n"),
     ("hello with [redacted]", "/quit\n")])
assert key not in shown and "wrong-key-of-mine" not in shown, shown
assert Server.asked[-1] == "second", Server.asked

config = json.load(open(home + "/.config/agentcli/config.json"))
assert config["profiles"]["default"] == {
    "base-url": url, "model": "second", "context-window": 65536}, config
assert config["defaults"] == {"chat": "default", "run": "default"}, config
with_key = [path for path in glob.glob(home + "/**/*", recursive=True, include_hidden=True)
            if os.path.isfile(path) and key in open(path, errors="replace").read()]
assert len(with_key) == 1 and "/.local/state/agentcli/keys/" in with_key[0], with_key
assert stat.S_IMODE(os.stat(with_key[0]).st_mode) == 0o600

# The next start uses it, and so does a run.
Server.keys.clear()
chat(["--no-session"], [("> ", "hello\n"), ("hello with [redacted]", "/quit\n")])
run = subprocess.run([agentcli, "--system=", "--no-agents-md", "--tools", "no_tools.json",
                      "--prompt", "hello"], env=environment, capture_output=True, text=True)
assert run.returncode == 0 and "[redacted]" in run.stdout, run
assert set(Server.keys) == {"Bearer " + key}, Server.keys

# A key is for its server alone: another port is another server.
Server.keys.clear()
other = server()
run = subprocess.run([agentcli, "--system=", "--tools", "no_tools.json",
                      f"--base-url=http://127.0.0.1:{other}/v1", "--prompt", "hello"],
                     env=environment, capture_output=True, text=True)
assert run.returncode == 1 and set(Server.keys) == {""}, (run, Server.keys)

# -c asks the server and the model of the session, whatever the profile says now.
config["profiles"]["default"] = {"base-url": f"http://127.0.0.1:{other}/v1", "model": "first"}
json.dump(config, open(home + "/.config/agentcli/config.json", "w"))
Server.asked.clear()
shown = chat(["-c"], [("> ", "again\n"), ("again", ""), ("hello with [redacted]", "/quit\n", 1)])
assert Server.asked == ["second"], (Server.asked, shown)

# Ctrl-C at the question for the key ends the question alone.
shown = chat(["--no-session"],
    [("> ", f"/connect http://127.0.0.1:{other}/v2\n"), ("Enter: none): ", "abc\x03", 0.5),
     ("asks for the key again", "/quit\n")])
assert "abc" not in shown, shown
PYTHON
mkdir home
python3 play.py "$bin/agentcli" "$source/tests/runner/chat/terminal.py" "$dir/home" > out 2> err \
  || fail 'it does not connect with a key'
