# A dry run of many changes in one step tells what can be told: what follows a move that is not made
# yet is left out, and no conflict.
. "$(dirname "$0")/../shell.sh"
needs jq
mkdir "$dir/workspace"; cd "$dir/workspace"
call() { # TOOL REQUEST
  "$bin/$1" --keep-undo=1000000 <<< "$2" > "$dir/answer" 2>&1 || fail "$1: $(cat "$dir/answer")"
}
printf 'a\nb\n' > x
call fs_edit '{"path":"x","oldString":"b","newString":"B"}'
call fs_move '{"from":"x","to":"y"}'
call fs_write_file '{"path":"new","content":"n\n"}'
call fs_undo '{"last":3}'
[ "$(cat x)" = "$(printf 'a\nb')" ] && [ ! -e new ] || fail 'it is not undone'
call fs_undo '{"redo":true,"dryRun":true}'
jq -e '(.files | map(.path)) == ["x", "new"] and .truncated
  and (.diff | contains("+B") and contains("+n"))' "$dir/answer" > "$dir/out" \
  || fail "$(cat "$dir/answer")"
[ -e x ] && [ ! -e y ] && [ ! -e new ] || fail 'a dry run has changed something'
# What was changed since is kept, and the rest done again.
echo other > y
call fs_undo '{"redo":true}'
[ "$(cat y)" = other ] && [ -e new ] && grep -q '"action":"kept"' "$dir/answer" \
  || fail "$(cat "$dir/answer")"
