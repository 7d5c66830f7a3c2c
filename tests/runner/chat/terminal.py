"""A terminal for a program: chat(ARGUMENTS, STEPS) types each line of STEPS, or what a function
returns as one, when what stands before it is shown, on a terminal of SIZE (rows, columns). A step may
have a third member: seconds that somebody reads first. It returns what was shown and the exit
status."""
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
