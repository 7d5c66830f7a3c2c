# A file that comes back without something it had (set-user-ID, its other names) says so, as every
# tool does that changes files; a file that comes back whole says nothing.
. "$(dirname "$0")/../shell.sh"
keep=--keep-undo=1000000
cd "$dir"
call() { # TOOL REQUEST
  echo "$2" | "$bin/$1" $keep > out 2> err || fail "$1 $2"
}
undone() { # PATTERN
  call fs_undo '{}'
  grep -qE "$1" out || fail "undo does not say $1"
}
printf 'x\n' > s; chmod 4755 s
call fs_rm '{"path":"s"}'
undone '"path":"s".*"notKept":\["set-user-ID"\]'
[ "$(stat -c %a s)" = 755 ] || fail 'it has its right back'

printf 'x\n' > a; ln a b
call fs_rm '{"path":"a"}'
undone '"path":"a".*"notKept":\["hard links"\]'

rm a; ln b a
call fs_edit '{"path":"a","oldString":"x","newString":"y"}'
undone '"path":"a".*"notKept":\["hard links"\]'

printf 'x\n' > plain
call fs_edit '{"path":"plain","oldString":"x","newString":"y"}'
undone '"path":"plain"'
! grep -q notKept out || fail 'a file that came back whole'
