# Two chats cannot have one session: the second one says so and ends, and the first one goes on.
. "$(dirname "$0")/../../shell.sh"
needs python3
cd "$dir"
echo '{"tools":[]}' > no_tools.json
for number in 1 2; do
  message='{"role":"assistant","content":"answer '$number'"}'
  echo '{"asked":[{"role":"user","content":"'$number'"}],"message":'"$message"'}'
done > talk
cat > play.py <<'PYTHON'
import os, sys
agentcli, home = sys.argv[1], sys.argv[3]
sys.path.insert(0, os.path.dirname(sys.argv[2]))
from terminal import chat
environment = {"PATH": "/bin:/usr/bin", "HOME": home, "TERM": "dumb"}
arguments = [agentcli, "chat", "--plain", "--system=", "--no-agents-md", "--tools",
             "no_tools.json", "--replay", "talk", "-s", "one"]

def second(program):
    shown, status = chat(arguments, [], environment)
    assert status == 2, (status, shown)
    assert "the session 'one' is in use" in shown, shown
    return "2\n"

shown, status = chat(arguments, [("> ", "1\n"), ("answer 1\n> ", second),
                                 ("answer 2\n> ", "/quit\n")], environment)
assert status == 0, (status, shown)
PYTHON
mkdir home
python3 play.py "$bin/agentcli" "$source/tests/runner/chat/terminal.py" "$dir/home" > out 2> err \
  || fail 'the second chat is not refused'
