# What --write grants of a repository outside the workspace takes commits, but neither hooks nor
# config: of the repository that a linked working tree shares, and of one at the place itself,
# whichever directory is named.
place=/var/tmp # a command has another /tmp
. "$(dirname "$0")/../shell.sh"
needs git jq
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null HOME=$dir
for name in AUTHOR COMMITTER; do
  export GIT_${name}_NAME=n GIT_${name}_EMAIL=n@example.com
done
variables=(--env GIT_AUTHOR_NAME --env GIT_AUTHOR_EMAIL --env GIT_COMMITTER_NAME
  --env GIT_COMMITTER_EMAIL)
cd "$dir"
run() { # COMMAND [FLAG…], in the linked working tree
  status=0
  jq -cn --arg line "$1" '{command: $line}' |
    "$bin/exec" --root "$tree" --require=namespaces "${variables[@]}" "${@:2}" \
      > "$dir/out" 2> "$dir/err" || status=$?
  [ $status != 3 ] || skip 'there are no namespaces'
  [ $status = 0 ] || fail "$1: $status"
}
make() { # DIRECTORY: a repository main, a working tree linked to it, and two others
  rm -rf all
  mkdir all
  git init -q all/main
  git -C all/main commit -q --allow-empty -m first
  git -C all/main worktree add -q ../tree 2> err
  git init -q all/other
  git -C all/other commit -q --allow-empty -m first
  git clone -q --bare all/other all/bare.git
  rm -rf all/main/.git/hooks all/main/.git/branches
}
tree=$dir/all/tree
state() { # of everything that git obeys
  (cd all && find . \( -path '*/hooks*' -o -path '*/info/*' -o -name config -o -name 'commondir' \
    -o -name gitdir -o -name config.worktree -o -path '*/remotes*' -o -path ./other/.git \) \
    -not -type d -not -path '*/agentcli*/*' -printf '%p %s %C@\n' | sort)
}
attempt='cd GIT || exit 0
for part in hooks info remotes branches modules; do
  mkdir -p $part; echo x > $part/evil; mv $part moved; rm -rf $part
done
echo "[core] fsmonitor = evil" >> config
for part in config commondir config.worktree worktrees/*/commondir worktrees/*/gitdir; do
  [ -e $part ] || continue
  echo x > $part; rm -f $part; mv HEAD $part
done
for part in worktrees/*; do echo x > $part/config.worktree.new; mv $part moved; rm -rf moved; done
ln -sfn /tmp/x hooks; echo ../../../evil > commondir
cd ..; mv .git away; mv main away; mv other away
true'
for grant in main/.git main . main/.git/hooks main/.git/worktrees main/.git/worktrees/tree; do
  make
  mkdir -p "all/$grant"
  state > before
  run "${attempt//GIT/$dir\/all\/main\/.git}" --write "all/$grant"
  state > after
  diff before after > out || fail "--write $grant: what git obeys was changed"
  run "echo x > $dir/all/main/.git/hooks/pre-commit" --write "all/$grant" --policy read-only
  [ ! -s all/main/.git/hooks/pre-commit ] || fail "--write $grant: a hook, read-only"
done
make
run "${attempt//GIT/$dir\/all\/main\/.git}" --write all/main/.git
jq -e --arg path "$dir/all/main/.git/commondir" '.gitRemoved == [$path]' out > err ||
  fail 'the commondir is not named'
for grant in other/.git other other/.git/config bare.git .; do
  make
  state > before
  for git in other/.git bare.git; do
    run "${attempt//GIT/$dir\/all\/$git}" --write "all/$grant"
  done
  [ "$grant" = . ] && continue # deeper: not protected
  state > after
  diff before after > out || fail "--write $grant: what git obeys in another repository was changed"
done

# --write names a part of a repository, also of a repository whose working tree is not granted.
make
git init -q all/sub
git -C all/sub commit -q --allow-empty -m first
mkdir -p all/other/.git/{modules,info,hooks}
cp -r all/sub/.git all/other/.git/modules/s
for part in hooks/pre-commit info/attributes modules/s/hooks/pre-commit; do
  echo '#' > "all/other/.git/$part"
done
git -C all/other worktree add -q ../wt 2> err
for grant in other/.git/hooks/pre-commit other/.git/hooks other/.git/info/attributes \
  other/.git/modules/s/config other/.git/modules/s/hooks/pre-commit wt/.git bare.git/config; do
  file=$dir/all/$grant
  [ ! -d "$file" ] || file+=/pre-commit
  before=$(cat "$file")
  for policy in read-only workspace-write; do
    run "echo evil >> $file" --write "all/$grant" --policy $policy
    [ "$(cat "$file")" = "$before" ] || fail "--write $grant, $policy: it was changed"
  done
  [ "$grant" = wt/.git ] || jq -e '.sandbox.gaps | index("protected-paths-partly-writable")' out \
    > err || fail "--write $grant: the gap"
done
run "echo more >> $dir/all/other/.git/description" --write all/other/.git/description
[ "$(tail -n 1 all/other/.git/description)" = more ] ||
  fail 'a file without effect on git is protected'

# Commits work, as they do in a repository of its own.
make
run 'echo 1 > f && git add f && git commit -qm second && git branch x && git branch -q -D x' \
  --write all/main/.git
[ "$(jq .exitCode out)" = 0 ] && [ "$(git -C all/tree log --oneline | wc -l)" = 2 ] ||
  fail 'a commit in the linked working tree'
git -C all/main fsck --no-progress > out 2>&1 || fail 'the repository is broken'

# It is said that protected things can be changed in part.
jq -e '.sandbox.gaps | index("protected-paths-partly-writable")' <(
  run true --write all/main/.git --policy read-only; cat out) > err || fail 'the gap'
