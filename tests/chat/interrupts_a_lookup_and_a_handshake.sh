# Ctrl-C ends a turn while the name of the server is looked up, and while TLS is agreed on: the
# prompt is back, the next message begins a turn, and no process is left.
. "$(dirname "$0")/../shell.sh"
needs python3 unshare
needs_root 'a name server of its own'
unshare --mount --net true 2> /dev/null || skip 'there are no namespaces of one'"'"'s own'
with_own_mounts --net
cd "$dir"
. "$source/tests/chat/chat_in_a_shell.bash"
[ -e /etc/resolv.conf ] && [ -e /etc/nsswitch.conf ] || skip 'names are not looked up by /etc'
echo 'nameserver 127.0.0.1' > resolv.conf
echo 'hosts: files dns' > nsswitch.conf
for file in resolv.conf nsswitch.conf; do
  mount --bind "$file" "$(realpath "/etc/$file")"
done
cat > play.py <<'PYTHON'
import fcntl, select, socket, struct, sys
from chat_in_a_shell import Chat, SilentListener

with socket.socket() as any_socket:  # the loopback of this namespace is up
    fcntl.ioctl(any_socket, 0x8914, struct.pack("16sh", b"lo", 1))
names = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
names.bind(("127.0.0.1", 53))
silent = SilentListener()

seen = set()

def is_asked():
    """By a new lookup: its questions have one port, and are repeated under their old numbers."""
    is_new = False
    while not is_new:
        assert select.select([names], [], [], 30)[0], "no name is looked up"
        question, (_, port) = names.recvfrom(1000)
        is_new = not seen & {port, question[:2]}
        seen.update({port, question[:2]})

def is_greeted():
    assert silent.heard.wait(30), "there is no handshake"
    silent.heard.clear()

for url, has_come in [("http://agentcli.test/v1", is_asked),
                      (f"https://127.0.0.1:{silent.port}/v1", is_greeted)]:
    for has_screen in [True, False]:
        one = Chat(sys.argv[1], f"--base-url {url} --model m", sys.argv[2], screen=has_screen)
        for message in "12":
            one.shell.type(message + one.enter)
            has_come()
            one.shell.type("later" + one.enter)
            one.shell.wait("waiting: " if has_screen else "waits")
            one.shell.type("\x03")
            one.shell.wait("interrupted")
            one.shell.type("\x03" if has_screen else "")  # the message that has come back
        one.shell.type("\x04")
        one.has_ended(0)
PYTHON
play 'it is not interrupted'
sessions_are_whole
