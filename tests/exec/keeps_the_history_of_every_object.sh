# Objects that a command could reach by another way than .git/objects of its workspace.
place=/var/tmp # /tmp of a command is another one
. "$(dirname "$0")/../shell.sh"
. "$(dirname "$0")/history.bash"

# A clone that was made outside, in the workspace, has hard links to the objects.
for kind in loose packed; do
  name="a clone with hard links, $kind"
  fresh "$kind"
  git clone -q "$root" "$root/nested"
  inside 'chmod -R u+w nested/.git; find nested/.git/objects -type f | while read -r f; do
    echo junk > "$f"; done'
  [ "$(jq '.sandbox.gaps | index("git-objects-have-other-names")' "$dir/answer")" = null ] \
    || fail "$name: $(cat "$dir/answer")"
  check
done

# What is too much to be copied is named.
name='a large pack with hard links'
fresh packed
truncate -s 300M "$root/.git/objects/pack/pack-$(printf %040d 1).pack"
ln "$root/.git/objects/pack/pack-$(printf %040d 1).pack" "$root/link"
inside true
[ "$(jq '.sandbox.gaps | contains(["git-objects-have-other-names"])' "$dir/answer")" = true ] \
  || fail "$name: $(cat "$dir/answer")"

# A bare repository as the workspace has slots as others do.
name=bare
fresh packed
git clone -q --mirror "$root" "$dir/bare"
root=$dir/bare
objects > "$dir/objects.before"
reachable > "$dir/reachable.before"
inside 'id=$(git commit-tree -p HEAD -m new HEAD^{tree}); git branch new $id; git clone -q . c
  git -C c log --oneline origin/new'
[ "$(jq .exitCode "$dir/answer")" = 0 ] || fail "$name: $(cat "$dir/answer")"
[ "$(git -C "$root" log -1 --format=%s new)" = new ] || fail "$name: the commit is not outside"
inside 'chmod -R u+w .; rm -rf objects/* refs packed-refs HEAD; mv objects o; mv agentcli a
  find agentcli/base -type f -exec truncate -s0 {} +; rm -rf agentcli'
git -C "$root" fsck --full --strict > "$dir/fsck" 2>&1 || fail "$name: $(cat "$dir/fsck")"
[ -z "$(objects | comm -23 "$dir/objects.before" -)" ] || fail "$name: objects are lost"
[ -z "$(reachable | comm -23 "$dir/reachable.before" -)" ] || fail "$name: names are lost"

# --write of a directory guards the repositories that are directly in it, and names the gap.
name='--write of a directory above repositories'
fresh packed
mkdir -p "$dir/above" "$dir/empty"
mv "$root" "$dir/above/one"
git clone -q --bare "$dir/above/one" "$dir/above/two.git"
root=$dir/above/one
jq -cn --arg place "$dir/above" '{command: ("cd " + $place + "; rm -rf */.git/objects/* */objects/*
  rm -rf */.git/refs */refs */.git; echo evil > one/.git/hooks/post-commit
  cd one; echo x > f; git commit -qam x")}' > "$dir/request"
"$bin/exec" --root "$dir/empty" --require namespaces --policy read-only --write "$dir/above" \
  --env HOME < "$dir/request" > "$dir/answer" || fail "$name: no answer"
jq -e '.sandbox.gaps | index("protected-paths-partly-writable")' "$dir/answer" > "$dir/out" \
  || fail "$name: the gap"
[ ! -e "$root/.git/hooks/post-commit" ] || fail "$name: a hook"
git -C "$dir/above/two.git" fsck --full > "$dir/fsck" 2>&1 || fail "$name: $(cat "$dir/fsck")"
check

# Refs that are reached by a link are not compared, and the answer says so.
name='packed-refs is a link'
fresh packed
mv "$root/.git/packed-refs" "$root/.git/packed"
ln -s packed "$root/.git/packed-refs"
inside true
jq -e '.sandbox.gaps | index("git-refs-writable")' "$dir/answer" > "$dir/out" || fail "$name"

# A pack of holes is refused at once: it neither takes time, nor may it contain what a ref names.
name='a sparse pack'
fresh loose
inside 'mkdir -p .git/objects/pack; truncate -s 900G .git/objects/pack/pack-$(printf %040d 5).pack
  printf "%040d\n" 7 > .git/refs/heads/x'
[ "$(jq -c '[.gitRestored, (.gitRefused | length)]' "$dir/answer")" \
  = '[[".git/refs/heads/x"],1]' ] || fail "$name: $(cat "$dir/answer")"
check
