# Whatever a command does, what a ref or a reflog named before it can still be found after it, also
# after the user's next gc.
place=/var/tmp # /tmp of a command is another one
. "$(dirname "$0")/../shell.sh"
. "$(dirname "$0")/history.bash"

attack() { in_each_kind "$@"; } # NAME LINE
attack 'rm -rf .git' 'rm -rf .git'
attack 'rm of parts' 'rm -rf .git/objects .git/refs .git/HEAD .git/logs .git/packed-refs'
[ "$(jq '.gitRestored | length > 3' "$dir/answer")" = true ] || fail "$(cat "$dir/answer")"
attack truncated 'find .git -type f -exec chmod u+w {} + -exec truncate -s0 {} +'
attack overwritten 'find .git -type f | while read x; do chmod u+w "$x"; echo junk > "$x"; done'
attack base 'find .git/agentcli/ -type f -exec chmod u+w {} +; find .git/agentcli -delete'
attack 'mv and init' 'mv .git .g2; mv .git/objects o; mv .git/refs r; git init -q;
  git commit -q --allow-empty -m new'
attack 'links, pipes and devices' 'for d in 00 01 pack; do mkdir -p .git/objects/$d; done
  ln -s /etc/passwd .git/objects/00/$(printf %038d 0)
  ln -s ../../f .git/objects/pack/pack-$(printf %040d 0).idx
  mkfifo .git/objects/01/$(printf %038d 1)
  ln .git/agentcli/base/*/* .git/objects/00/; ln f .git/objects/00/$(printf %038d 2)'
attack 'planted alternates' 'rm -f .git/objects/info/alternates
  echo /x > .git/objects/info/alternates; mv .git/objects/info i; git log'
attack 'junk for old ids' 'cd .git/agentcli/base; for o in ??/*; do
  mkdir -p ../../objects/${o%/*}; echo junk > ../../objects/$o; done'
attack 'other content for old ids' '
  for o in $(git rev-list --objects --all | cut -c1-40 | sed "s,..,&/,"); do
    mkdir -p .git/objects/${o%/*}
    printf "blob 5\0evil\n" | perl -MCompress::Zlib -0777 -ne "print compress(\$_)" \
      > .git/objects/$o; done
  old=$(git rev-parse HEAD:f); new=$(echo evil | git hash-object -w --stdin)
  p=$(echo $new | git pack-objects -q .git/objects/pack/pack); chmod u+w .git/objects/pack/*
  perl -0777 -pi -e "s/\Q@{[pack q(H*), q($new)]}\E/pack q(H*), q($old)/e" \
    .git/objects/pack/pack-$p.idx
  cp .git/agentcli/base/pack/*.idx .git/objects/pack/pack-$(printf %040d 7).idx
  cp .git/objects/pack/pack-$p.idx .git/objects/pack/agentcli-pack-$p.idx
  echo junk > .git/objects/pack/pack-$(printf %040d 7).pack'

# What a command plants is taken only if its name is the hash of its content, whether the object
# exists, is committed later, or never.
refused() { # TEXT
  jq -e --arg text "$1" '.gitRefused | any(contains($text))' "$dir/answer" > /dev/null \
    || fail "$name: $(cat "$dir/answer")"
}
taken() {
  [ "$(jq -c '[.exitCode, .gitRefused]' "$dir/answer")" = '[0,null]' ] \
    || fail "$name: $(cat "$dir/answer")"
}
attack 'other content for a new id' '
  evil() { printf "blob 5\0evil\n" | perl -MCompress::Zlib -0777 -ne "print compress(\$_)"; }
  later=$(echo later | git hash-object --stdin | sed "s,..,&/,"); evil=$(echo evil |
    git hash-object --stdin | sed "s,..,&/,"); mkdir -p .git/objects/00 .git/objects/01 \
    .git/objects/${later%/*} .git/objects/${evil%/*}; evil > .git/objects/$later
  (evil; echo) > .git/objects/$evil; evil | head -c 9 > .git/objects/00/$(printf %038d 1)
  : > .git/objects/01/$(printf %064d 2 | cut -c3-)'
refused 'had other content than its name says'
[ "$(jq '.gitRefused | length' "$dir/answer")" = 4 ] || fail "$name: $(cat "$dir/answer")"
attack 'indexes with names of the tool' '
  echo evil > e; new=$(git hash-object -w e); old=$(git rev-parse HEAD:f)
  p=pack-$(echo $new | git pack-objects -q .git/objects/pack/pack); cd .git/objects/pack
  chmod u+w *; perl -0777 -pi -e "s/\Q@{[pack q(H*), q($new)]}\E/pack q(H*), q($old)/e" $p.idx
  for i in agentcli-$p q-0-$p work; do cp $p.idx $i.idx; cp $p.pack $i.pack; done; mkdir ../i-0
  cp * ../i-0; cp * ../../agentcli/i-0; ls ../../agentcli/i-0'
attack 'companions of packs' 'echo x >> f; git commit -qam x; git repack -q
  for p in .git/objects/pack/*.pack; do touch ${p%.pack}.mtimes; echo x > ${p%.pack}.promisor; done'
[ -z "$(find "$root/.git/objects" -name '*.promisor' -o -name '*.mtimes')" ] || fail "$name"

# Rights and other things that are in the way.
attack 'no rights in the slot' 'echo x >> f; git commit -qam x; git repack -q; echo y >> f
  git commit -qam y; chmod 000 .git/objects/pack/* .git/objects/??/* .git/objects/?? \
    .git/objects/pack .git/objects/info .git/objects'
[ "$(git -C "$root" log -1 --format=%s)" = y ] || fail "$name"

name='our own places taken'
fresh loose
mkdir -p "$root/.git/agentcli/lock-0/x" "$root/.git/agentcli/base/00" "$root/.git/agentcli/i-0/x"
echo x > "$root/.git/agentcli/q-0"
ln -s /etc/passwd "$root/.git/agentcli/lock"
echo junk > "$root/.git/agentcli/base/00/$(printf %038d 1)"
inside 'echo x >> f; git commit -qam x'
taken
[ ! -e "$root/.git/agentcli/base/00" ] || fail "$name"
check

name='a file where the slots belong'
fresh loose
echo x > "$root/.git/agentcli"
inside 'rm -rf .git/objects/*; echo x >> f; git commit -qam x'
taken
check

# Without a slot (here: no file can be written, as on a full disk) the objects are read-only, and a
# person is told why.
name='no slot'
for kind in loose packed; do
  fresh "$kind"
  jq -cn '{command: "chmod -R u+w .git/objects; rm -rf .git/objects; mv .git g
    git hash-object -w --stdin < f; echo $?"}' > "$dir/request"
  (
    trap '' XFSZ
    ulimit -f 0
    exec "$bin/exec" --root "$root" --require namespaces < "$dir/request"
  ) | cat > "$dir/answer"
  refused '.git/objects was read-only'
  [ "$(jq '.sandbox.gaps | contains(["git-objects-read-only"])' "$dir/answer")" = true ] \
    || fail "$name: $(cat "$dir/answer")"
  [ "$(jq -r .stdout "$dir/answer")" -gt 0 ] || fail "$name: it was written"
  check
done

# A command that runs cannot lock slots, and so keep others from them.
name='locked slots'
fresh loose
cat > "$dir/lock" << 'end'
flock -n .git/agentcli flock -n .git/agentcli/base flock -n .git/agentcli/q-0 sh -c '
  flock .git/agentcli/lock-0 true; flock .git/agentcli/lock-1 true; touch done; sleep 60'
end
inside true # makes the first slot
start "$(cat "$dir/lock")"
inside 'echo x >> f; git commit -qam x'
taken
kill "$tool"
wait "$tool" || true
check

attack 'all names removed' 'git stash clear
  git reflog expire --expire=all --expire-unreachable=all --all; git branch -D gone topic
  git gc -q --prune=all; git prune --expire=all'
attack 'refs to nothing' 'for r in $(find .git/refs -type f); do printf "%040d\n" 0 > $r; done
  rm -f .git/packed-refs .git/logs/HEAD'
attack 'the kept names' 'git branch -D gone; git stash clear
  rm -rf .git/refs/agentcli .git/logs/refs/agentcli; git update-ref -d refs/agentcli/kept
  mkdir -p .git/refs/agentcli/kept.lock/x .git/logs/refs/agentcli/kept/x'
attack 'mounts and namespaces' 'umount .git/objects
  unshare -rm sh -c "umount -l .git/objects; mount -o remount,bind,rw .git/agentcli/base
    rm -rf .git/agentcli/base/*"; rm -rf .git/agentcli/base'

# A line that looks like one of the reflog of HEAD does not hide that the stash was dropped: git gc
# would remove it as too old, and in the text of another line it names nothing.
attack 'a forged line' 'id=$(git rev-parse stash); git stash clear
  printf "%040d $id A <a@b> 1000000000 +0000\told\n" 0 >> .git/logs/HEAD
  at=$(date +%s); now=$(git rev-parse HEAD); printf "$now $now A <a@b> $at +0000\t$id\n" \
    >> .git/logs/HEAD'

# What only stands where git does not look for it, or cannot read it, names nothing.
id='id=$(git rev-parse gone); git branch -qD gone; rm -f .git/logs/refs/heads/gone;'
attack 'no names of refs' "$id"' mkdir -p .git/refs/heads/d.lock .git/worktrees/w
  for r in refs/.x refs/heads/d.lock/x refs/heads/a..b worktrees/w/HEAD refs/agentcli/x; do
    mkdir -p .git/${r%/*}; echo $id > .git/$r; done'
attack 'a file where a directory belongs' "$id"' rm -rf .git/refs/agentcli .git/logs/refs
  echo $id > .git/refs/agentcli; echo $id > .git/logs/refs'
attack 'refs is a file' "$id"' rm -rf .git/refs .git/logs
  echo $id > .git/refs; echo $id > .git/logs'
attack 'a branch in place of all' 'id=$(git rev-parse gone); rm -rf .git/refs/heads .git/packed-refs
  echo $id > .git/refs/heads'
attack 'a directory where a file belongs' 'rm .git/HEAD .git/index
  mkdir -p .git/HEAD/x .git/index/x
  rm -f .git/logs/HEAD; mkdir -p .git/logs/HEAD/x'
attack 'a broken ref hides another' 'git pack-refs --all; mkdir -p .git/refs/heads
  echo junk > .git/refs/heads/gone; ln -s ../../../f .git/refs/heads/topic
  mkfifo .git/refs/heads/x'
attack 'broken refs before their reflogs' 'for r in $(find .git/refs -type f); do echo x > $r; done'
attack 'lines that git does not read' 'at=$(date +%s)
  for id in $(git log -g --format=%H stash) $(git rev-parse gone); do
    printf "$id $id A\0 <a@b> $at +0000\tx\n$id $id A <a>b> $at +0000\tx\n" >> .git/logs/HEAD
    printf "$id $id A <a@b> $at 0000\tx\n$id $id A <a@b> $at +0000\tx" >> .git/logs/HEAD; done
  git stash clear; git branch -qD gone'
attack 'another working tree' "$id"' git worktree add -q wt topic
  mkdir -p .git/worktrees/wt/refs/heads
  echo $id > .git/worktrees/wt/refs/heads/x'
attack 'shallow' 'git rev-parse HEAD > .git/shallow; git rev-parse topic >> .git/shallow'
attack 'modes' 'chmod 000 .git/refs/heads/* .git/refs/heads .git/refs .git/logs .git/HEAD; true'
attack 'large refs' "$id"' truncate -s 70M .git/refs/.x .git/refs/heads/y'
attack 'refs that git cannot read' 'echo junk >> .git/packed-refs
  printf %040d 7 > .git/refs/heads/x
  printf "DIRC junk" > .git/index; printf %040d 7 > .git/HEAD'
git -C "$root" commit -q --allow-empty -m 'git works outside' || fail "$name"
[ ! -e "$root/.git/refs/heads/x" ] || fail 'a ref to nothing stays'

attack 'a large reflog' 'cp .git/refs/heads/topic id || git rev-parse topic > id
  mkdir -p .git/refs/heads; mv id .git/refs/heads/gone; rm -f .git/logs/refs/heads/gone
  truncate -s 67108863 .git/logs/x; echo junk > .git/refs/heads/j'

name='many refs, and one that hides another'
fresh packed
git -C "$root" update-ref refs/z/packed gone
git -C "$root" update-ref -d refs/heads/gone
git -C "$root" pack-refs --all
rm -rf "$root/.git/refs/z"
inside 'id=$(git rev-parse topic); rm -rf .git/logs; mkdir .git/refs/a .git/refs/z; cd .git/refs
  echo $id > z/packed; for i in $(seq 50001); do echo $id > a/$i; done'
[ "$(jq .gitHistoryIncomplete "$dir/answer")" != null ] || fail "$name: $(cat "$dir/answer")"
check

name='many directories'
fresh loose
inside 'git branch -qD gone; mkdir -p $(seq -f .git/refs/a/%.0f 50001) .git/logs/x/y/z'
[ "$(jq .gitHistoryIncomplete "$dir/answer")" != null ] || fail "$name: $(cat "$dir/answer")"
[ "$(find "$root"/.git/{refs,logs} -type d | wc -l)" -lt 100 ] || fail "$name stay"
check

# An id that a ref or a stash named is kept from now on, however old the reflogs are.
name='old names'
fresh old
names=(--all $(git -C "$root" log -g --format=%H refs/stash))
reachable > "$dir/reachable.before"
inside 'git branch -qD gone topic; git tag -d v2; git stash drop -q; git stash drop -q'
names=(--all --reflog)
check
names=(--all --reflog)

name='a symbolic ref to nothing' # git fsck complains of it, of refs/remotes/origin/HEAD, too
fresh loose
inside "$id"' echo "ref: refs/none" > .git/refs/x; mkdir -p .git/logs/refs
  printf "$id $id A <a@b> $(date +%s) +0000\tx\n" > .git/logs/refs/x'
git -C "$root" -c gc.pruneExpire=now gc -q 2> /dev/null
[ -z "$(reachable | comm -23 "$dir/reachable.before" -)" ] || fail "$name: lost by a gc"

name='modes of what is put back'
fresh loose
(umask 022; inside 'rm -rf .git/refs .git/HEAD .git/logs')
[ -z "$(find "$root/.git/refs" "$root/.git/logs" "$root/.git/HEAD" -perm /022)" ] || fail "$name"

# On a full disk there is room for what is kept.
name='a full disk'
fresh loose
if [ "$(id -u)" = 0 ] && mkdir "$dir/small" && mount -t tmpfs -o size=4m none "$dir/small" \
  2> /dev/null; then
  ends+=("umount '$dir/small'")
  cp -a "$root/." "$dir/small"
  root=$dir/small
  inside 'git branch -qD gone; rm -rf .git/logs; cat /dev/zero > zeros'
  rm -f "$root/zeros"
  check
fi

# An index that has become too large to be read is left alone.
name='a large index'
fresh loose
inside 'truncate -s 17M .git/index'
[ "$(stat -c %s "$root/.git/index")" = 17825792 ] || fail "$name"

name='a working tree'
fresh packed
git -C "$root" worktree add -q --detach wt gone
git -C "$root" branch -qD gone
git -C "$root/wt" commit -q --allow-empty -m 'in wt'
reachable > "$dir/reachable.before"
inside 'rm -rf .git/worktrees/wt'
git -C "$root/wt" status > /dev/null || fail "$name is put back"
inside 'echo /none/.git > .git/worktrees/wt/gitdir'
grep -qx "$root/wt/.git" "$root/.git/worktrees/wt/gitdir" || fail "the place of $name is put back"
inside 'rm -rf .git/worktrees wt'
check

# What git does not take for a working tree, or may prune, names nothing.
attack 'a tree that git does not know' 'id=$(git rev-parse gone); git branch -D gone
  mkdir -p .git/worktrees/x; cd .git/worktrees/x; echo $id > HEAD; echo ../.. > commondir
  echo "$PWD/../../../.git" > gitdir'
attack 'a reflog that git reads elsewhere' 'id=$(git rev-parse gone); git branch -D gone
  git worktree add -q --detach wt; mkdir -p .git/worktrees/wt/logs/refs/heads
  printf "%040d $id A <a@b> $(date +%s) +0000\tx\n" 0 > .git/worktrees/wt/logs/refs/heads/main'
attack 'a space that is none for git' 'id=$(git rev-parse gone); git branch -D gone
  printf "$id\f" > .git/refs/heads/x'

# The second command has the directory that the first one names as the repository.
name='commondir'
fresh loose
start 'git init -q --bare evil
  id=$(git --git-dir=evil commit-tree -m x $(git --git-dir=evil mktree < /dev/null))
  echo $id > evil/refs/heads/main
  echo ../evil > .git/commondir; touch done; while [ ! -e go ]; do sleep 0.05; done'
inside 'rm -rf .git/objects/* .git/refs/heads/gone .git/logs/refs/heads/gone'
touch "$root/go"
wait "$tool"
check

# The second command removes what was kept of the first.
name='twice'
fresh loose
inside 'git branch -D gone'
inside 'rm -rf .git/refs/agentcli .git/logs/refs/agentcli; git stash clear'
check

# The user has written a ref in place, so that no directory has changed.
name='a ref that was written between commands'
fresh loose
inside true
git -C "$root" commit-tree -m between 'HEAD^{tree}' > "$root/.git/refs/heads/gone"
objects > "$dir/objects.before"
reachable > "$dir/reachable.before"
inside 'git branch -qD gone; rm -rf .git/logs'
check

# A tool that was killed: the next call takes over what it has left, also a pack, before its command
# could remove it.
for line in 'echo k >> f; git commit -qam killed' \
  'echo k >> f; git commit -qam killed; git repack -q -a -d'; do
  name="killed after: $line"
  fresh packed
  start "$line; touch done; sleep 60"
  kill -9 "$tool"
  wait "$tool" 2> /dev/null || true
  for attempt in $(seq 100); do # processes of the killed command may still be ending
    inside 'rm -rf .git/objects/*'
    [ "$(git -C "$root" log -1 --format=%s 2> /dev/null)" != killed ] || break
    sleep 0.1
  done
  [ "$(git -C "$root" log -1 --format=%s)" = killed ] || fail "$name, $attempt"
  check
done

# A tool that is told to end has no answer, and keeps the history all the same.
name='told to end'
fresh loose
start 'git stash clear; rm -rf .git/logs; touch done; sleep 60'
kill "$tool"
wait "$tool" && fail 'it was told to end'
check

# Its names are compared by the next call; what the user removes between calls is not kept.
name='names of a killed tool'
fresh loose
inside true
git -C "$root" tag -d v2 > /dev/null
inside true
[ "$(jq .gitKept "$dir/answer")" = null ] || fail "what the user has removed: $(cat "$dir/answer")"
fresh loose
start 'git branch -qD gone; git stash clear; touch done; sleep 60'
kill -9 "$tool"
wait "$tool" 2> /dev/null || true
inside true
[ "$(jq '.gitKept >= 2' "$dir/answer")" = true ] || fail "$name: $(cat "$dir/answer")"
inside true
[ "$(jq .gitKept "$dir/answer")" = null ] || fail "$name twice: $(cat "$dir/answer")"
check

# A command that runs at the same time removes what was kept of another one.
name='kept, and removed by another'
fresh loose
start 'touch done; while [ ! -e second ]; do sleep 0.02; done
  rm -rf .git/refs/agentcli .git/logs/refs/agentcli'
inside 'git checkout -q gone; git commit -q --allow-empty -m new; git checkout -q main'
inside 'git branch -qD gone; git reflog expire --expire=all --all'
touch "$root/second"
wait "$tool"
check

# A workspace that is a bare repository.
name='bare'
fresh packed
git clone -q --mirror "$root" "$dir/bare"
rm -rf "$root"
mv "$dir/bare" "$root"
reachable > "$dir/reachable.before"
inside 'rm -rf HEAD packed-refs refs'
[ -z "$(reachable | comm -23 "$dir/reachable.before" -)" ] || fail "$name: $(cat "$dir/answer")"

# Two at the same time see what the other one commits.
name='two at once'
fresh loose
start 'git commit -q --allow-empty -m first; touch done
  while [ ! -e second ]; do sleep 0.02; done; git log -1 --format=%s
  git commit -q --allow-empty -m third; git fsck' "$dir/first"
inside 'git log -1 --format=%s; git commit -q --allow-empty -m second; git fsck && touch second'
wait "$tool"
[ "$(jq -r .stdout "$dir/answer")" = first ] || fail "$name: $(cat "$dir/answer")"
[ "$(jq -r .stdout "$dir/first")" = second ] || fail "$name: $(cat "$dir/first")"
check
