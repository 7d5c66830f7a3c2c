# A dry run says whether the removal could be undone, and why not. It keeps nothing.
. "$(dirname "$0")/../shell.sh"
needs jq
mkdir "$dir/workspace"; cd "$dir/workspace"
says() { # LIMIT PATH ANSWER: the fields undoable and notUndoable
  "$bin/fs_rm" --keep-undo="$1" <<< "{\"path\":\"$2\",\"recursive\":true,\"dryRun\":true}" \
    > "$dir/out" || fail "$2: $(cat "$dir/out")"
  [ "$(jq -c '[.undoable, .notUndoable]' "$dir/out")" = "$3" ] || fail "$2: $(cat "$dir/out")"
}
mkdir -p tree/inner; echo 1 > tree/inner/file; echo 2 > file; ln -s nowhere link
head -c 20000 /dev/urandom > large; cp large tree/large
for path in tree file link large; do says 1000000 $path '[true,null]'; done
says 16384 large '[null,"over 16 KiB"]'
says 10000 tree '[null,"over 10000 bytes"]'
says 0 file '[null,null]'
[ ! -e .agentcli ] && [ -e tree/large ] || fail "a dry run has changed something"
if [ "$(id -u)" != 0 ]; then
  why="what was there can't be moved to '.agentcli/undo' by this user"
  chmod 555 tree; says 1000000 tree "[null,\"$why\"]"
  chmod 755 tree
fi
"$bin/fs_rm" --keep-undo=1000000 <<< '{"path":"file"}' > "$dir/out" && [ -d .agentcli/undo/1 ] \
  && [ "$(jq .undoable "$dir/out")" = null ] || fail "$(cat "$dir/out")"
rm -r .agentcli/undo; mkdir -m 777 .agentcli/undo; chmod 777 .agentcli/undo
"$bin/fs_rm" --keep-undo=1000000 <<< '{"path":"large","dryRun":true}' > "$dir/out"
jq -e '.undoable == null and (.notUndoable | length > 0)' "$dir/out" > "$dir/answer" \
  || fail "a store that others can write: $(cat "$dir/out")"
