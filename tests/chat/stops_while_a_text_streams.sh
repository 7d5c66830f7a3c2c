# Ctrl-Z and fg while a text streams and while an editor has the terminal: the rest of the text is
# there afterwards, the draft is that of the editor, and nothing is drawn while the shell has the
# terminal.
. "$(dirname "$0")/../shell.sh"
needs python3
cd "$dir"
. "$source/tests/chat/chat_in_a_shell.bash"
cat > edit <<'SCRIPT'
#!/bin/sh
echo $$ > tool_runs
until [ -e go_on ]; do sleep 0.01; done
echo edited > "$1"
SCRIPT
chmod +x edit
cat > play.py <<'PYTHON'
import os, sys
from chat_in_a_shell import Chat, PROMPT, StallingServer

for shell in ["bash", "dash"]:
    server = StallingServer()
    one = Chat(sys.argv[1], f"--base-url {server.url} --model m", sys.argv[2], shell,
               EDITOR="./edit")
    one.begin_turn("It begins.")
    one.shell.type("\x1a")
    one.is_stopped()
    server.go_on.set()
    one.shell.type("echo $((1 + 1)) processes sleep\n")
    one.shell.wait("2 processes sleep")
    one.shell.wait(PROMPT)
    shown = one.shell.at
    one.shell.type("fg\n")
    one.shell.until(one.shell.is_raw, "goes on")
    one.shell.wait("It has gone on.")
    assert "It has" not in one.shell.shown[:shown]
    one.wait_for_prompt()

    if os.path.exists("go_on"):
        os.remove("go_on")
    one.shell.type("\x07")
    one.wait_for_tool()
    one.shell.type("\x1a")
    one.is_stopped()
    one.shell.type("fg\n")
    one.shell.wait("agentcli")  # the shell names the job
    open("go_on", "w").close()
    one.shell.wait("edited")
    one.shell.type("\x03")  # clears the draft
    one.shell.type("\x04")
    one.has_ended(0)
PYTHON
play 'it does not go on'
sessions_are_whole
