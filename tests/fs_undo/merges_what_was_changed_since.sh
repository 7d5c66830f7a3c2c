# What somebody has changed since in other lines stays, and the rest of the file is undone; a file
# that is already as it was is done. A choice keeps a file, or restores it over what was changed
# since, which a redo brings back.
. "$(dirname "$0")/../shell.sh"
mkdir "$dir/workspace"; cd "$dir/workspace"
call() { # TOOL REQUEST
  "$bin/$1" --keep-undo=1000000 <<< "$2" > "$dir/out" 2> "$dir/err" || fail "$1: $(cat "$dir/err")"
}
has() { grep -qF "$1" "$dir/out" || fail "no $1 in $(cat "$dir/out")"; }
refused() { # REQUEST WORDS
  ! "$bin/fs_undo" --keep-undo=1000000 <<< "$1" > "$dir/out" 2> "$dir/err" || fail "done: $1"
  grep -qF "$2" "$dir/err" || fail "no $2 in $(cat "$dir/err")"
}
is() { [ "$(cat "$1")" = "$(printf "$2")" ] || fail "$1 is $(cat "$1")"; }
begin() { rm -rf .agentcli ./*; seq 9 > a; seq 9 > b; seq 9 > c; seq 9 > d; }
edit() { call fs_edit "{\"path\":\"$1\",\"oldString\":\"$2\\n\",\"newString\":\"$3\\n\"}"; }

# A plan for each file.
begin; edit a 2 two; edit b 2 two; edit c 2 two; edit d 2 two
sed -i s/8/EIGHT/ b; sed -i s/two/TWO/ c; seq 9 > d
call fs_undo '{"last":4,"dryRun":true}'
has '"path":"a","action":"modified","sha256":'
has '"plan":"restore","plans":["restore","keep"],"added":1,"removed":1,"steps":[1]}'
since='"reason":"was changed since"'
has '"plan":"merge","plans":["merge","restore","keep"],'"$since"
has "$since"',"added":1,"removed":1,"linesSince":1,"steps":[2]}'
has '"plan":"keep","plans":["restore","keep"],'"$since"',"linesSince":1,"steps":[3]}'
has '"path":"d","action":"unchanged"'
is b '1\ntwo\n3\n4\n5\n6\n7\nEIGHT\n9'
call fs_undo '{"last":4}'
has '"undone":[4,3,2,1]'
is a '1\n2\n3\n4\n5\n6\n7\n8\n9'; is b '1\n2\n3\n4\n5\n6\n7\nEIGHT\n9'
is c '1\nTWO\n3\n4\n5\n6\n7\n8\n9'; is d '1\n2\n3\n4\n5\n6\n7\n8\n9'
# And back, with yet another line.
sed -i s/5/FIVE/ b
call fs_undo '{"redo":true}'
is a '1\ntwo\n3\n4\n5\n6\n7\n8\n9'; is b '1\ntwo\n3\n4\nFIVE\n6\n7\nEIGHT\n9'
is c '1\nTWO\n3\n4\n5\n6\n7\n8\n9'

# Choices.
begin; edit a 2 two; edit b 2 two; edit c 2 two
sed -i s/8/EIGHT/ b; sed -i s/two/TWO/ c
refused '{"last":3,"choices":[{"path":"c","plan":"merge"}]}' \
  "'c' was changed since, and can't be merged"
refused '{"last":3,"choices":[{"path":"x","plan":"keep"}]}' \
  "'x' is not a path that these steps changed"
is a '1\ntwo\n3\n4\n5\n6\n7\n8\n9'
choose() { echo "{\"path\":\"$1\",\"plan\":\"$2\"}"; }
call fs_undo "{\"last\":3,\"choices\":[$(choose a keep),$(choose b restore),$(choose c restore)]}"
is a '1\ntwo\n3\n4\n5\n6\n7\n8\n9'
is b '1\n2\n3\n4\n5\n6\n7\n8\n9'; is c '1\n2\n3\n4\n5\n6\n7\n8\n9'
call fs_undo '{"redo":true}'
is b '1\ntwo\n3\n4\n5\n6\n7\nEIGHT\n9'; is c '1\nTWO\n3\n4\n5\n6\n7\n8\n9'
begin; edit a 2 two
call fs_undo '{"choices":[{"path":"a","plan":"keep"}]}'
has '"undone":[]'

# Between two steps, too.
begin; edit a 2 two; sed -i s/8/EIGHT/ a; edit a 5 five
call fs_undo '{"last":2}'
is a '1\n2\n3\n4\n5\n6\n7\nEIGHT\n9'

# Without the copy, or with another one, nothing is merged.
copy=.agentcli/undo/1/1
for harm in 'rm $copy' 'echo evil > $copy' 'ln -sf /etc/passwd $copy'; do
  begin; edit a 2 two; sed -i s/8/EIGHT/ a; eval "$harm"
  refused '{}' "'a' was changed since, and nothing is undone"
done
