# /diff, /undo and /redo show and undo what the last turns of a chat have changed, also of one that
# continues: nothing without a yes, and no step of anybody else. What was changed since is left,
# unless the operator chooses otherwise. The model is told which files have which hash, and the
# operator which commands have changed other files.
. "$(dirname "$0")/../../shell.sh"
needs python3 jq
cd "$dir"
mkdir here home
entry() { "$bin/$1" --keep-undo=1000000 --describe | jq -c 'del(.flags)'; }
jq -nc --argjson write "$(entry fs_write_file)" --argjson undo "$(entry fs_undo)" \
  '{tools: [$write, {name: "run", description: "d", schema: {type: "object"}, command:
    ["/bin/sh", "-c", "cat > made; echo {}"], effects: {workspace: "read", programs: true}}],
    operator: [$undo], roles: {undo: "fs_undo"}}' > tools.json

cat > play.py <<'PYTHON'
import hashlib, json, os, subprocess, sys
sys.path.insert(0, os.path.dirname(sys.argv[2]))
from terminal import chat
agentcli = sys.argv[1]
environment = {"PATH": "/bin:/usr/bin", "HOME": os.environ["HOME"], "TERM": "dumb"}
flags = ["--plain", "--system=", "--no-agents-md", "--tools", "../tools.json",
         "--approve", "never", "--overwrite", "any"]
exchanges = []

def exchange(asked, message):
    exchanges.append({"asked": asked, "message": {"role": "assistant", **message}})

def user(text):
    return {"role": "user", "content": text}

def result(id):
    return {"role": "tool", "tool_call_id": id, "content": "<any>"}

def call(id, name, arguments):
    return {"id": id, "type": "function",
            "function": {"name": name, "arguments": json.dumps(arguments)}}

def recording(name):
    with open(name, "w") as file:
        file.writelines(json.dumps(one) + "\n" for one in exchanges)
    exchanges.clear()

def content(name):
    return open(name).read() if os.path.exists(name) else None

def sees(name, wanted):
    def look(_):
        assert content(name) == wanted, (name, content(name), wanted)
    return look

def write(id, name, text):
    return call(id, "fs_write_file", {"path": name, "content": text, "overwrite": True})

os.chdir("here")
exchange([user("begin")], {"tool_calls": [write("a", "a", "one\n")]})
exchange([result("a")], {"content": "first."})
exchange([user("go on")], {"tool_calls": [write("b", "a", "two\n"), write("c", "b", "new\n")]})
exchange([result("b"), result("c")], {"tool_calls": [call("d", "run", {"command": "make it"})]})
exchange([result("d")], {"content": "second."})
exchange([user("talk")], {"content": "third."})
one = hashlib.sha256(b"one\n").hexdigest()
exchange([user("[note of agentcli] the operator has undone what you changed in the last turn that "
               "changed files\nLook at a file again before you change it. Now:\n- a has SHA-256 "
               + one + "\n- b is not there any more\nWhat these commands did to other files is not "
               "undone: make it"), user("and now?")], {"content": "fourth."})
recording("../first")
rows = "question: 1. restore a, +1 -1\nquestion: 2. restore b, +0 -1\n"
shown, status = chat([agentcli, "chat", *flags, "--replay", "../first"], [
    ("> ", "/undo\n"), ("this chat has changed no files", "/redo\n"),
    ("nothing is undone in this chat", "begin\n"),
    ("first.\n", "go on\n"), ("second.\n", "talk\n"), ("third.\n", "/diff\n"),
    ("turn 2 · 2 files · +2 -1 · ", lambda _: None),
    ("\na · +1 -1\n--- a/a\n+++ b/a\n@@ -1,1 +1,1 @@\n-one\n+two\n", sees("a", "two\n")),
    ("b · new · +1 -0\n", lambda _: None),
    ("not shown: make it (changed files that were not recorded)", lambda _: None),
    ("> ", "/undo\n"), ('undo turn 2 · ', lambda _: None), (' "go on"\n' + rows, lambda _: None),
    ("note: not undone: make it (changed files that were not recorded)", lambda _: None),
    ("> ", "\n", 0.6),
    ("nothing is undone\n", sees("a", "two\n")), ("> ", "/undo\n"),
    ("none\n> ", "v\n", 0.6), ("-two\n+one\n", lambda _: None), ("none\n> ", "go\n", 0.6),
    ("undone · 2 files · /redo takes it back\n", lambda _: None), ("> ", sees("a", "one\n")),
    ("", sees("b", None)), ("", "and now?\n"), ("fourth.\n", "/quit\n")], environment)
assert status == 0, (status, shown)
assert "removed line 1: one\nadded line 1: two\n" in shown, shown
assert "; 1 file changed: 'agentcli undo' undoes that\n" in shown, shown
name = shown.split("this chat is the session ")[1].split(":")[0]

# In another process: what is undone is known, and what can be. A step of somebody else stays.
exchange([user("<any>")] * 2 + [{"role": "assistant", "content": "<any>"}], {"content": "x"})
recording("../second")
open("../other", "w").write('{"path":"c","content":"mine"}')
os.system(f"'{os.path.dirname(agentcli)}/fs_write_file' --keep-undo=1000000 < ../other > ../out2")
shown, status = chat([agentcli, "chat", "-s", name, *flags, "--replay", "../second"], [
    ("note: continues", "/redo\n"), ("none\n> ", "go\n", 0.6),
    ("done again · 2 files\n", lambda _: None),
    ("> ", sees("a", "two\n")), ("", "/diff all\n"), ("+two\n", "/undo 2\n"),
    ("undo the last 2 turns that changed files", lambda _: None),
    ("none\n> ", "go\n", 0.6), ("undone · 2 files", lambda _: None), ("> ", sees("a", None)),
    ("", sees("c", "mine")), ("", "/undo\n"),
    ("nothing to undo: turn 2 is already undone", lambda _: None), ("> ", "/redo\n"),
    ("none\n> ", "go\n", 0.6), ("done again · 2 files\n", lambda _: None),
    ("> ", sees("a", "two\n")), ("", lambda _: open("a", "w").write("mine\n")), ("", "/diff\n"),
    ("1 line was changed since by something else", "/undo\n"),
    ("keep a, → restore · it was changed since", lambda _: None),
    ("none\n> ", "1 keep\n", 0.6), ("1. keep b, +0 -1\n", lambda _: None),
    ("none\n> ", "go\n", 0.6),
    ("nothing is undone\n", sees("a", "mine\n")), ("", "/undo\n"),
    ("none\n> ", "2 restore\n", 0.6),
    ("restore a, your changes go; /redo brings them back", lambda _: None),
    ("none\n> ", "go\n", 0.6), ("undone · 2 files", sees("a", None)),
    ("> ", "/redo\n"), ("none\n> ", "go\n", 0.6), ("done again · 2 files", sees("a", "mine\n")),
    ("> ", "/quit\n")], environment)
assert status == 0, (status, shown)

# What others have changed since is not undone by 'agentcli undo --last N'.
os.remove("a")
other = [agentcli, *flags[1:], "--replay", "../other", "--prompt", "go"]
for talks, words in [(0, "2 files changed: 'agentcli undo --last 2' undoes that"),
                     (1, "2 files changed: /undo in this session undoes that")]:
    exchange([user("write")], {"tool_calls": [write("a", "a", f"{talks}\n"),
                                              write("b", "d", f"{talks}\n")]})
    exchange([result("a"), result("b")], {"content": "done."})
    recording("../third")
    exchange([user("go")], {"tool_calls": [write("a", "e", "by another run\n")]})
    exchange([result("a")], {"content": "done."})
    recording("../other")
    shown, status = chat([agentcli, "chat", *flags, "--replay", "../third"], [
        ("> ", "write\n"),
        ("note: 2 files changed · /diff · /undo\n> ",
         lambda _: subprocess.run(other, check=True) if talks else None),
        ("", "/quit\n")], environment)
    assert status == 0 and "; " + words + "\n" in shown, (words, status, shown)
PYTHON
HOME=$dir/home XDG_STATE_HOME=
export HOME
python3 play.py "$bin/agentcli" "$source/tests/runner/chat/terminal.py" > out 2> err \
  || fail "$(tail -3 err)"
cat here/.agentcli/audit/*.log > trail
jq -es 'map(select(.tool == "fs_undo" and .by == "operator" and .approval == "yes"))
  | length == 7' trail > out || fail 'the trail lacks what was undone'
