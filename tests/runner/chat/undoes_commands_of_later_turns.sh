# What a command of a later turn does to a file that a tool has changed before in the chat belongs
# to the turn of the command, also after the chat has ended and continues.
. "$(dirname "$0")/../../shell.sh"
needs python3 jq
cd "$dir"
mkdir here home
entry() { "$bin/$1" --keep-undo=1000000 --describe | jq -c 'del(.flags)'; }
jq -nc --argjson write "$(entry fs_write_file)" --argjson exec "$(entry exec)" \
  --argjson undo "$(entry fs_undo)" \
  '{tools: [$write, $exec], operator: [$undo], roles: {undo: "fs_undo"}}' > tools.json

cat > play.py <<'PYTHON'
import json, os, sys
sys.path.insert(0, os.path.dirname(sys.argv[2]))
from terminal import chat
agentcli = sys.argv[1]
environment = {"PATH": "/bin:/usr/bin", "HOME": os.environ["HOME"], "TERM": "dumb"}
flags = ["--plain", "--system=", "--no-agents-md", "--tools", "../tools.json",
         "--approve", "never", "--overwrite", "any"]

def turn(file, said, name, arguments, past=[]):
    id = f"call-{name}{len(past)}"
    call = {"id": id, "type": "function",
            "function": {"name": name, "arguments": json.dumps(arguments)}}
    for asked, message in [
            (past + [{"role": "user", "content": said}], {"tool_calls": [call]}),
            ([{"role": "tool", "tool_call_id": id, "content": "<any>"}],
             {"content": said + " is done."})]:
        file.write(json.dumps({"asked": asked, "message": {"role": "assistant", **message}}) + "\n")

def has(wanted):
    def look(_):
        assert open("a").read() == wanted, (open("a").read(), wanted)
    return look

os.chdir("here")
with open("../first", "w") as file:
    turn(file, "one", "fs_write_file", {"path": "a", "content": "one\n"})
    turn(file, "two", "exec", {"command": "echo two > a"})
undo = [("> ", "/undo\n"), ("question: 1. restore a, +1 -1, changed by: echo ", lambda _: None),
        ("none\n> ", "go\n", 0.6), ("undone · 1 file · ", has("one\n"))]
shown, status = chat([agentcli, "chat", *flags, "--replay", "../first"], [
    ("> ", "one\n"), ("one is done.\n", "two\n"), ("two is done.\n", has("two\n")), *undo,
    ("> ", "/quit\n")], environment)
assert status == 0, (status, shown)
assert "not undone" not in shown, shown
name = shown.split("this chat is the session ")[1].split(":")[0]

with open("../second", "w") as file:
    past = [{"role": "user", "content": "<any>"}]
    for id in ["call-fs_write_file0", "call-exec0"]:
        past += [{"role": "assistant", "content": "<any>"},
                 {"role": "tool", "tool_call_id": id, "content": "<any>"},
                 {"role": "assistant", "content": "<any>"}, {"role": "user", "content": "<any>"}]
    turn(file, "<any>", "exec", {"command": "echo three > a"}, past)
shown, status = chat([agentcli, "chat", "-s", name, *flags, "--replay", "../second"], [
    ("continues", "three\n"), (" is done.\n", has("three\n")), *undo, ("> ", "/quit\n")],
    environment)
assert status == 0, (status, shown)
PYTHON
HOME=$dir/home XDG_STATE_HOME=
export HOME
python3 play.py "$bin/agentcli" "$source/tests/runner/chat/terminal.py" > out 2> err \
  || fail "$(tail -3 err)"
