# Whoever of the two processes of a chat is killed, the other one ends, the terminal has the modes
# of before, and the session can be gone on with.
. "$(dirname "$0")/../../shell.sh"
needs python3
cd "$dir"
echo '{"tools":[]}' > no_tools.json
message='{"role":"assistant","content":"one"}'
echo '{"asked":[{"role":"user","content":"1"}],"message":'"$message"'}' > talk
cat > play.py <<'PYTHON'
import os, signal, sys, time
sys.path.insert(0, os.path.dirname(sys.argv[2]))
from terminal import chat
environment = {"PATH": "/bin:/usr/bin", "HOME": sys.argv[3], "TERM": "dumb"}
arguments = [sys.argv[1], "chat", "--plain", "--system=", "--no-agents-md", "--tools",
             "no_tools.json", "--replay", "talk"]
fronts = []

def front_of(program):
    fronts.append(int(open(f"/proc/{program.pid}/task/{program.pid}/children").read().split()[0]))
    return fronts[-1]

def is_there(process):
    try:
        return open(f"/proc/{process}/stat").read().split()[2] not in "ZX"
    except OSError:
        return False

def wait_for_end(process):
    for _ in range(1000):
        if not is_there(process):
            return
        time.sleep(0.01)
    raise AssertionError("the front is still there")

def kill_front(program):
    os.kill(front_of(program), signal.SIGKILL)
def kill_engine(program):
    front_of(program)
    program.kill()
def terminate(program):
    front_of(program)
    program.terminate()

for end, expected in [(kill_front, 1), (kill_engine, -9), (terminate, 143)]:
    shown, status = chat(arguments, [("> ", "1\n"), ("one\n> ", end)], environment)
    assert status == expected, (end, status, shown)
    wait_for_end(fronts[-1])
    if end == kill_front:
        assert "the front end of the chat is gone; 'agentcli chat -s " in shown, shown
PYTHON
mkdir home
python3 play.py "$bin/agentcli" "$source/tests/runner/chat/terminal.py" "$dir/home" > out 2> err \
  || fail 'it does not end well'
export HOME=$dir/home
[ "$("$bin/agentcli" session list | wc -l)" = 3 ] || fail 'a session is lost'
for name in $("$bin/agentcli" session list | cut -d' ' -f1); do
  "$bin/agentcli" session show "$name" > out 2> err || fail 'a session cannot be loaded'
  grep -qx 'assistant: one' out || fail 'the session has lost what was said'
done
