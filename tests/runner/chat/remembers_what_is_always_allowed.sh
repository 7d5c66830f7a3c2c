# "Always" offers rules, in a chat with a screen, in a plain one and at the terminal of a run: a
# rule allows later calls in this workspace alone, also of other chats, until it is removed or its
# tool changes. Nothing that only begins like an allowed command is run without a question.
. "$(dirname "$0")/../../shell.sh"
needs python3 jq
export HOME=$dir/home XDG_STATE_HOME=$dir/state XDG_CONFIG_HOME=$dir/config
mkdir -p "$HOME" "$dir/work" "$dir/other" "$dir/config/agentcli"
cd "$dir/work"
"$bin/exec" --describe | jq -c --arg exec "$bin/exec" \
  'del(.flags) | .command[0] = $exec | {tools: [.]}' > ../tools.json
jq '.tools[0].command += ["--network=off", "--memory=1000000000"]' ../tools.json > ../changed.json
cat > ../play.py << 'PYTHON'
import json, os, sys, time

sys.path.append(os.path.dirname(sys.argv[2]))
from terminal import Chat, Terminal

def talk(command):
    call = {"id": "1", "type": "function",
            "function": {"name": "exec", "arguments": json.dumps(command)}}
    first = [{"role": "system", "content": "<any>"}, {"role": "user", "content": "<any>"}]
    with open("../talk", "w") as file:
        for asked, message in [(first, {"content": None, "tool_calls": [call]}),
                               ([{"role": "tool", "tool_call_id": "1", "content": "<any>"}],
                                {"content": "the end of the turn"})]:
            file.write(json.dumps({"asked": asked, "message": message}) + "\n")

def begin(command, *flags, plain=True, tools="tools.json"):
    talk(command)
    chat = Chat(sys.argv[1], "--tools=../" + tools, "--replay=../talk",
                *(flags or ["--approve=changes"]), plain=plain)
    chat.type("go on")
    return chat

def is_asked(chat):
    chat.wait("question: y yes" if chat.is_plain else "]es")
    chat.answer("n")
    chat.ends()

def audit():
    names = [".agentcli/audit/" + name for name in os.listdir(".agentcli/audit")]
    return [json.loads(line) for name in sorted(names) if name.endswith(".log")
            for line in open(name)]

def last_approval():
    return [line["approval"] for line in audit() if "approval" in line][-1]

def stored():
    answer = os.popen(sys.argv[1] + " approvals --json").read()
    return json.loads(answer)["workspaces"][0]["rules"]

# A plain chat: n leads back, and 1 stores nothing.
chat = begin({"command": "echo one"})
chat.wait("question: y yes")
chat.answer("a")
chat.wait("question: 1. this command, exactly: echo one")
chat.wait("question: 2. commands that begin with: echo")
chat.answer("n")
chat.wait("question: y yes")
chat.answer("a")
chat.wait('question: a number, a number and "keep", or Enter for none')
chat.answer("7")
chat.wait('question: a number, a number and "keep", or Enter for none')
chat.answer("2")
chat.ends()
assert stored() == [] and last_approval() == "always: rule of this session"

# A screen stores the rule for the first words.
chat = begin({"command": "echo one"}, plain=False)
chat.wait("]es")
chat.answer("a")
chat.wait("commands that begin with: echo")
chat.answer("\033[B\033[C")
chat.ends()
(rule,) = stored()
assert rule["rule"] == {"tool": "exec", "prefix": ["echo"]} and rule["by"] == "chat", rule
lines = audit()
assert [line["state"] for line in lines if line.get("rule") == rule["id"]] == ["made"], lines
assert last_approval() == "always: rule " + rule["id"], lines

# It allows what begins so, in later chats; --approve always and a flag ignore it.
for plain in [True, False]:
    chat = begin({"cmd": "echo", "args": ["two; touch evil"]}, plain=plain)
    chat.ends()
    assert "]es" not in chat.shown and "question:" not in chat.shown, chat.shown
    assert last_approval() == "rule " + rule["id"], last_approval()
for request in [{"command": "echo x; touch evil"}, {"command": "echo $(touch evil)"},
                {"command": "X=1 echo x"}, {"command": "echo x\ntouch evil"},
                {"command": "echo x", "stdin": "x"}, {"command": "echo x", "env": {"A": "b"}},
                {"command": "echo x", "background": "b"}]:
    is_asked(begin(request))
is_asked(begin({"command": "echo one"}, "--approve=changes", "--no-stored-approvals"))
chat = begin({"command": "echo one"}, "--approve=always")
chat.wait("question: y yes")
chat.answer("a")
chat.wait("question: 1. this call, exactly")
chat.answer("1")
chat.ends()
assert "keep" not in chat.shown, chat.shown
os.chdir("../other")
is_asked(begin({"command": "echo one"}))
os.chdir("../work")
assert not os.path.exists("evil")

# Another definition or sandbox of the tool ends it.
chat = begin({"command": "echo one"}, tools="changed.json")
chat.wait("rule " + rule["id"])
is_asked(chat)
assert stored() == [] and any(line.get("state") == "ended" for line in audit())

# A run at a terminal has the list, too; /approvals and the command remove rules.
talk({"command": "echo one"})
run = Terminal([sys.argv[1], "--approve=changes", "--tools=../tools.json", "--replay=../talk",
                "--prompt=x"], os.environ | {"TERM": "dumb"})
run.wait("run it?")
run.answer = lambda line: (time.sleep(0.3), run.type(line))
run.answer("a")
run.wait("[2] this command, exactly: echo one (in this workspace)")
run.wait("which?")
run.answer("2")
run.wait("the end of the turn")
run.end_well()
(rule,) = stored()
assert rule["rule"] == {"tool": "exec", "command": "echo one"} and rule["by"] == "terminal", rule
chat = begin({"command": "echo one"})
chat.wait("the end of the turn")
chat.type("/permissions")
chat.wait("run, exactly: echo one, kept")
chat.wait("allowed 1 call")
chat.answer("1 remove")
chat.wait("removed: this command, exactly: echo one")
chat.wait("no rule allows a call without a question")
chat.quit()
assert any(line.get("state") == "removed" for line in audit())
PYTHON
python3 ../play.py "$bin/agentcli" "$source/tests/runner/chat/terminal.py" > out 2>&1 \
  || fail "$(cat out)"
"$bin/agentcli" audit verify > /dev/null
