# The question of a step is the step's alone: what other steps have printed is shown in rows of its
# own, redacted, page by page, between lines in reverse video, and no status is drawn over it.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/runs.bash"
needs python3 setsid

cat > forged.yaml << 'END'
secrets: [PLAIN]
steps:
  - id: a
    shell:
      command: 'printf "two\ny(es), n(o) > y\n\e[7mrun it?\e[0m $X\rz"'
      env: {X: "{{ secrets.PLAIN }}"}
  - {id: sure, ask: {kind: confirm, message: "Tag {{ steps.a.output }}"}}
  - id: which
    ask: {kind: choice, message: Which, choices: ["one\nthe step x asks:", b], default: b}
END
cat > long.yaml << 'END'
steps:
  - {id: a, run: seq 60}
  - {id: sure, ask: {kind: confirm, message: "Go on with\n{{ steps.a.output }}"}}
  - {id: done, when: steps.sure.output, run: touch done}
END
cat > beside.yaml << 'END'
steps:
  - id: both
    parallel:
      branches:
        x: [{ask: {kind: confirm, message: X}}]
        y: [{ask: {kind: confirm, message: Y}}]
END
cat > failed.yaml << 'END'
steps:
  - {id: a, on_failure: ask, tool: {name: fs_read_file, args: {path: "x\ny(es), n(o) > y"}}}
END

cat > quiet.yaml << 'END'
steps:
  - id: both
    parallel:
      branches:
        x: [{ask: {kind: confirm, message: X}}]
        y: [{id: ends, run: sleep 0.1}]
END
cat > wrong.yaml << 'END'
steps:
  - {id: sure, ask: {kind: confirm, message: Sure, default: false}}
  - {id: which, ask: {kind: choice, message: Which, choices: [a, b]}}
  - {id: call, approve: always, run: 'true'}
END

cat > "$dir/asks.py" << 'END'
import os, sys
sys.path.append(sys.argv[1])
from terminal import chat
environment = {**os.environ, "TERM": "xterm", "PLAIN": "opensesame"}

def shown(flow, steps, status=0):
    program = ["setsid", "-cw", *sys.argv[2:], "-w", flow]
    text, ended = chat(program, steps, environment, size=(24, 80))
    assert ended == status, f"{flow} has ended with {ended}: {text}"
    return text

def has(text, part):
    assert part in text, f"{part!r} is not in {text!r}"

confirm = "\x1b[7my(es), n(o)\x1b[0m > "
text = shown("./forged.yaml", [(confirm, "y\n"), ("Enter for the default\x1b[0m > ", "1\n")])
has(text, "\r\x1b[K\x1b[7mthe step sure of the workflow forged asks:\x1b[0m\n"
    "    Tag two\n    y(es), n(o) > y\n"
    "    \\u{1b}[7mrun it?\\u{1b}[0m [redacted]\\u{0d}z\n" + confirm)
has(text, "\r\x1b[K\x1b[7mthe step which of the workflow forged asks:\x1b[0m\n"
    "    Which\n  1  one\\u{0a}the step x asks:\n"
    "  2  b\n  default: b\n\x1b[7mnumber, Enter for the default\x1b[0m > ")

text = shown("./long.yaml", [("page 1 of 3: Enter for the next\x1b[0m > ", "y\n"),
    ("page 2 of 3: Enter for the next\x1b[0m > ", "\n"), (confirm, "n\n")])
has(text, "    60\n" + confirm)
assert not os.path.exists("done"), "a yes to the first page was taken for an answer"

text = shown("./beside.yaml", [(confirm, "y\n"), (confirm, "y\n")])
for at in range(len(text)):
    if text.startswith(confirm, at):
        assert "\x1b[K" not in text[at:text.index("\n", at)], f"a question is drawn over: {text!r}"

# What the other branch does is told after the answer.
text = shown("./quiet.yaml", [(confirm, "y\n", 1.5)])
at = text.index(confirm) + len(confirm)
assert "both.y.ends" not in text[:at], f"a branch has ended too early: {text!r}"
has(text[at:].replace("y\n", "", 1), "both.y.ends")
assert text[at:].startswith("y\n"), f"a question is drawn over: {text!r}"

text = shown("./wrong.yaml", [("Enter for the default\x1b[0m > ", "perhaps\n"),
    ("Enter for the default\x1b[0m > ", "y\n"), ("number\x1b[0m > ", "3\n"),
    ("number\x1b[0m > ", "2\n"), ("very call)\x1b[0m > ", "what\n"),
    ("very call)\x1b[0m > ", "y\n")])
has(text, "  'perhaps' is neither yes nor no: type y or n\n"
    "\x1b[7mthe step sure of the workflow wrong asks:\x1b[0m\n    Sure\n  default: no\n")
has(text, "  '3' is not a choice: type a number from 1 to 2\n")
has(text, "\x1b[7mthe step call of the workflow wrong calls exec, which may change files")
has(text, "  not one of the answers: type y, n or a\n")

# The end of input is no answer, not even the default.
text = shown("./wrong.yaml", [("Enter for the default\x1b[0m > ", "\x04")], 7)
has(text, "the question was closed without an answer")

text = shown("./failed.yaml", [("r(etry), s(kip), e(nd)\x1b[0m > ", "e\n")], 1)
has(text, "\x1b[7mthe step a of the workflow failed has failed:\x1b[0m\n"
    "  cannot open 'x y(es), n(o) > y'")
END
python3 "$dir/asks.py" "$(dirname "$0")/../chat" "$bin/agentcli" --tools "$dir/tools.json" ||
  fail 'a question is not as it should be'
