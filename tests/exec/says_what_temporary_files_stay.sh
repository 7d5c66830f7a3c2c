# With Landlock alone: the directory for temporary files is removed after a command, however deep it
# is; the answer names one that stays, since somebody else has put into it what the command's user
# can't remove.
. "$(dirname "$0")/../shell.sh"
export TMPDIR=$dir/tmp
mkdir "$TMPDIR" "$dir/workspace"
chmod 1777 "$TMPDIR"
chmod 755 "$dir"
tool=("$bin/without_namespaces" clone "$bin/exec" --root "$dir/workspace")
cd "$dir"

cat > workspace/nest << 'END'
cd "$TMPDIR"
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do
  mkdir -p a/a/a/a/a/a/a/a/a/a/moved-1/a/a/a
  touch a/a/a/moved-2
  cd a/a/a/a/a/a/a/a/a/a
done
chmod 0 .. .
END
echo '{"cmd":"sh","args":["nest"]}' | "${tool[@]}" > out 2> err || fail "no answer"
grep -q '"exitCode":0' out || fail "the directories were not made"
[ -z "$(ls "$TMPDIR")" ] || fail "the directory stays: $(ls "$TMPDIR")"
! grep -q temporaryFilesLeft out || fail "the answer says that it stays"

needs_root "what only another user can remove"
chown 4001:4001 workspace
cat > workspace/wait << 'END'
echo $TMPDIR > new
mv new place
until [ -e go ]; do sleep 0.1; done
END
plant() {
  for _ in $(seq 100); do [ -e workspace/place ] && break || sleep 0.1; done
  directory=$(cat workspace/place)/of-root
  mkdir -m 700 "$directory"
  touch "$directory/file" workspace/go
}
plant &
echo '{"cmd":"sh","args":["wait"]}' | "${tool[@]}" --user=owner > out 2> err || fail "no answer"
wait
grep -qF "\"temporaryFilesLeft\":\"$TMPDIR/agentcli-exec-" out || fail "it does not say what stays"
