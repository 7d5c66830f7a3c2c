# A host approves a call with other arguments: they are checked like those of the model, hooks judge
# them, the model reads what has changed, and the audit trail has both. An answer with arguments
# that cannot be used, or with another verdict, leaves the question open.
. "$(dirname "$0")/../../shell.sh"
needs python3 jq
export HOME=$dir/home XDG_STATE_HOME=$dir/state XDG_CONFIG_HOME=$dir/config
mkdir -p "$HOME" "$dir/work" "$XDG_CONFIG_HOME/agentcli"
cd "$dir/work"
printf '#!/bin/sh\n! grep -q evil || exit 2\n' > ../guard
printf '#!/bin/sh\n{ cat; echo; } >> puts\necho "{\\"done\\":true}"\n' > ../put
chmod +x ../guard ../put
cat > "$XDG_CONFIG_HOME/agentcli/config.json" << END
{"hooks":{"before-call":[{"command":["$dir/guard"],"sandbox":false}]}}
END
"$bin/fs_write_file" --describe | jq -c --arg tool "$bin/fs_write_file" '.command[0] = $tool
  | {tools: [., {name: "put", command: ["./put"], changesFiles: true, schema: {type: "object",
      properties: {text: {type: "string"}, times: {type: "integer"}}, required: ["text"],
      additionalProperties: false}}]}' > ../tools.json
cat > ../play.py << 'PYTHON'
import json, os, subprocess, sys

TOKEN = "ghp_0123456789abcdefghijABCDEFGHIJ456789"

def talk(*rounds):
    """Records a model that makes a call in each turn, and reads the result."""
    with open("../talk", "w") as file:
        for number, (tool, arguments, result) in enumerate(rounds):
            call = {"id": str(number), "type": "function", "function": {
                "name": tool, "arguments": json.dumps(arguments)}}
            for asked, message in [
                    ({"role": "user", "content": "<any>"}, {"content": None, "tool_calls": [call]}),
                    ({"role": "tool", "tool_call_id": str(number), "content": result},
                     {"content": "done"})]:
                file.write(json.dumps({"asked": [asked], "message": message}) + "\n")

class Host:
    def __init__(self, *flags):
        self.process = subprocess.Popen(
            [sys.argv[1], "host", "--tools=../tools.json", "--approve=changes", "--replay=../talk",
             "--system=", *flags], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def say(self, **message):
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()

    def wait(self, *events):
        for line in self.process.stdout:
            event = json.loads(line)
            if event["event"] in events and event.get("state") != "begins":
                return event
            assert event["event"] not in ("error", "end") and event.get("state") != "ends", event
        raise AssertionError(f"no {events}")

    def ask(self):
        self.say(do="say", text="go on")
        self.open = self.wait("ask")

    def answer(self, **fields):
        self.say(do="answer", id=self.open["id"], **fields)

    def is_refused(self, words, **fields):
        """The answer is refused, and the next event is about that: nothing has run."""
        self.answer(**fields)
        error = self.wait("error", "asked")
        assert error["event"] == "error" and error["id"] == self.open["id"], error
        assert error["code"] == "BAD_REQUEST", error
        assert words in error["text"] + error.get("hint", ""), error

    def ends(self):
        assert self.wait("turn")["answer"] == "done"

    def quits(self):
        self.say(do="quit")
        self.process.stdout.read()
        assert self.process.wait() == 0

NOTE = "\n[The operator has changed the arguments of this call: %s]"
made = {"text": "one", "times": 2}
talk(("put", made, '{"done":true}' + NOTE % '{"text":{"was":"one","is":"' + TOKEN + '"},'
      '"times":{"was":2}}'),
     ("put", {"text": "two"}, "<any>"),
     ("put", {"text": "three"}, '{"done":true}'),
     ("fs_write_file", {"path": "a", "content": "x"}, "<any>"))
host = Host()
host.ask()
other = {"text": "four"}
host.is_refused("only the verdict 'yes'", verdict="always", arguments=other)
host.is_refused("only the verdict 'yes'", verdict="no", arguments=other)
host.is_refused("scope", verdict="yes", scope="session", arguments=other)
host.answer(verdict="yes", arguments=["four"])
assert host.wait("error", "asked")["code"] == "BAD_REQUEST"
host.is_refused("'text'", verdict="yes", arguments={"text": 4})
host.is_refused("txet", verdict="yes", arguments={"txet": "four"})
host.is_refused("text", verdict="yes", arguments={})
assert not os.path.exists("puts")
host.answer(verdict="yes", by="anna", arguments={"text": TOKEN})
asked = host.wait("asked")
assert (asked["id"], asked["verdict"]) == (host.open["id"], "edited"), asked
result = host.wait("result")
assert set(result["arguments"]) == {"text"} and "code" not in result, result
host.ends()
host.answer(verdict="yes", arguments=other)
assert host.wait("error")["code"] == "NOT_FOUND"
written = lambda: [json.loads(line) for line in open("puts")]
assert written() == [{"text": TOKEN}]

host.ask()
host.answer(verdict="yes", arguments={"text": "evil"})
assert host.wait("result")["code"] == "PERMISSION_DENIED"
host.ends()
host.ask()
host.answer(verdict="yes")
assert "arguments" not in host.wait("result")
host.ends()
assert written() == [{"text": TOKEN}, {"text": "three"}]

host.ask()
host.is_refused("'path'", verdict="yes", arguments={"path": 5, "content": "x"})
host.is_refused("../b", verdict="yes", arguments={"path": "../b", "content": "y"})
assert not os.path.exists("b")
host.answer(verdict="yes", arguments={"path": "b", "content": "y"})
assert host.wait("result")["arguments"] == {"path": "b", "content": "y"}
host.ends()
host.quits()
assert open("b").read() == "y" and not os.path.exists("a")
PYTHON
python3 ../play.py "$bin/agentcli" > out 2>&1 || fail "$(cat out)"
cat .agentcli/audit/*.log > trail
! grep -q ghp_ trail || fail "a secret is in the trail: $(cat trail)"
jq -s 'map(select(.tool))' trail > calls
is() { jq -e "$1" calls > /dev/null || fail "$1: $(cat calls)"; } # CONDITION
is 'map(.approval | split(" ")[0]) == ["edited:", "edited:", "yes", "edited:"]'
is '.[0] | .decidedBy == "anna" and .arguments.made == {text: "one", times: 2}
  and .arguments.ran == {text: "[redacted]"}'
is '.[0].approval == "edited: '"$(printf %s '{"text":"one","times":2}' | sha256sum | cut -c-64)"'"'
is '.[1] | .hooks[1].denied and .arguments.ran == {text: "evil"} and .argv == []'
is '.[2] | has("arguments") or has("decidedBy") | not'
is '.[3].arguments == {made: {path: "a", content: "x"}, ran: {path: "b", content: "y"}}'
