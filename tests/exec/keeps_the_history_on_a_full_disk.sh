# What keeps the names of a repository is there before a command fills the disk.
place=/var/tmp # /tmp of a command is another one
. "$(dirname "$0")/../shell.sh"
[ "$(id -u)" = 0 ] || skip 'only root can mount a small disk'
. "$(dirname "$0")/history.bash"

# Copies the repository to a new disk with these options of tmpfs(5).
on_a_small_disk() { # OPTIONS
  mkdir -p "$dir/small"
  mount -t tmpfs -o "$1" none "$dir/small" 2> "$dir/out" || skip 'no tmpfs'
  cp -a "$root/." "$dir/small"
  root=$dir/small
  objects > "$dir/objects.before"
  reachable > "$dir/reachable.before"
}
leave_disk() { umount "$dir/small"; }
at_end "umount '$dir/small' 2> /dev/null || true"

# No inode is left for the directory of what is kept, its files and their drafts.
name='no inodes'
fresh loose
on_a_small_disk nr_inodes=400
inside true
inside 'git branch -qD gone; git tag -d v2; i=0
  while : > n$i; do i=$((i + 1)); done 2> /dev/null; true'
rm -f "$root"/n[0-9]*
[ "$(jq '[.gitHistoryIncomplete, .gitKept]' -c "$dir/answer")" = '[null,1]' ] \
  || fail "$name: $(cat "$dir/answer")"
check
leave_disk

# More is kept than the usual 256 KiB: a reflog of 3,000 commits that nothing else names.
name='a long reflog'
fresh loose
(
  cd "$root"
  for i in $(seq 3000); do
    printf 'commit refs/heads/imported\nmark :%d\ncommitter A <a@b> 1700000000 +0000\n' "$i"
    printf 'data 5\nm%04d\nfrom %040d\n\n' "$i" 0
  done | git fast-import --quiet --export-marks=marks --force
  head=$(git rev-parse HEAD)
  now=$(date +%s)
  cut -d' ' -f2 marks | while read -r id; do
    printf '%s %s A <a@b> %s +0000\tamend\n' "$head" "$id" $((now - 864000))
  done >> .git/logs/HEAD
  rm -f marks .git/refs/heads/imported .git/logs/refs/heads/imported
  git gc -q
)
on_a_small_disk size=24m
inside true
inside 'rm -rf .git/logs; cat /dev/zero > zeros'
rm -f "$root/zeros"
[ "$(jq .gitHistoryIncomplete "$dir/answer")" = null ] || fail "$name: $(cat "$dir/answer")"
inside true
check
leave_disk

# A draft that a killed tool has left is no ref, and goes.
name=drafts
fresh loose
inside true
touch -d '1 hour ago' "$root/.git/agentcli/draft-1"
touch "$root/.git/agentcli/draft-2"
inside true
[ ! -e "$root/.git/agentcli/draft-1" ] || fail "$name: an old one stays"
[ -e "$root/.git/agentcli/draft-2" ] || fail "$name: one of a call that may still run is gone"
check
