# --keep-undo is the most that is kept: the oldest steps go, a change that is larger is made and
# says so, and without the flag nothing is kept at all.
. "$(dirname "$0")/../shell.sh"
mkdir "$dir/workspace"; cd "$dir/workspace"
write() { # FLAG PATH BYTES
  head -c "$3" /dev/zero | tr '\0' x > "$dir/content"
  printf '{"path":"%s","content":"%s"}' "$2" "$(cat "$dir/content")" \
    | "$bin/fs_write_file" $1 > "$dir/out" 2> "$dir/err" || fail "$(cat "$dir/err")"
}
kept() { find .agentcli/undo -mindepth 1 -type d | wc -l; }

write '' a 10; write '' a 11
[ ! -e .agentcli/undo ] || fail "something was kept without --keep-undo"

# The oldest go, with what they have kept; the numbers go on.
for size in 1 2 3 4 5 6 7 8 9 10 11 12; do write --keep-undo=81920 a $((size * 500)); done
! grep -q notUndoable "$dir/out" || fail "$(cat "$dir/out")"
[ "$(kept)" -lt 11 ] && [ "$(kept)" -gt 3 ] || fail "$(kept) steps are kept"
[ "$(wc -l < .agentcli/undo/log.ndjson)" = "$(kept)" ] || fail "lines and directories differ"
log=.agentcli/undo/log.ndjson
tail -1 $log | grep -q '^{"n":12,' || fail "$(tail -1 $log)"
echo '{"last":3}' | "$bin/fs_undo" --keep-undo=81920 > "$dir/out" || fail "they can't be undone"
[ "$(stat -c %s a)" = 4500 ] || fail "$(stat -c %s a)"

# Larger than all.
write --keep-undo=4096 b 9000; write --keep-undo=4096 b 10
why='what was there has more than the 4096 bytes of --keep-undo'
grep -q "\"notUndoable\":\"$why\"" "$dir/out" || fail "$(cat "$dir/out")"
[ "$(stat -c %s b)" = 10 ] || fail "the change was not made"
# A tree of files that are small by themselves.
mkdir tree; for name in 1 2 3; do echo x > tree/$name; done
echo '{"path":"tree","recursive":true}' | "$bin/fs_rm" --keep-undo=8192 > "$dir/out"
grep -q '"notUndoable":' "$dir/out" && [ ! -e tree ] || fail "$(cat "$dir/out")"

# What was kept without a line (its call was killed) goes with the next call, also what looks like a
# step.
rm -r .agentcli/undo; write --keep-undo=40960 a 1
mkdir .agentcli/undo/2; echo lost > .agentcli/undo/2/0; echo lost > .agentcli/undo/2/1
printf '{"n":2,"bytes":0,"sum":' >> .agentcli/undo/log.ndjson
write --keep-undo=40960 a 2
[ "$(cd .agentcli/undo/2; echo *)" = "0 1" ] && [ "$(stat -c %s .agentcli/undo/2/0)" = 1 ] \
  && [ "$(wc -l < $log)" = 2 ] || fail "$(ls -R .agentcli/undo)"

# A place that is not its own.
needs_root "a directory of another user"
chown 12345 .agentcli/undo; write --keep-undo=40960 a 3
grep -q '"notUndoable":.*belongs to another user' "$dir/out" || fail "$(cat "$dir/out")"
