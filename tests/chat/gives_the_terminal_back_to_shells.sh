# Under bash and dash: whichever process of a chat ends, and however, the shell has its terminal
# back, no process is left and the session loads. Ctrl-Z and fg work while nothing runs, while a
# tool runs and in a question; closing the terminal ends everything.
. "$(dirname "$0")/../shell.sh"
needs python3
cd "$dir"
cat > wait <<'END'
#!/bin/sh
echo $$ > tool_runs
exec sleep 100
END
chmod +x wait
tool() { # NAME CHANGES
  printf '{"name":"%s","description":"d","schema":{"type":"object"},' "$1"
  printf '"command":["./wait"],"changesFiles":%s}' "$2"
}
echo "{\"tools\":[$(tool wait false),$(tool change true)]}" > tools.json
reply() { # FIELDS
  echo '{"asked":[{"role":"user","content":"1"}],"message":{"role":"assistant",'"$1"'}}'
}
call() { # NAME
  reply '"content":null,"tool_calls":[{"id":"a","type":"function",
    "function":{"name":"'"$1"'","arguments":"{}"}}]' | tr -d '\n'
}
call wait > runs
call change > asks
reply '"content":"one"' > says
mkdir home
cat > play.py <<'PYTHON'
import os, signal, sys
agentcli, tests, home, shell = sys.argv[1:5]
sys.path.insert(0, tests)
from shell_on_a_terminal import Shell, children, is_there, state

# A sanitizer would end a chat otherwise than SIGSEGV does.
environment = {"PATH": "/bin:/usr/bin", "HOME": home, "TERM": "xterm", "PS1": "ready$ ",
               "ASAN_OPTIONS": "handle_segv=0"}
command = {"bash": ["bash", "--norc", "--noprofile", "--noediting", "-i"], "dash": ["dash", "-i"]}
chat = f"{agentcli} chat --system= --no-agents-md --tools tools.json --approve changes --replay "


class Chat:
    def __init__(self, replies):
        self.shell = Shell(command[shell], environment)
        self.shell.wait("ready$ ")
        assert not self.shell.is_raw()
        if os.path.exists("tool_runs"):
            os.remove("tool_runs")
        self.shell.type(chat + replies + "\n")
        self.shell.wait("ask first · ")
        self.engine = children(self.shell.program.pid)[0]
        self.screen = children(self.engine)[0]
        assert self.shell.is_raw()

    def begin_turn(self, words):
        self.shell.type("1\r")
        self.shell.wait(words)

    def wait_for_tool(self):
        is_there_now = lambda: os.path.exists("tool_runs") and open("tool_runs").read().strip()
        self.shell.until(is_there_now, "the tool runs")
        self.tool = int(is_there_now())

    def has_ended(self, status):
        """The shell is asked: it has its terminal again, as it was, and says how the chat ended."""
        self.shell.until(lambda: not is_there(self.engine) and not is_there(self.screen), "ends")
        self.shell.type('echo "status=$?"\n')
        self.shell.wait(f"status={status}")
        assert not self.shell.is_raw(), "the terminal stays raw"
        if hasattr(self, "tool"):
            self.shell.until(lambda: not is_there(self.tool), "the tool is gone")
        self.shell.end()

    def stop_and_continue(self):
        self.shell.type("\x1a")
        self.shell.until(lambda: state(self.engine) == "T" and not self.shell.is_raw(), "stops")
        self.shell.type("echo $((1 + 1)) processes sleep\n")
        self.shell.wait("2 processes sleep")
        self.shell.type("fg\n")
        self.shell.until(self.shell.is_raw, "goes on")
        self.shell.wait("ask first · ")


for victim, number, status in [("engine", signal.SIGKILL, 137), ("screen", signal.SIGKILL, 1),
                               ("engine", signal.SIGTERM, 143), ("engine", signal.SIGHUP, 129),
                               ("engine", signal.SIGSEGV, 139), ("screen", signal.SIGSEGV, 1),
                               ("screen", signal.SIGTERM, 143)]:
    for replies, words in [("says", None), ("runs", "wait")]:
        one = Chat(replies)
        if words:
            one.begin_turn(words)
            one.wait_for_tool()
        os.kill(getattr(one, victim), number)
        try:
            one.has_ended(status)
        except AssertionError as error:
            raise AssertionError((victim, number, replies, str(error)))

for replies, words in [("says", None), ("runs", "wait"), ("asks", "iew the call")]:
    one = Chat(replies)
    one.shell.type("dra")
    one.shell.wait("dra")
    if words:
        one.shell.type("\x15")
        one.begin_turn(words)
    if replies == "runs":
        one.wait_for_tool()
    one.stop_and_continue()
    one.stop_and_continue()
    one.shell.type("\x03")
    if words:
        one.shell.wait("interrupted")
        one.shell.wait("ask first · ")
    one.shell.type("\x04")
    one.has_ended(0)

one = Chat("runs")  # the window is closed
one.begin_turn("wait")
one.wait_for_tool()
os.close(one.shell.slave)
os.close(one.shell.master)
for process in [one.tool, one.screen, one.engine]:
    for _ in range(3000):
        if not is_there(process):
            break
        os.sched_yield()
        signal.sigtimedwait([], 0.01)
    assert not is_there(process), "the window is closed, and a process is left"
one.shell.program.wait()
PYTHON
for shell in bash dash; do
  needs "$shell"
  python3 play.py "$bin/agentcli" "$source/tests/chat" "$dir/home" "$shell" > out 2> err \
    || fail "it does not end well under $shell"
done
export HOME=$dir/home
"$bin/agentcli" session list > names
[ -s names ] || fail 'there are no sessions'
for name in $(cut -d' ' -f1 names); do
  "$bin/agentcli" session show "$name" > out 2> err || fail 'a session cannot be loaded'
done
"$bin/agentcli" audit verify > out 2> err || fail 'the audit trail is broken'
