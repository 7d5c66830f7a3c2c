# For tests of what exec keeps of a repository: repositories, and the check that nothing is lost.
needs git jq
echo '{"cmd":"true"}' | "$bin/exec" --root "$dir" --require namespaces > /dev/null \
  || skip 'no namespaces'
chmod 755 "$dir"
. "$(dirname "${BASH_SOURCE[0]}")/git_home.bash"
git config --global protocol.file.allow always

objects() { git -C "$root" cat-file --batch-all-objects --batch-check='%(objectname)' | sort; }
names=(--all --reflog)
reachable() {
  git -C "$root" rev-list "${names[@]}" --objects 2>> "$dir/fsck" | cut -c 1-40 | sort -u
}

# Makes templates of the three kinds of repository, once. The reflogs of an old one expire at the
# next gc.
make_template() ( # loose|packed|old
  root=$dir/template.$1
  [ "$1" != old ] || export GIT_COMMITTER_DATE='2020-01-01T00:00:00Z'
  git init -q "$root"
  (
    cd "$root"
    for i in 1 2 3; do
      echo "$i" >> f
      echo "$i" > "file$i"
      git add .
      git commit -qm "c$i"
    done
    git checkout -qb topic HEAD~1
    echo t > t
    git add t
    git commit -qm t1
    git checkout -qb gone
    echo g > g
    git add g
    git commit -qm g1
    git checkout -q main
    git tag v1
    git tag -am annotated v2 topic
    for i in 1 2; do
      echo "s$i" >> f
      git stash -q
    done
    [ "$1" != packed ] || git gc -q
    echo 4 > file4
    git add .
    git commit -qm c4
  )
)
fresh() { # loose|packed|old
  [ -d "$dir/template.$1" ] || make_template "$1"
  root=$dir/work
  rm -rf "$root"
  cp -a "$dir/template.$1" "$root"
  objects > "$dir/objects.before"
  reachable > "$dir/reachable.before"
}

# Leaves the answer in $dir/answer.
inside() { # LINE
  jq -cn --arg line "$1" '{command: $line, timeoutSec: 60}' \
    | "$bin/exec" --root "$root" --require namespaces --env HOME --env GIT_CONFIG_NOSYSTEM=1 \
      > "$dir/answer" || fail "$name: no answer"
}

# Every object that existed is there, and all that was reachable still is, also after a gc outside.
check() {
  : > "$dir/fsck"
  git -C "$root" fsck --full --strict > "$dir/fsck" 2>&1 || fail "$name: $(cat "$dir/fsck")"
  [ -z "$(objects | comm -23 "$dir/objects.before" -)" ] || fail "$name: objects are lost"
  [ -z "$(reachable | comm -23 "$dir/reachable.before" -)" ] || fail "$name: names are lost"
  git -C "$root" -c gc.pruneExpire=now gc -q 2>> "$dir/fsck" || fail "$name: gc: $(cat "$dir/fsck")"
  [ -z "$(reachable | comm -23 "$dir/reachable.before" -)" ] || fail "$name: lost by a gc"
  [ ! -e "$root/.git/objects/info/alternates" ] || fail "$name: alternates stay"
  [ -z "$(find "$root/.git/agentcli" -path '*/[iq]-*' -size +0 -type f)" ] || fail "$name: a slot is not empty"
}

# Runs the line in a repository of each kind, asks the function, if one is named, about the answer,
# and checks the repository.
in_each_kind() { # NAME LINE [FUNCTION]
  local kind
  for kind in loose packed; do
    name="$1, $kind"
    fresh "$kind"
    inside "$2"
    ${3:-true}
    check
  done
}

# Starts a command that makes the file `done`, and waits for that. The tool is the process $tool.
start() { # LINE [FILE OF THE ANSWER]
  rm -f "$root/done"
  jq -cn --arg line "$1" '{command: $line, timeoutSec: 90}' > "$dir/request"
  "$bin/exec" --root "$root" --require namespaces --env HOME \
    < "$dir/request" > "${2:-/dev/null}" 2> "$dir/started" &
  tool=$!
  until [ -e "$root/done" ]; do sleep 0.02; done
}
