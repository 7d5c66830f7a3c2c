# A command that runs at the same time, and has descriptors of another one's slot by a socket
# (--unix), can change what is in that slot, but not the indexes that git makes of its packs.
place=/var/tmp # /tmp of a command is another one
. "$(dirname "$0")/../shell.sh"
. "$(dirname "$0")/history.bash"
needs_python 3.9

name='passed descriptors'
fresh packed
cat > "$root/send.py" << 'end'
import os, socket
def path(name): return os.open(name, os.O_RDONLY)
pack = [name for name in os.listdir('.git/objects/pack') if name.endswith('.pack')][0]
os.chmod('.git/objects/pack/' + pack, 0o644)
kept = [os.open('.git/objects/pack/' + pack, os.O_RDWR), path('/proc/self/ns/mnt')]
kept += [path(name) for name in ('.', '.git', '.git/agentcli', '.git/objects')]
with socket.socket(socket.AF_UNIX) as to:
    to.connect('socket')
    socket.send_fds(to, [b'x'], kept)
end
cat > "$root/receive.py" << 'end'
import os, socket, time
at = socket.socket(socket.AF_UNIX)
at.bind('socket')
at.listen()
open('ready', 'w').close()
pack, _, *directories = socket.recv_fds(at.accept()[0], 1, 9)[1]
places = [prefix + slot + '/' for slot in ('i-0', 'i-1')
          for prefix in ('.git/agentcli/', 'agentcli/', '', '../agentcli/')]
written = set()
while not os.path.exists('ended'):
    os.pwrite(pack, b'evil', 60)
    for directory in directories:
        try: # in the slot alone
            os.close(os.open('planted', os.O_WRONLY | os.O_CREAT, 0o600, dir_fd=directories[-1]))
        except OSError:
            pass
        for place in places:
            for file in ('work.pack', 'work.idx', 'x'):
                try:
                    new = os.open(place + file, os.O_WRONLY | os.O_CREAT, 0o600, dir_fd=directory)
                    os.write(new, b'evil')
                    written.add(place + file)
                except OSError:
                    pass
print(*written)
end
"$bin/exec" --root "$root" --unix --env HOME << 'end' > "$dir/first" &
{"command": "python3 receive.py", "timeoutSec": 60}
end
other=$!
until [ -e "$root/ready" ]; do sleep 0.02; done
jq -cn '{command: "echo x >> f; git commit -qam x; git repack -q; python3 send.py"}' \
  | "$bin/exec" --root "$root" --unix --env HOME > "$dir/answer"
touch "$root/ended"
wait "$other"
[ "$(jq -c '[.exitCode, .stdout]' "$dir/first")" = '[0,"\n"]' ] || fail "$(cat "$dir/first")"
inside true # empties the slot
git -C "$root" fsck --full --strict > "$dir/fsck" 2>&1 || true
[ -z "$(objects | comm -23 "$dir/objects.before" -)" ] || fail "$name: objects are lost"
! grep -q 'hash mismatch\|corrupt' "$dir/fsck" || fail "$name: $(cat "$dir/fsck")"
