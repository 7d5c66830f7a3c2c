# With --title: whichever process of a chat ends, and however, the old title comes back once for
# each time that it was set, and last; a shell that has stopped the chat has it, too.
. "$(dirname "$0")/../shell.sh"
needs python3
cd "$dir"
. "$source/tests/chat/chat_in_a_shell.bash"
cat > play.py <<'PYTHON'
import os, signal, sys
from chat_in_a_shell import Chat

set_title = "\033[22;2t\033]2;agentcli: " + os.path.basename(os.getcwd()) + "\a"
old_title = "\033[23;2t"

def chat(has_screen):
    return Chat(sys.argv[1], "--title --no-session --replay says", sys.argv[2], screen=has_screen)

def is_old(shell, times):
    shown = shell.shown
    assert shown.count(set_title) == shown.count(old_title) == times, shown
    assert shown.rindex(old_title) > shown.rindex(set_title), shown

def kill(victim, number):
    return lambda one: os.kill(getattr(one, victim), number)

def kill_both(number):
    return lambda one: os.killpg(os.getpgid(one.engine), number)

ends = [(kill("engine", signal.SIGKILL), 137), (kill("screen", signal.SIGKILL), 1),
        (kill("engine", signal.SIGTERM), 143), (kill("screen", signal.SIGSEGV), 1),
        (kill_both(signal.SIGQUIT), 131)]
for has_screen in [True, False]:
    for end, status in ends + [(lambda one: one.shell.type("\x04"), 0)]:
        one = chat(has_screen)
        end(one)
        try:
            one.has_ended(status)
            is_old(one.shell, 1)
        except AssertionError as error:
            raise AssertionError((has_screen, status, str(error)))

one = chat(True)
one.shell.type("\x1a")
one.is_stopped()
is_old(one.shell, 1)
one.shell.type("fg\n")
one.shell.wait(set_title)
one.wait_for_prompt()
os.kill(one.screen, signal.SIGKILL)
one.has_ended(1)
is_old(one.shell, 2)

# While an editor has the terminal it is the editor's.
one = Chat(sys.argv[1], "--title --no-session --replay says", sys.argv[2], EDITOR="./wait")
one.shell.type("\x07")
one.wait_for_tool()
one.shell.wait(old_title)
is_old(one.shell, 1)
os.kill(one.screen, signal.SIGKILL)
os.kill(one.tool, signal.SIGTERM)
one.has_ended(1)
is_old(one.shell, 1)
PYTHON
play 'the title stays'
