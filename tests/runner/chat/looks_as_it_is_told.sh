# --color, --title, NO_COLOR and the colours of the config reach the terminal; in plain mode there
# is no sequence but those that were asked for.
. "$(dirname "$0")/../../shell.sh"
needs python3
cd "$dir"
mkdir -p here config/agentcli
echo '{"tools":[]}' > no_tools.json
echo '{"colours":{"heading":"magenta"}}' > config/agentcli/config.json
cat > play.py <<'PYTHON'
import json, os, sys
sys.path.insert(0, os.path.dirname(sys.argv[2]))
from terminal import chat
os.chdir("here")
with open("../recording", "w") as file:
    file.write(json.dumps({"asked": [{"role": "user", "content": "go"}],
        "message": {"role": "assistant", "content": "# Head\n\nDone."},
        "finish_reason": "stop"}) + "\n")
flags = ["--no-session", "--system=", "--no-agents-md", "--investigator=off", "--tools",
         "../no_tools.json", "--replay", "../recording"]
usual = {"PATH": "/bin:/usr/bin", "HOME": "/proc/nonexistent", "TERM": "xterm",
         "XDG_CONFIG_HOME": sys.argv[3] + "/config"}

def shown(*more, **environment):
    is_plain = "--plain" in more
    text, status = chat([sys.argv[1], "chat", *flags, *more],
        [("> " if is_plain else "? for keys", "go\n" if is_plain else "go\r"),
         ("Done.", "/quit\n" if is_plain else "/quit\r")],
        {**usual, **environment}, size=(24, 80))
    assert status == 0, (status, text)
    return text

magenta = "\033[35mHead"
for more, environment, has_colour in [
        ((), {}, True), ((), {"NO_COLOR": "1"}, False), (("--color", "never"), {}, False),
        (("--color=always",), {"NO_COLOR": "1"}, True)]:
    text = shown(*more, **environment)
    assert (magenta in text) == has_colour, (more, environment, text)
    assert "\033]2;" not in text, text
title, old = "\033[22;2t\033]2;agentcli: here\a", "\033[23;2t"
text = shown("--title")
assert text.index(title) < text.index(old), text
text = shown("--plain", "--title")
assert text.index(title) < text.index(old), text
assert "\033" not in text.replace(title, "").replace(old, ""), text
text = shown("--plain", "--color=always")
assert "\033" not in text, text
PYTHON
python3 play.py "$bin/agentcli" "$source/tests/runner/chat/terminal.py" "$dir" > out 2> err \
  || fail 'it looks otherwise'
