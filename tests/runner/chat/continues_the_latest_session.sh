# -c continues the latest chat of the directory, and shows its last turns without what was taken
# back, with --fork in a copy; a second agentcli on the session is refused; other commands see what
# was said.
. "$(dirname "$0")/../../shell.sh"
needs python3
cd "$dir"
mkdir here elsewhere
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
recording("first", [([("user", str(n))], "answer " + str(n)) for n in range(1, 5)])
shown, status = chat([agentcli, "chat", *flags, "--replay", "first"],
    [("> ", "1\n"), ("answer 1\n", "2\n"), ("answer 2\n", "3\n"), ("answer 3\n", "4\n"),
     ("answer 4\n", "/back\n"), ("stay as they are\n", "/quit\n")], environment)
assert status == 0, (status, shown)
name = shown.split("this chat is the session ")[1].split(":")[0]
assert name.startswith("here-"), name

past = [("user", "1"), ("assistant", "answer 1"), ("user", "2"), ("assistant", "answer 2"),
        ("user", "3"), ("assistant", "answer 3")]
recording("second", [(past + [("user", "and now")], "later")])
def refused(program):
    other, status = chat(
        [agentcli, "chat", *flags, "-s", name, "--replay", "second"], [], environment)
    assert status == 2 and "in use by another agentcli" in other, (status, other)
shown, status = chat([agentcli, "chat", "-c", *flags, "--replay", "second"],
    [("answer 3\n", refused), ("> ", "and now\n"), ("later\n", "/quit\n")], environment)
assert status == 0, (status, shown)
assert "you: 1\nanswer 1\n" in shown and "answer 4" not in shown, shown

# In a copy, which leaves the session as it is.
recording("third", [(past + [("user", "and now"), ("assistant", "later"), ("user", "in a copy")],
                     "copied")])
shown, status = chat([agentcli, "chat", "-c", "--fork", "copy", *flags, "--replay", "third"],
    [("> ", "in a copy\n"), ("copied\n", "/quit\n")], environment)
assert status == 0 and "this chat is the session copy:" in shown, (status, shown)

os.chdir("../elsewhere")
shown, status = chat(
    [agentcli, "chat", "-c", *flags, "--replay", "../here/second"], [], environment)
assert status == 2 and "no chat was held in this directory" in shown, (status, shown)
print(name)
PYTHON
HOME=$dir/home
mkdir home
export HOME
python3 play.py "$bin/agentcli" "$source/tests/runner/chat/terminal.py" > out 2> err \
  || fail 'it does not continue'
name=$(cat out)
"$bin/agentcli" session show "$name" > out
grep -qx 'assistant: later' out || fail 'a run does not see what was said'
! grep -q 'in a copy' out || fail 'the session was changed, and not its copy'
! grep -q 'user: 4' out || fail 'what was taken back counts'
