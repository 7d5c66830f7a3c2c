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
  for o in $(git rev-list --objects --all | cut -c1-40); do mkdir -p .git/objects/${o:0:2}
    printf "blob 5\0evil\n" | perl -MCompress::Zlib -0777 -ne "print compress(\$_)" \
      > .git/objects/${o:0:2}/${o:2}; done
  old=$(git rev-parse HEAD:f); new=$(echo evil | git hash-object -w --stdin)
  p=$(echo $new | git pack-objects -q .git/objects/pack/pack); chmod u+w .git/objects/pack/*
  perl -0777 -pi -e "s/\Q@{[pack q(H*), q($new)]}\E/pack q(H*), q($old)/e" \
    .git/objects/pack/pack-$p.idx
  cp .git/agentcli/base/pack/*.idx .git/objects/pack/pack-$(printf %040d 7).idx
  cp .git/objects/pack/pack-$p.idx .git/objects/pack/agentcli-pack-$p.idx
  echo junk > .git/objects/pack/pack-$(printf %040d 7).pack'
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

# A tool that was killed: the next call takes over what it has left, also a pack.
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
    inside true
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
