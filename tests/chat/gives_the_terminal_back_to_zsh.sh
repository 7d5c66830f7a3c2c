# As under bash and dash (gives_the_terminal_back_to_shells.sh): whichever process of a chat ends,
# zsh has its terminal back, no process is left and the session loads; Ctrl-Z and fg work.
. "$(dirname "$0")/../shell.sh"
needs python3 zsh
cd "$dir"
. "$source/tests/chat/chat_in_a_shell.bash"
cat > play.py <<'PYTHON'
import os, signal, sys
from chat_in_a_shell import Chat

def chat(replies):
    return Chat(sys.argv[1], f"--approve changes --replay {replies}", sys.argv[2], "zsh")

for victim, number, status in [("engine", signal.SIGKILL, 137), ("screen", signal.SIGKILL, 1),
                               ("engine", signal.SIGTERM, 143), ("engine", signal.SIGHUP, 129),
                               ("screen", signal.SIGTERM, 143)]:
    for replies in ["says", "runs"]:
        one = chat(replies)
        if replies == "runs":
            one.begin_turn("wait")
            one.wait_for_tool()
        os.kill(getattr(one, victim), number)
        one.has_ended(status)

one = chat("runs")
one.begin_turn("wait")
one.wait_for_tool()
one.stop_and_continue()
one.shell.wait("▸ wait")
one.stop_and_continue()
one.shell.wait("▸ wait")
one.shell.type("\x03")
one.shell.wait("interrupted")
one.wait_for_prompt()
one.shell.type("\x04")
one.has_ended(0)
PYTHON
play 'it does not end well under zsh'
sessions_are_whole
