# /resume shows a list of the other sessions with their first lines; a number continues one of them,
# and a number and "copy" a copy of it.
. "$(dirname "$0")/../../shell.sh"
needs python3
cd "$dir"
mkdir here
echo '{"tools":[]}' > no_tools.json

cat > play.py <<'PYTHON'
import json, os, sys
sys.path.insert(0, os.path.dirname(sys.argv[2]))
from terminal import chat
agentcli = sys.argv[1]
environment = {"PATH": "/bin:/usr/bin", "HOME": os.environ["HOME"], "TERM": "dumb"}
flags = ["--plain", "--system=", "--no-agents-md", "--tools", "../no_tools.json"]

def recording(name, exchanges):
    with open(name, "w") as file:
        for asked, said in exchanges:
            asked = [{"role": role, "content": text} for role, text in asked]
            message = {"role": "assistant", "content": said}
            file.write(json.dumps(
                {"asked": asked, "message": message, "finish_reason": "stop"}) + "\n")

os.chdir("here")
recording("first", [([("user", "fix the parser")], "done")])
shown, status = chat([agentcli, "chat", *flags, "--replay", "first"],
    [("> ", "fix the parser\n"), ("done\n", "/quit\n")], environment)
assert status == 0, (status, shown)

past = [("user", "fix the parser"), ("assistant", "done")]
recording("second", [(past + [("user", "again")], "twice")])
for answer in ("1", "1 copy"):
    shown, status = chat([agentcli, "chat", *flags, "--replay", "second"],
        [("> ", "/resume\n"), ("or Enter for none\n> ", "parse\n", 1),
         ("or Enter for none\n> ", answer + "\n", 1),
         ("continues \"fix the parser\" of today", "again\n"),
         ("twice\n", "/quit\n")], environment)
    assert status == 0, (status, shown)
    assert "question: 1. today " in shown and ", fix the parser, " in shown, shown
    assert "you: fix the parser\ndone\n" in shown, shown
    if answer == "1":
        recording("second", [(past + [("user", "again"), ("assistant", "twice"),
            ("user", "again")], "twice")])

shown, status = chat([agentcli, "chat", *flags, "--replay", "first"],
    [("> ", "/sessions\n"), ("or Enter for none\n> ", "\n", 1), ("> ", "/quit\n")], environment)
assert status == 0 and "fix the parser, 2 turns\n" in shown, (status, shown)
assert "fix the parser, 3 turns\n" in shown, shown
PYTHON
HOME=$dir/home
mkdir home
export HOME
python3 play.py "$bin/agentcli" "$source/tests/runner/chat/terminal.py" > out 2> err \
  || fail "$(cat err)"
