# As with ssh that is cut off: the terminal is gone while a text streams, a tool runs, a question
# waits or an editor is open, with the screen and in plain mode. All processes end, the session
# loads and the audit trail is whole.
. "$(dirname "$0")/../shell.sh"
needs python3
cd "$dir"
. "$source/tests/chat/chat_in_a_shell.bash"
cat > play.py <<'PYTHON'
import sys
from chat_in_a_shell import Chat, StallingServer

server = StallingServer()
for has_screen in [True, False]:
    for replies, words in [("says", "one"), ("runs", "1"), ("asks", "iew the call"),
                           (None, "It begins." if has_screen else "1")]:
        recorded = f"--replay {replies}" if replies else f"--base-url {server.url} --model m"
        one = Chat(sys.argv[1], f"--approve changes {recorded}", sys.argv[2], screen=has_screen)
        server.has_begun.clear()
        one.begin_turn(words)
        if not replies:
            assert server.has_begun.wait(30), "nothing is asked"
        if replies == "runs":
            one.wait_for_tool()
        try:
            one.hang_up()
        except AssertionError as error:
            raise AssertionError((has_screen, replies, str(error)))

one = Chat(sys.argv[1], "--replay says", sys.argv[2], EDITOR="./wait")
one.shell.type("\x07")
one.wait_for_tool()
one.hang_up()
PYTHON
play 'it does not end with its terminal'
sessions_are_whole
