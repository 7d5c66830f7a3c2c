# On a full disk a change is made as it would be without --keep-undo and says that it can't be
# undone, and an undo that finds no space changes nothing.
. "$(dirname "$0")/../shell.sh"
needs_root "a file system of its own"
with_own_mounts
mkdir "$dir/workspace"
mount -t tmpfs -o size=256k tmpfs "$dir/workspace" || skip "there is no tmpfs"
at_end 'umount "$dir/workspace"'
cd "$dir/workspace"
keep=--keep-undo=1000000
seen() {
  find . -path ./.agentcli -prune -o -type f ! -name fill -print0 | sort -z | xargs -0 sha256sum
}
head -c 60000 /dev/zero | tr '\0' o > a
printf '{"path":"a","content":"%s"}' "$(head -c 50000 /dev/zero | tr '\0' n)" > "$dir/request"
"$bin/fs_write_file" $keep < "$dir/request" > "$dir/out" || fail "there is space for both"
! grep -q notUndoable "$dir/out" || fail "$(cat "$dir/out")"

dd if=/dev/zero of=fill bs=4096 2> "$dir/err" || true
before=$(seen)
echo '{}' | "$bin/fs_undo" $keep > "$dir/out" 2> "$dir/err" && fail "undone without space"
grep -q '"code":"NO_SPACE"' "$dir/err" || fail "$(cat "$dir/err")"
[ "$(seen)" = "$before" ] || fail "something was changed"
# A removal makes room, and must not need any.
echo '{"path":"a"}' | "$bin/fs_rm" $keep > "$dir/out" 2> "$dir/err" || fail "$(cat "$dir/err")"
[ ! -e a ] || fail "it was not removed"
rm fill
if grep -q notUndoable "$dir/out"; then last=1; else last=2; fi
if [ $last = 2 ]; then
  echo '{"last":2}' | "$bin/fs_undo" $keep > "$dir/out" 2> "$dir/err" || fail "$(cat "$dir/err")"
  [ "$(stat -c %s a)" = 60000 ] || fail "$(stat -c %s a)"
fi
