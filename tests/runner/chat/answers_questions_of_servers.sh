# Questions of servers in a chat, with a screen and in plain mode: a form is answered line by line
# and reviewed, a screen does not show a secret while it is typed, and Esc dismisses a question
# without ending the turn.
. "$(dirname "$0")/../../shell.sh"
needs python3
export HOME=$dir/home XDG_STATE_HOME=$dir/state XDG_CONFIG_HOME=$dir/config
mkdir -p "$HOME" "$dir/work"
cd "$dir/work"
echo '{"tools":[]}' > tools.json
cat > servers.json << END
{"mcpServers":{"peer":{"command":"$bin/mcp_peer","args":["--asks"],"sandbox":false}}}
END
cat > play.py << 'PYTHON'
import json, os, sys, time

sys.path.append(os.path.dirname(sys.argv[2]))
from terminal import Chat, WITH_SERVERS

def talk(tool, arguments):
    call = {"id": "1", "type": "function",
            "function": {"name": tool, "arguments": json.dumps(arguments)}}
    first = [{"role": "system", "content": "<any>"}, {"role": "user", "content": "<any>"}]
    with open("talk", "w") as file:
        for asked, message in [(first, {"content": None, "tool_calls": [call]}),
                               ([{"role": "tool", "tool_call_id": "1", "content": "<any>"}],
                                {"content": "the end of the turn"})]:
            file.write(json.dumps({"asked": asked, "message": message}) + "\n")

def begin(tool, arguments, plain):
    talk(tool, arguments)
    chat = Chat(sys.argv[1], *WITH_SERVERS, plain=plain)
    chat.type("go on")
    return chat

def last_answer():
    names = [".agentcli/audit/" + name for name in os.listdir(".agentcli/audit")]
    lines = [json.loads(line) for name in sorted(names, key=os.path.getmtime)
             if name.endswith(".log") for line in open(name)]
    return [line["answer"] for line in lines if line.get("state") == "asked"][-1]

for plain in [True, False]:
    chat = begin("peer__ask", {"field": "pin"}, plain)
    chat.wait("this looks like a secret")
    chat.wait("[a]nswer")
    chat.answer("a")
    chat.wait("  pin")
    chat.answer("4711")
    chat.wait("1 pin: ....")
    chat.wait("[s]end")
    chat.answer("s")
    chat.ends()
    assert plain == ("4711" in chat.shown.split("1 pin: ....")[0]), chat.shown
    assert plain == ("a plain chat shows what you type" in chat.shown)
    assert last_answer() == "accept"

    chat = begin("peer__page", {}, plain)
    chat.wait("https://example.com/in?a=1")
    chat.wait("[o]pen")
    chat.answer("p")
    chat.ends()
    assert last_answer() == "accept"

chat = begin("peer__ask", {}, False)
chat.wait("[a]nswer")
time.sleep(1.2)
chat.keys("\x1b")
chat.ends()
assert last_answer() == "cancel"
PYTHON
python3 play.py "$bin/agentcli" "$source/tests/runner/chat/terminal.py" > out 2>&1 \
  || fail "$(cat out)"
