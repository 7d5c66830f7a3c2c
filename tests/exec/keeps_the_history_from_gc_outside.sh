# A `git gc` of the user while commands run keeps what they have removed meanwhile: git sees it as
# the reflog of a working tree, which git in commands does not see.
place=/var/tmp # /tmp of a command is another one
. "$(dirname "$0")/../shell.sh"
. "$(dirname "$0")/history.bash"

gc() { git -C "$root" -c gc.pruneExpire=now gc -q 2> "$dir/gc" || fail "$name: $(cat "$dir/gc")"; }
removes='git branch -qD gone; git tag -d v2; git stash clear
  git reflog expire --expire=all --all; rm -rf .git/logs .git/worktrees'
for kind in loose packed; do
  name="refs and reflogs, $kind"
  fresh "$kind"
  start "$removes; touch done; while [ ! -e go ]; do sleep 0.02; done"
  gc
  touch "$root/go"
  wait "$tool"
  check

  name="one of two commands, $kind"
  fresh "$kind"
  start 'touch done; while [ ! -e go ]; do sleep 0.02; done'
  inside "$removes"
  gc
  touch "$root/go"
  wait "$tool"
  check

  name="after a kill, $kind"
  fresh "$kind"
  start "$removes; touch done; sleep 60"
  kill -9 "$tool"
  wait "$tool" 2> "$dir/out" || true
  gc
  inside true
  check
done

# A gc that removes lines of the reflog gives it another file.
name='the next command'
fresh loose
inside true
start 'touch done; while [ ! -e go ]; do sleep 0.02; done'
git -C "$root" reflog expire --expire=all --all
touch "$root/go"
wait "$tool"
check
fresh loose
start "$removes; touch done; while [ ! -e go ]; do sleep 0.02; done"
gc
touch "$root/go"
wait "$tool"
check

name='git in a command'
fresh loose
inside 'cd .git/worktrees/*; echo x > logs; echo x > gitdir; rm locked; mv ../a* ..; cd ../..
  mv worktrees w; rm -rf worktrees; echo x > agentcli/names; cd ..; ls -A .git/worktrees/*
  git worktree list | wc -l; git worktree prune -v; git gc -q && git fsck'
[ "$(jq -c '[.exitCode, .stdout, .gitRestored, .gitObeys]' "$dir/answer")" \
  = '[0,"locked\n1\n",null,null]' ] || fail "$name: $(cat "$dir/answer")"
[ "$(git -C "$root" worktree list | wc -l)" = 1 ] || fail "$name: a working tree stays"
git -C "$root" worktree prune -v > "$dir/out"
[ ! -s "$dir/out" ] || fail "$name: it is pruned"
check
