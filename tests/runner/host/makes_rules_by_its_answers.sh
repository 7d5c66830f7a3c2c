# A host is offered rules with a question, and can make one for its session; it stores one only with
# --may-store-approvals. A rule that was not offered is no answer.
. "$(dirname "$0")/../../shell.sh"
needs python3 jq
export HOME=$dir/home XDG_STATE_HOME=$dir/state XDG_CONFIG_HOME=$dir/config
mkdir -p "$HOME" "$dir/work"
cd "$dir/work"
"$bin/exec" --describe | jq -c --arg exec "$bin/exec" \
  'del(.flags) | .command[0] = $exec | {tools: [.]}' > ../tools.json
cat > ../play.py << 'PYTHON'
import json, subprocess, sys

def exchange(file, asked, message):
    file.write(json.dumps({"asked": asked, "message": message}) + "\n")

def talk(count):
    with open("../talk", "w") as file:
        for number in range(count):
            call = {"id": "1", "type": "function", "function": {
                "name": "exec", "arguments": json.dumps({"command": f"echo {number}"})}}
            start = [{"role": "system", "content": "<any>"}] if number == 0 else []
            exchange(file, start + [{"role": "user", "content": "<any>"}],
                     {"content": None, "tool_calls": [call]})
            exchange(file, [{"role": "tool", "tool_call_id": "1", "content": "<any>"}],
                     {"content": "done"})

class Host:
    def __init__(self, *flags):
        talk(2)
        self.process = subprocess.Popen(
            [sys.argv[1], "host", "--tools=../tools.json", "--approve=changes", "--replay=../talk",
             *flags], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def say(self, **message):
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()

    def wait(self, *events):
        for line in self.process.stdout:
            event = json.loads(line)
            if event["event"] in events and event.get("state") != "begins":
                return event
        raise AssertionError(f"no {events}")

    def ends(self):
        self.say(do="quit")
        self.process.stdout.read()
        assert self.process.wait() == 0

host = Host()
host.say(do="say", text="go on")
ask = host.wait("ask", "turn")
assert [rule["rule"] for rule in ask["rules"]] == [
    {"tool": "exec", "command": "echo 0"}, {"tool": "exec", "prefix": ["echo"]}], ask
assert ask["rules"][1]["text"] == "commands that begin with: echo" and "mayStore" not in ask, ask
answer = {"do": "answer", "id": ask["id"]}
for wrong in [{"verdict": "always", "scope": "workspace"}, {"verdict": "yes", "scope": "session"},
              {"verdict": "always", "scope": "session", "rule": 3},
              {"verdict": "always", "rule": 1}]:
    host.say(**answer, **wrong)
    assert host.wait("error", "turn")["code"] == "BAD_REQUEST", wrong
host.say(**answer, verdict="always", scope="session", rule=2)
assert host.wait("turn")["answer"] == "done"
host.say(do="say", text="again")
assert host.wait("ask", "turn")["event"] == "turn"
host.ends()
stored = lambda: json.loads(subprocess.check_output([sys.argv[1], "approvals", "--json"]))
assert stored()["workspaces"][0]["rules"] == []

host = Host("--may-store-approvals")
host.say(do="say", text="go on")
ask = host.wait("ask", "turn")
assert ask["mayStore"] is True, ask
host.say(do="answer", id=ask["id"], verdict="always", scope="workspace", rule=2)
assert host.wait("turn")["answer"] == "done"
host.ends()
(rule,) = stored()["workspaces"][0]["rules"]
assert rule["by"] == "client" and rule["rule"]["prefix"] == ["echo"], rule
PYTHON
python3 ../play.py "$bin/agentcli" > out 2>&1 || fail "$(cat out)"
grep -h '"approval"' .agentcli/audit/*.log | grep -q 'rule of this session' || fail "no audit"
