# Repositories that are not as most are: SHA-256, a path with all that git quotes, one that a group
# shares, and a working tree that is linked to another one.
place=/var/tmp # /tmp of a command is another one
. "$(dirname "$0")/../shell.sh"
. "$(dirname "$0")/history.bash"

works() { # NAME
  name=$1
  objects > "$dir/objects.before"
  reachable > "$dir/reachable.before"
  inside 'set -e; echo x >> f; git add f; git commit -qm x; git repack -q -a -d; echo y >> f
    git commit -qam y; git clone -q . copy; git branch -D topic'
  [ "$(jq .exitCode "$dir/answer")" = 0 ] || fail "$name: $(cat "$dir/answer")"
  [ "$(jq -c .gitRefused "$dir/answer")" = null ] || fail "$name: $(cat "$dir/answer")"
  [ "$(git -C "$root" log -1 --format=%s)" = y ] || fail "$name: the commit is not outside"
  git -C "$root/copy" fsck --full > "$dir/fsck" 2>&1 || fail "$name: the clone: $(cat "$dir/fsck")"
  check
  inside 'find .git -type f -exec chmod u+w {} + -exec truncate -s0 {} +; rm -rf .git'
  check
}
make() { # DIRECTORY [OPTION…]
  root=$1
  git init -q "${@:2}" "$root"
  (
    cd "$root"
    echo 1 > f
    git add f
    git commit -qm one
    git checkout -qb topic
    git commit -qm topic --allow-empty
    git checkout -q main
  )
}
make "$dir/sha256" --object-format=sha256
works sha256

make "$dir/a \"quoted\" \\ 'name' and
a second line # é"
works 'a path that git quotes'

make "$dir/shared" --shared=group
works shared
[ -z "$(find "$root/.git/objects" ! -perm -g=r -o -type d ! -perm -g=w)" ] \
  || fail "shared: closed to the group: $(find "$root/.git/objects" ! -perm -g=w -ls)"

# A working tree whose repository is in the workspace, too.
make "$dir/main"
git -C "$root" worktree add -q linked topic
name=linked
objects > "$dir/objects.before"
reachable > "$dir/reachable.before"
inside 'set -e; cd linked; echo l > l; git add l; git commit -qm l; git clone -q . ../copy
  git stash list; git log -1 --format=%s'
[ "$(jq -r .stdout "$dir/answer")" = l ] || fail "$name: $(cat "$dir/answer")"
[ "$(git -C "$root" log -1 --format=%s topic)" = l ] || fail "$name: the commit is not outside"
git -C "$root/copy" fsck --full > "$dir/fsck" 2>&1 || fail "$name: the clone: $(cat "$dir/fsck")"
check
