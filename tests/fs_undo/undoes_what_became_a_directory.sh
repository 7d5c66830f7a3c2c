# A file that became a directory in one step and got files in another one comes back when all of it
# is undone at once, as it does step by step: also looked at, done again, and with an edit before.
. "$(dirname "$0")/../shell.sh"
keep=--keep-undo=1000000
cd "$dir"
call() { # TOOL REQUEST
  echo "$2" | "$bin/$1" $keep > out 2> err || fail "$1 $2: $(cat err)"
}
printf 'one\n' > c
call fs_edit '{"path":"c","oldString":"one","newString":"two"}'
call fs_rm '{"path":"c"}'
call fs_write_file '{"path":"c/f","content":"n","makeParents":true}'
call fs_undo '{"last":2,"dryRun":true}'
[ -f c/f ] || fail 'a look at it changed something'
call fs_undo '{"last":2}'
[ "$(cat c)" = two ] || fail 'two steps'
call fs_undo '{"redo":true}'
[ "$(cat c/f)" = n ] || fail 'done again'
call fs_undo '{"last":3}'
[ "$(cat c)" = one ] || fail 'three steps'

# The other way round: a directory that was made, emptied by hand, and is a file now.
call fs_write_file '{"path":"d/f","content":"n","makeParents":true}'
call fs_rm '{"path":"d","recursive":true}'
call fs_write_file '{"path":"d","content":"file"}'
call fs_undo '{"last":3}'
[ ! -e d ] || fail 'a directory that became a file'

# What somebody has put into it since stays.
call fs_rm '{"path":"c"}'
call fs_write_file '{"path":"c/f","content":"n","makeParents":true}'
echo mine > c/mine
call fs_undo '{"last":2}'
[ "$(cat c/mine)" = mine ] && [ ! -e c/f ] || fail 'not all was kept'
grep -q '"path":"c","action":"kept".*"reason":"is a directory now"' out || fail "$(cat out)"
