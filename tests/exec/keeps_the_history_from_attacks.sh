# Whatever a command does, what a ref or a reflog named before it can still be found after it, also
# after the user's next gc.
place=/var/tmp # /tmp of a command is another one
. "$(dirname "$0")/../shell.sh"
. "$(dirname "$0")/history.bash"

attack() { # NAME LINE
  local kind
  for kind in loose packed; do
    name="$1, $kind"
    fresh "$kind"
    inside "$2"
    check
  done
}
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
jq -cn --rawfile line "$dir/lock" '{command: $line, timeoutSec: 90}' > "$dir/request"
inside true # makes the first slot
"$bin/exec" --root "$root" --env HOME < "$dir/request" > "$dir/first" 2>&1 &
tool=$!
until [ -e "$root/done" ]; do sleep 0.02; done
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

# The second command removes what was kept of the first.
name='twice'
fresh loose
inside 'git branch -D gone'
inside 'rm -rf .git/refs/agentcli .git/logs/refs/agentcli; git stash clear'
check

# A tool that was killed: the next call takes over what it has left, also a pack, before its command
# could remove it.
for line in 'echo k >> f; git commit -qam killed' \
  'echo k >> f; git commit -qam killed; git repack -q -a -d'; do
  name="killed after: $line"
  fresh packed
  jq -cn --arg line "$line; touch done; sleep 60" '{command: $line, timeoutSec: 90}' \
    > "$dir/request"
  "$bin/exec" --root "$root" --env HOME < "$dir/request" > /dev/null 2>&1 &
  tool=$!
  until [ -e "$root/done" ]; do sleep 0.02; done
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
jq -cn '{command: "git stash clear; rm -rf .git/logs; touch done; sleep 60", timeoutSec: 90}' \
  > "$dir/request"
"$bin/exec" --root "$root" --env HOME < "$dir/request" > /dev/null 2>&1 &
tool=$!
until [ -e "$root/done" ]; do sleep 0.02; done
kill "$tool"
wait "$tool" && fail 'it was told to end'
check

# Two at the same time see what the other one commits.
name='two at once'
fresh loose
jq -cn '{command: "git commit -q --allow-empty -m first; touch done
  while [ ! -e second ]; do sleep 0.02; done; git log -1 --format=%s
  git commit -q --allow-empty -m third; git fsck", timeoutSec: 60}' > "$dir/request"
"$bin/exec" --root "$root" --env HOME < "$dir/request" > "$dir/first" &
tool=$!
until [ -e "$root/done" ]; do sleep 0.02; done
inside 'git log -1 --format=%s; git commit -q --allow-empty -m second; git fsck && touch second'
wait "$tool"
[ "$(jq -r .stdout "$dir/answer")" = first ] || fail "$name: $(cat "$dir/answer")"
[ "$(jq -r .stdout "$dir/first")" = second ] || fail "$name: $(cat "$dir/first")"
check
