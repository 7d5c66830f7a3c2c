# "show" answers what the steps have changed together, also if something has changed the files
# since: git apply makes of the files before them those that the steps left.
. "$(dirname "$0")/../shell.sh"
needs jq git
mkdir "$dir/workspace"; cd "$dir/workspace"
call() { # TOOL REQUEST
  "$bin/$1" --keep-undo=10000000 <<< "$2" > "$dir/out" 2> "$dir/err" || fail "$1: $(cat "$dir/err")"
}
is() { # FILTER
  jq -e "$1" "$dir/out" > "$dir/answer" || fail "not $1: $(cat "$dir/out")"
}
seq 9 > a; printf 'no newline' > b; echo gone > 'gone "x"'; echo moves > m; seq 30 > both
printf 'x\0y' > bin; mkdir tree; echo leaf > tree/leaf; ln -s a link
cp -a . "$dir/before"
call fs_edit '{"path":"a","oldString":"2\n","newString":"two\n"}'
call fs_write_file '{"path":"b","content":"no newline, longer","overwrite":true}'
call fs_write_file '{"path":"new/file","content":"n\n","makeParents":true}'
call fs_write_file '{"path":"empty","content":""}'
call fs_rm '{"path":"gone \"x\""}'
call fs_move '{"from":"m","to":"n"}'
call fs_move '{"from":"both","to":"moved"}'
call fs_edit '{"path":"moved","oldString":"6\n7\n8","newString":"6\nseven\n8"}'
call fs_edit '{"path":"a","oldString":"9\n","newString":"nine\n"}'
call fs_write_file '{"path":"short","content":"lived"}'
call fs_rm '{"path":"short"}'
cp -a . "$dir/after"
call fs_append_file '{"path":"bin","content":"z"}'
call fs_rm '{"path":"tree","recursive":true}'
call fs_rm '{"path":"link"}'
# Somebody else.
sed -i s/5/FIVE/ a; rm b; echo more >> new/file

call fs_undo '{"last":14,"show":true}'
is '.undone == [] and ([.files[].path] | sort) ==
  ["a", "b", "bin", "empty", "gone \"x\"", "link", "moved", "n", "new/file", "tree"]'
is '.files[] | select(.path == "a") | .added == 2 and .removed == 2 and .linesSince == 1
  and (.steps | length) == 2'
is '.files[] | select(.path == "bin") | .reason == "binary"'
is '.files[] | select(.path == "tree") | .reason == "a directory" and .action == "deleted"'
is '.files[] | select(.path == "new/file") | .linesSince == 1 and .action == "created"'
is '.files[] | select(.path == "moved") | .action == "moved" and .from == "both"'
is '[.files[] | select(.linesSince) | .path] == ["a", "new/file"]'
[ "$(sed -n 5p a)" = FIVE ] || fail "it was changed"

jq -r '.files[] | "a heading · +1 -1", (.diff // empty)' "$dir/out" > "$dir/diff"
cd "$dir/before"; git init -q .
git apply "$dir/diff" 2> "$dir/err" || fail "$(cat "$dir/err" "$dir/diff")"
rm -rf .git "$dir/after/.agentcli"
diff -r "$dir/before" "$dir/after" > "$dir/answer" || fail "$(cat "$dir/answer" "$dir/diff")"

# A later step is nothing else; and a file of which no copy was kept has no diff.
cd "$dir/workspace"; rm -r .agentcli; seq 9 > a
call fs_edit '{"path":"a","oldString":"2\n","newString":"two\n"}'
call fs_edit '{"path":"a","oldString":"3\n","newString":"three\n"}'
call fs_undo '{"steps":[{"n":1}],"show":true}'
is '.files[0] | .linesSince == null and .added == 1'
rm .agentcli/undo/1/1
call fs_undo '{"steps":[{"n":1}],"show":true}'
is '.files[0].reason == "its text was not kept"'
