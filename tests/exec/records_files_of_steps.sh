# What a command does to files of earlier steps is a step of its own, so that all of it can be
# undone together; what it does to other files is not recorded, nor is anything without --keep-undo.
. "$(dirname "$0")/../shell.sh"
needs jq
mkdir "$dir/workspace"; cd "$dir/workspace"
keep=--keep-undo=10000000
call() { # TOOL REQUEST
  "$bin/$1" $keep <<< "$2" > "$dir/out" 2> "$dir/err" || fail "$1: $(cat "$dir/err")"
}
run() { # COMMAND STEP…
  call exec "$(jq -nc '$ARGS.positional | {command: .[0], recordFilesOf: .[1:]}' --args "$@")"
  [ "$(jq .exitCode "$dir/out")" = 0 ] || fail "$1: $(cat "$dir/out")"
}
steps() { jq -s length .agentcli/undo/log.ndjson; }

printf 'one\n' > a; echo other > other; echo gone > gone; chmod 640 a
call fs_edit '{"path":"a","oldString":"one","newString":"1"}'
call fs_write_file '{"path":"new","content":"n"}'
call fs_rm '{"path":"gone"}'
run 'cat a; true' 1 2 3
[ "$(steps)" = 3 ] || fail "a command that changed nothing is a step"
run 'sed -i s/1/formatted/ a; rm new; echo back > gone; echo x >> other; touch file' 1 2 3
[ "$(steps)" = 4 ] || fail "it is no step: $(cat .agentcli/undo/log.ndjson)"
jq -esc '.[3] | .tool == "exec" and (.changes | map([.path, .action])
  == [["a", "modified"], ["gone", "created"], ["new", "deleted"]])' .agentcli/undo/log.ndjson \
  > "$dir/answer" || fail "$(tail -1 .agentcli/undo/log.ndjson)"
call fs_undo '{"last":4}'
[ "$(cat a gone)" = "$(printf 'one\ngone')" ] && [ ! -e new ] && [ "$(stat -c %a a)" = 640 ] \
  || fail "$(cat "$dir/out")"
[ "$(cat other)" = "$(printf 'other\nx')" ] && [ -e file ] || fail "another file was changed"
call fs_undo '{"redo":true}'
[ "$(cat a gone)" = "$(printf 'formatted\nback')" ] && [ ! -e new ] || fail "$(cat "$dir/out")"

# In place, and over its limits.
rm -r .agentcli; printf 'one\n' > a
call fs_edit '{"path":"a","oldString":"one","newString":"1"}'
run 'echo two > a' 1
call fs_undo '{"last":2}'
[ "$(cat a)" = one ] || fail "it was not undone"
rm -r .agentcli; head -c 2000000 /dev/zero > large
call fs_append_file '{"path":"large","content":"x"}'
run 'echo y >> large' 1
[ "$(steps)" = 1 ] || fail "a large file was recorded"

# The files of the newest steps, if there are too many.
rm -r .agentcli; mkdir many
for number in $(seq 201); do
  "$bin/fs_write_file" $keep <<< "{\"path\":\"many/$number\",\"content\":\"x\"}" > "$dir/out"
done
run 'echo y | tee many/* > /dev/null' $(seq 201 -1 1)
jq -esc '.[201].changes | length == 200 and all(.path != "many/1")' .agentcli/undo/log.ndjson \
  > "$dir/answer" || fail "not the newest files: $(tail -1 .agentcli/undo/log.ndjson)"

# Not without the flag, and not of a step that is not named.
rm -r .agentcli; call fs_write_file '{"path":"b","content":"1"}'
"$bin/exec" <<< '{"command":"echo 2 > b","recordFilesOf":["1"]}' > "$dir/out"
run 'echo 3 > b'
[ "$(steps)" = 1 ] || fail "it was recorded nevertheless"
# A directory in place of the file, and a log that is not ours, harm nothing.
run 'rm b; mkdir b' 1
[ "$(steps)" = 1 ] || fail "a directory was recorded"
echo x >> .agentcli/undo/log.ndjson
run 'true' 1
