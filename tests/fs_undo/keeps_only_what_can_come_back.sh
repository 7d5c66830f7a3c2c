# What an undo could not read, or not hash, is no step: the answer says so, and older steps can
# still be undone.
. "$(dirname "$0")/../shell.sh"
mkdir "$dir/w"; cd "$dir/w"
keep=(--keep-undo=1000000)
echo old > file
echo '{"path":"file","content":"new"}' | "$bin/fs_write_file" "${keep[@]}" > ../out
truncate -s 9G huge
echo '{"path":"huge"}' | "$bin/fs_rm" "${keep[@]}" > ../out
grep -q '"notUndoable":"what was there has more than the 8589934592 bytes' ../out ||
  fail "$(cat ../out)"
mkdir tree
truncate -s 9G tree/huge
echo '{"path":"tree","recursive":true}' | "$bin/fs_rm" "${keep[@]}" > ../out
! grep -q notUndoable ../out || fail "$(cat ../out)"
echo '{}' | "$bin/fs_undo" "${keep[@]}" > ../out || fail "a tree with a huge file"
[ "$(stat -c %s tree/huge)" = 9663676416 ] || fail "the huge file is not there"
echo '{"redo":true}' | "$bin/fs_undo" "${keep[@]}" > ../out || fail "the tree, again"
[ ! -e tree ] || fail "it is still there"
if [ "$(id -u)" != 0 ]; then
  echo secret > unreadable
  chmod 200 unreadable
  echo '{"path":"unreadable"}' | "$bin/fs_rm" "${keep[@]}" > ../out
  grep -q "\"notUndoable\":\"what was there can't be read by this user\"" ../out ||
    fail "$(cat ../out)"
fi
echo '{"last":3}' | "$bin/fs_undo" "${keep[@]}" > ../out || fail "$(cat ../out)"
[ "$(cat file)" = old ] || fail "an older step: $(cat ../out)"
