# The look at the workspace before and after a command takes little processor time, whatever a
# command has left there: an index whose names grow, repositories behind links, files that are run
# later behind links. The answer says that something was not examined.
place=/var/tmp
. "$(dirname "$0")/../shell.sh"
needs git python3
export HOME=$dir GIT_CONFIG_NOSYSTEM=1
seconds=15 # of processor time; a tenth of it is enough, but for the sanitizers on a busy machine
if is_sanitized; then seconds=60; fi

# says DIRECTORY TEXT: the answer has the text
says() {
  (
    ulimit -t "$seconds"
    echo '{"cmd":"true","timeoutSec":1}' | "$bin/exec" --root "$dir/$1" > out 2> err
  ) || fail "$1: no answer"
  grep -qF "$2" out || fail "$1: the answer has no $2"
}

cat > "$dir/plant" << 'END'
import os, struct, sys

def index(version, names): # an entry for each: a repository
    out = bytearray(b"DIRC" + struct.pack(">II", version, len(names)))
    for name in names:
        entry = struct.pack(">10I", *([0] * 6 + [0o160000] + [0] * 3)) + bytes(20)
        if version == 4: # begins with the whole name before
            out += entry + struct.pack(">H", 0xfff) + b"\0" + name + b"\0"
        else:
            entry += struct.pack(">H", len(name)) + name
            out += entry + b"\0" * (8 - len(entry) % 8)
    open(".git/index", "wb").write(out + bytes(20))

def chain(): # L leads by 36 links, each by 1,600 names
    here = os.open(".", os.O_RDONLY)
    for _ in range(900):
        os.mkdir("d", dir_fd=here)
        below = os.open("d", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = below
    os.symlink("d/" * 900 + "k0", "L")
    for number in range(36):
        os.symlink("../" * 800 + "d/" * 800 + "k%d" % (number + 1), "k%d" % number, dir_fd=here)
    os.mkdir("k36", dir_fd=here)

if sys.argv[1] == "names":
    index(4, [b"a/bbbb"] * 120000)
elif sys.argv[1] == "links":
    chain()
    index(2, [b"L/%07d" % number for number in range(900)])
else:
    chain()
    for number in range(900):
        os.mkdir("m%d" % number)
        os.symlink("../L/file", "m%d/Makefile" % number)
END
for kind in names links later; do
  mkdir "$dir/$kind"
  cd "$dir/$kind"
  git init -q .
  python3 "$dir/plant" $kind
done
cd "$dir"
because='"gitObeysIncomplete":true,"gitObeysIncompleteReason":'
says names "$because\"an index has more than 1,000 repositories\""
says links "$because\"the repositories that an index names are too many"
says later '"runsLaterIncomplete":true'
