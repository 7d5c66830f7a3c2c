"""A shell on a terminal, as a person has it: Shell(COMMAND, ENVIRONMENT)."""
import fcntl
import os
import pty
import select
import subprocess
import termios


class Shell:
    def __init__(self, command, environment):
        self.master, slave = pty.openpty()
        self.slave = os.dup(slave)  # the terminal stays while a program has ended
        self.program = subprocess.Popen(
            command, stdin=slave, stdout=slave, stderr=slave, env=environment,
            start_new_session=True, preexec_fn=lambda: fcntl.ioctl(slave, termios.TIOCSCTTY, 0))
        os.close(slave)
        self.shown = ""
        self.at = 0

    def type(self, text):
        os.write(self.master, text.encode())

    def wait(self, words):
        """Until it has shown these words since the last wait."""
        while self.shown.find(words, self.at) < 0:
            if not select.select([self.master], [], [], 30)[0]:
                raise AssertionError(f"'{words}' does not come: {self.shown[self.at:]!r}")
            self.shown += os.read(self.master, 65536).decode(errors="replace")
        self.at = self.shown.find(words, self.at) + len(words)

    def is_raw(self):
        return not termios.tcgetattr(self.slave)[3] & termios.ICANON

    def until(self, is_so, what):
        """Reads on meanwhile."""
        for _ in range(3000):
            if is_so():
                return
            if select.select([self.master], [], [], 0.01)[0]:
                self.shown += os.read(self.master, 65536).decode(errors="replace")
        raise AssertionError(f"it does not become so: {what}: {self.shown[self.at:]!r}")

    def end(self):
        self.program.kill()
        self.program.wait()
        os.close(self.master)
        os.close(self.slave)


def children(process):
    try:
        return [int(n) for n in open(f"/proc/{process}/task/{process}/children").read().split()]
    except OSError:
        return []


def is_there(process):
    try:
        return open(f"/proc/{process}/stat").read().rsplit(")", 1)[1].split()[0] not in "ZX"
    except OSError:
        return False


def state(process):
    return open(f"/proc/{process}/stat").read().rsplit(")", 1)[1].split()[0]
