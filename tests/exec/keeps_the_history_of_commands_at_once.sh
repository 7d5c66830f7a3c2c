# Commands that run at the same time in one repository: what one of them found named is named after
# the last of them, also if another one names it for a moment, or removes what was kept.
place=/var/tmp # /tmp of a command is another one
. "$(dirname "$0")/../shell.sh"
. "$(dirname "$0")/history.bash"

# A repository with a commit that only the reflog of HEAD names.
amended() { # loose|packed
  fresh "$1"
  git -C "$root" commit -q --amend -m amended
  : > "$root/.git/logs/refs/heads/main"
  git -C "$root" rev-parse HEAD@{1} > "$root/id"
  objects > "$dir/objects.before"
  reachable > "$dir/reachable.before"
}
ends_logs='rm -f go; : > .git/logs/HEAD; touch done; while [ ! -e go ]; do sleep 0.02; done'
for kind in loose packed; do
  name="an id of a reflog that another command names for a moment, $kind"
  amended "$kind"
  start "$ends_logs"
  first=$tool
  start 'cp id .git/refs/heads/moment; touch done go; while [ ! -e end ]; do sleep 0.02; done
    rm .git/refs/heads/moment'
  wait "$first"
  touch "$root/end"
  wait "$tool"
  check

  name="what was kept of another one, $kind"
  amended "$kind"
  start "$ends_logs"
  first=$tool
  start 'touch done; while [ ! -e end ]; do sleep 0.02; done; rm -rf .git/logs .git/refs/agentcli'
  touch "$root/go"
  wait "$first"
  touch "$root/end"
  wait "$tool"
  check
done

# The next call has all that it noted.
name='a reflog that a killed command has removed'
amended loose
start ': > .git/logs/HEAD; touch done; sleep 60'
kill -9 "$tool"
wait "$tool" 2> "$dir/out" || true
inside true
[ "$(jq '.gitKept >= 1' "$dir/answer")" = true ] || fail "$name: $(cat "$dir/answer")"
check

# The kernel sets no time when a page that was changed before is changed through a mapping.
needs_python 3.9
cat > "$dir/store.py" << 'end'
import mmap, os, subprocess, time
new = subprocess.check_output(['git', 'rev-parse', 'topic'])
file = open('.git/refs/heads/gone', 'r+b')
mapped = mmap.mmap(file.fileno(), 0)
mapped[0:1] = mapped[0:1]
open('done', 'w').close()
while not os.path.exists('go'):
    time.sleep(0.02)
mapped[0:41] = new
end
name='a store through a mapping'
fresh loose
cp "$dir/store.py" "$root"
inside true
start 'python3 store.py; rm -rf .git/refs/heads/topic .git/logs/refs/heads .git/logs/HEAD'
sleep 0.1
inside true
touch "$root/go"
wait "$tool"
inside 'rm -rf .git/refs/heads/gone .git/logs/HEAD'
check

# tmpfs never does.
name='a store through a mapping in memory'
fresh loose
mkdir "$dir/memory"
if [ "$(id -u)" = 0 ] && mount -t tmpfs none "$dir/memory" 2> "$dir/out"; then
  ends+=("umount '$dir/memory'")
  cp -a "$root/." "$dir/memory"
  root=$dir/memory
  cp "$dir/store.py" "$root"
  sed -i 's/^mapped\[0:1\].*/mapped[0]/' "$root/store.py"
  inside 'touch go; python3 store.py; rm -rf .git/logs/HEAD .git/logs/refs/heads/gone'
  check
fi
