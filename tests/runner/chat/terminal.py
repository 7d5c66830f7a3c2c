"""A terminal for a program: chat(ARGUMENTS, STEPS) types each line of STEPS, or what a function
returns as one, when what stands before it is shown, on a terminal of SIZE (rows, columns). A step may
have a third member: seconds that somebody reads first. It returns what was shown and the exit
status. Terminal is for tests that read and type step by step, and Chat a chat in one."""
import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import termios
import time


def chat(arguments, steps, environment, before_last=None, size=None):
    master, slave = pty.openpty()
    if size:
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", *size, 0, 0))
    modes = termios.tcgetattr(master)
    program = subprocess.Popen(
        arguments, stdin=slave, stdout=slave, stderr=slave, start_new_session=True,
        env=environment, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
    os.close(slave)
    shown = ""
    at = 0

    def read():
        nonlocal shown
        if not select.select([master], [], [], 20)[0]:
            program.kill()
            raise AssertionError(f"nothing more is shown: {shown}")
        try:
            piece = os.read(master, 65536)
        except OSError:
            return False
        shown += piece.decode(errors="replace").replace("\r\n", "\n")
        return bool(piece)

    for awaited, line, *pause in steps:
        while shown.find(awaited, at) < 0:
            assert read(), f"'{awaited}' is not shown: {shown}"
        at = shown.find(awaited, at) + len(awaited)
        time.sleep(pause[0] if pause else 0)
        if callable(line):
            line = line(program)
        os.write(master, line.encode() if isinstance(line, str) else b"")
    while read():
        pass
    assert termios.tcgetattr(master) == modes
    return shown, program.wait()


class Terminal:
    """A program on a terminal of its own, for tests that read and type step by step; `shown` is
    what it has printed."""

    def __init__(self, arguments, environment):
        self.shown = ""
        self.at = 0
        self.pid, self.end = pty.fork()
        if self.pid == 0:
            os.execve(arguments[0], arguments, environment)

    def read(self):
        assert select.select([self.end], [], [], 30)[0], "nothing comes after: " + self.shown
        try:
            data = os.read(self.end, 65536)
        except OSError:
            data = b""
        self.shown += data.decode(errors="replace")
        return data

    def wait(self, part):
        while part not in self.shown[self.at:]:
            assert self.read(), f"no {part!r} in: {self.shown}"
        self.at = self.shown.index(part, self.at) + len(part)

    def resize(self, rows, columns):
        fcntl.ioctl(self.end, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def keys(self, text):
        os.write(self.end, text.encode())

    def type(self, line):
        self.keys(line + "\n")

    def end_well(self):
        while self.read():
            pass
        assert os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1]) == 0


class Chat(Terminal):
    """An `agentcli chat` that stores no session, with a screen or, if `plain`, in plain mode."""

    def __init__(self, agentcli, *flags, plain, environment=os.environ):
        self.is_plain = plain
        super().__init__([agentcli, "chat", "--no-session", "--investigator=off", *flags]
                         + (["--plain"] if plain else []), environment | {"TERM": "xterm"})
        self.wait("/help the commands" if plain else "? for keys")

    def type(self, line):
        self.keys(line + ("\n" if self.is_plain else "\r"))

    def answer(self, line):
        time.sleep(1.2)  # the chat ignores a line that comes too soon after the question
        self.type(line)

    def quit(self):
        self.type("/quit")
        self.end_well()

    def ends(self):
        self.wait("the end of the turn")
        self.quit()


# The flags of a chat with the servers of servers.json.
WITH_SERVERS = ["--approve=never", "--tools=tools.json", "--mcp=servers.json", "--wait-servers",
                "--replay=talk"]
