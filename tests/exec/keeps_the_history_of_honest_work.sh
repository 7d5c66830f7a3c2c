# What people and models do with git works as outside, and its objects are in the repository when
# the command has ended.
place=/var/tmp # /tmp of a command is another one
. "$(dirname "$0")/../shell.sh"
. "$(dirname "$0")/history.bash"

succeeds() {
  [ "$(jq -c '[.exitCode, .gitRefused]' "$dir/answer")" = '[0,null]' ] \
    || fail "$name: $(cat "$dir/answer")"
}
honest() { in_each_kind "$1" "set -e; $2" succeeds; } # NAME LINE
silent() { # NAME LINE: nothing is said about names
  honest "$@"
  [ "$(jq -c '[.gitRefs, .gitKept, .gitRestored, .gitHistoryIncomplete]' "$dir/answer")" \
    = '[null,null,null,null]' ] || fail "$name: $(cat "$dir/answer")"
}
silent commit 'echo x >> f; git commit -qam x; [ "$(git log --oneline | wc -l)" = 5 ]'
git -C "$root" log -1 --format=%s | grep -qx x || fail 'the commit is not outside'
silent amend 'echo x >> f; git commit -q --amend -am x'
silent merge 'git merge -q --no-edit topic'
silent rebase 'git checkout -q topic; git rebase -q main'
silent 'interactive rebase' \
  'GIT_SEQUENCE_EDITOR="sed -i 2s/pick/squash/" GIT_EDITOR=true git rebase -q -i HEAD~2'
silent cherry-pick 'git cherry-pick topic'
silent revert 'git revert --no-edit HEAD'
honest stash 'git stash pop -q; git commit -qam s; git stash drop -q'
[ "$(jq .gitKept "$dir/answer")" = 2 ] || fail "a stash that was dropped: $(cat "$dir/answer")"
silent reset 'git reset -q --hard HEAD~2; git reset -q --hard ORIG_HEAD'
honest 'removed branch and tag' 'git branch -D gone; git tag -d v2'
[ "$(jq -c '[.gitRefs[].ref]' "$dir/answer")" = '["refs/heads/gone","refs/tags/v2"]' ] \
  || fail "$(cat "$dir/answer")"
[ "$(jq -r .gitKeptRef "$dir/answer")" = refs/agentcli/kept ] || fail "$(cat "$dir/answer")"
grep -q 'refs/tags/v2 was deleted$' "$root/.git/logs/refs/agentcli/kept" \
  || fail 'the reflog of what is kept'
silent gc 'echo x >> f; git commit -qam x; git gc -q; git fsck'
honest 'gc that prunes' \
  'git reflog expire --expire=now --all; git gc -q --prune=now --aggressive'
honest repack 'git repack -q -a -d'
silent 'pack-refs, prune and maintenance' \
  'git pack-refs --all; git prune --expire=now; git maintenance run --task=gc --quiet'
honest 'commit-graph' 'git commit-graph write --reachable; git log --oneline'
silent worktree 'git worktree add -q wt topic; cd wt; echo w > w; git add w; git commit -qm w;
  cd ..; git worktree remove wt'
honest bisect 'git bisect start HEAD HEAD~3; git bisect run true; git bisect reset'
honest 'a clone' 'git clone -q . copy; cd copy; echo c > c; git add c; git commit -qm c;
  git push -q origin HEAD:refs/heads/from-copy'
git -C "$root/copy" fsck --full > /dev/null || fail 'the clone is not whole outside'
honest 'a renamed branch' 'git branch -m gone came || true; git branch -m topic t/opic || true'
[ "$(jq -c '[.gitKept, .gitRestored]' "$dir/answer")" = '[null,null]' ] \
  || fail "$(cat "$dir/answer")"
honest 'gc of what is kept' 'git tag -d v2'
inside 'git gc -q && git reflog expire --all && git log -g refs/agentcli/kept'
[ "$(jq -c '[.exitCode, .gitRestored, .gitKept]' "$dir/answer")" = '[0,null,null]' ] \
  || fail "$name: $(cat "$dir/answer")"
silent 'another branch' 'git checkout -q topic; git checkout -q HEAD~1; git checkout -q -'
honest 'a fetch' 'git clone -q --no-local . copy; (cd copy; for i in 1 2 3; do echo $i > c;
  git add c; git commit -qm c$i; done); git fetch -q ./copy HEAD:new; git merge -q --no-edit new'
honest filter-branch 'git filter-branch -f --msg-filter cat HEAD > /dev/null 2>&1'
honest 'bundle, archive, notes and replace' 'git bundle create -q b --all;
  git archive HEAD -o a.tar; git notes add -m n; git replace --graft HEAD; git log --oneline'
honest fast-import 'printf "commit refs/heads/fi\ncommitter A <a@b> 1700000000 +0000\ndata 1\nx
M 644 inline q\ndata 2\nqq\n" | git fast-import --quiet'

# Nothing is said about commands that do not touch the repository.
name='no git'
fresh loose
inside 'echo x > other'
[ "$(jq -c 'keys | map(select(startswith("git")))' "$dir/answer")" = '[]' ] \
  || fail "$(cat "$dir/answer")"
