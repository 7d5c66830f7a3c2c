# The front end of a chat has no key and no environment, holds nothing but terminal and socket, and
# a seccomp filter is on it.
. "$(dirname "$0")/../../shell.sh"
needs python3
cd "$dir"

cat > look.py <<'PYTHON'
import os, pty, subprocess, sys
secret = "sk-of-the-test-0123456789"
master, slave = pty.openpty()
chat = subprocess.Popen(
    [sys.argv[1], "chat", "--plain", "--no-session", "--tools", "no_tools.json",
     "--api-key=" + secret, "--base-url=http://127.0.0.1:9/v1", "--model=m"],
    stdin=slave, stdout=slave, stderr=slave, start_new_session=True,
    env={"PATH": "/bin", "OAI_API_KEY": secret, "HOME": "/proc/nonexistent"})
os.close(slave)
shown = b""
while not shown.endswith(b"> "):
    shown += os.read(master, 4096)
children = open(f"/proc/{chat.pid}/task/{chat.pid}/children").read().split()
assert len(children) == 1, children
front = children[0]
status = open(f"/proc/{front}/status").read()
assert "Seccomp:\t2" in status and "NoNewPrivs:\t1" in status, status
assert secret not in open(f"/proc/{front}/cmdline").read()
assert secret not in open(f"/proc/{chat.pid}/cmdline").read()
links = sorted(os.readlink(f"/proc/{front}/fd/{fd}") for fd in os.listdir(f"/proc/{front}/fd"))
assert all(link.startswith(("/dev/pts/", "socket:")) for link in links), links
assert sum(link.startswith("socket:") for link in links) == 1, links
memory = b""
with open(f"/proc/{front}/mem", "rb") as file:
    for line in open(f"/proc/{front}/maps"):
        parts = line.split()
        if "[stack]" in line and parts[1].startswith("r"):
            first, after = (int(x, 16) for x in parts[0].split("-"))
            file.seek(first)
            memory += file.read(after - first)
assert secret.encode() not in memory
os.write(master, b"/quit\n")
try:
    while os.read(master, 4096):
        pass
except OSError:
    pass
assert chat.wait() == 0
assert not os.path.exists(f"/proc/{front}")
PYTHON
echo '{"tools":[]}' > no_tools.json
needs_root 'a look into a process'
python3 look.py "$bin/agentcli" || fail 'the front is not locked in'
