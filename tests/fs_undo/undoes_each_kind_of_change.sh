# Each change of each tool is undone exactly (content, mode, link, tree), done again, and undone
# again; one by one, and all together.
. "$(dirname "$0")/../shell.sh"
umask 022
keep=--keep-undo=1000000
call() { # TOOL REQUEST
  echo "$2" | "$bin/$1" $keep > "$dir/out" 2> "$dir/err" || fail "$1 $2: $(cat "$dir/err")"
  ! grep -q notUndoable "$dir/out" || fail "$1 $2: $(cat "$dir/out")"
}
seen() {
  (cd "$dir/workspace" && find . -name .agentcli -prune -o -printf '%p %M %l\n' | sort \
    && find . -name .agentcli -prune -o -type f -print0 | sort -z | xargs -0r sha256sum)
}
begin() {
  rm -rf "$dir/workspace"; mkdir "$dir/workspace"; cd "$dir/workspace"
  printf 'one\r\n\377' > a; chmod 750 a; echo more > b
  mkdir -p tree/deep empty; chmod 700 empty; echo leaf > tree/deep/leaf; ln -s a tree/link
  ln -s nowhere link; echo old > target
  printf 'bytes' > "$(printf 'latin\351')"
}
patch='*** Begin Patch\n*** Update File: b\n*** Move to: c/d\n@@\n-More\n+Less\n'
patch+='*** Add File: e\n+e\n*** Delete File: target\n*** End Patch\n'
kinds='*** Begin Patch\n*** Update File: b\n*** Move to: b/deep/file\n@@\n-more\n+less\n'
kinds+='*** Delete File: tree/deep/leaf\n*** Add File: tree\n+now a file\n*** End Patch\n'
changes=(
  'fs_write_file {"path":"a","content":"two\n"}'
  'fs_write_file {"path":"new/dir/file","content":"","makeParents":true,"createModeOctal":"0600"}'
  'fs_write_file {"pathBase64":"bGF0aW7p","content":"other"}'
  'fs_append_file {"path":"b","content":"and more"}'
  'fs_edit {"path":"b","oldString":"and","newString":"or"}'
  'fs_edit_range {"path":"b","startByte":0,"endByte":1,"replacement":"M"}'
  "apply_patch {\"unifiedDiff\":\"$patch\"}"
  'fs_rm {"path":"link"}'
  'fs_rm {"path":"empty"}'
  'fs_rm {"path":"tree","recursive":true}'
  'fs_rm {"path":"e"}'
  'fs_mkdirp {"path":"x/y/z","modeOctal":"0711"}'
  'fs_move {"from":"c/d","to":"x/d"}'
  'fs_move {"from":"x/d","to":"a","overwrite":true}'
  'fs_move {"from":"new","to":"newer"}'
  'fs_write_file {"path":"newer/dir/file","content":"now more"}'
)

begin
snapshots=("$(seen)")
for change in "${changes[@]}"; do
  call "${change%% *}" "${change#* }"
  snapshots+=("$(seen)")
done
count=${#changes[@]}

# One by one, there and back.
for ((at = count - 1; at >= 0; --at)); do
  call fs_undo '{"last":1}'
  [ "$(seen)" = "${snapshots[at]}" ] \
    || fail "${changes[at]} was not undone: $(diff <(seen) <(echo "${snapshots[at]}"))"
done
grep -q '"undone":\[1\]' "$dir/out" || fail "the last step was not the first"
call fs_undo '{}'
[ "$(cat "$dir/out")" = '{"undone":[],"files":[]}' ] \
  || fail "there was something more to undo: $(cat "$dir/out")"
for ((at = 1; at <= count; ++at)); do
  call fs_undo '{"redo":true}'
  [ "$(seen)" = "${snapshots[at]}" ] \
    || fail "${changes[at - 1]} was not done again: $(diff <(seen) <(echo "${snapshots[at]}"))"
done

# All at once, there and back, and back again.
call fs_undo "{\"last\":$count}"
[ "$(seen)" = "${snapshots[0]}" ] \
  || fail "not all was undone: $(diff <(seen) <(echo "${snapshots[0]}"))"
call fs_undo '{"redo":true}'
[ "$(seen)" = "${snapshots[count]}" ] \
  || fail "not all was done again: $(diff <(seen) <(echo "${snapshots[count]}"))"
call fs_undo '{"last":1}'
[ "$(seen)" = "${snapshots[0]}" ] \
  || fail "not all was undone again: $(diff <(seen) <(echo "${snapshots[0]}"))"

# A file that becomes a directory, and a directory that becomes a file.
begin
rm tree/link
before=$(seen)
call apply_patch "{\"unifiedDiff\":\"$kinds\"}"
after=$(seen)
[ -f tree ] && [ -f b/deep/file ] || fail "the kinds are as before"
for request in '{}' '{"redo":true}' '{}'; do
  call fs_undo "$request"
  case $request in '{}') expected=$before ;; *) expected=$after ;; esac
  [ "$(seen)" = "$expected" ] || fail "the kinds: $(diff <(seen) <(echo "$expected"))"
done

# A dry run shows the change, and changes nothing, not even the log.
begin
call fs_edit '{"path":"b","oldString":"more","newString":"less"}'
call fs_write_file '{"path":"b","content":"other\n"}'
before=$(seen; sha256sum .agentcli/undo/log.ndjson)
call fs_undo '{"last":2,"dryRun":true}'
[ "$(seen; sha256sum .agentcli/undo/log.ndjson)" = "$before" ] \
  || fail "a dry run has changed something"
grep -qF '"diff":"--- a/b\n+++ b/b\n@@ -1,1 +1,1 @@\n-other\n+more\n"' "$dir/out" \
  || fail "the diff is another one: $(cat "$dir/out")"

# The target of a link is shown.
begin
call fs_rm '{"path":"link"}'
call fs_undo '{"dryRun":true}'
grep -qF 'new file mode 120000\n--- /dev/null\n+++ b/link\n@@ -0,0 +1,1 @@\n+nowhere\n' "$dir/out" \
  || fail "the target is not shown: $(cat "$dir/out")"
call fs_undo '{}'
call fs_undo '{"redo":true,"dryRun":true}'
grep -qF 'deleted file mode 120000\n--- a/link\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-nowhere\n' \
  "$dir/out" || fail "the target that goes is not shown: $(cat "$dir/out")"

# Steps by number, of which those after them stay; a mode is part of what comes back.
begin
call fs_write_file '{"path":"a","content":"1"}'
call fs_write_file '{"path":"b","content":"2"}'
call fs_write_file '{"path":"target","content":"3"}'
call fs_undo '{"steps":[{"n":1},{"n":2}]}'
[ "$(cat b target)" = "$(printf 'more\n3')" ] && [ "$(stat -c %a a)" = 750 ] \
  || fail "other steps were undone"
call fs_undo '{"steps":[{"n":1}]}'
grep -q '"undone":\[\]' "$dir/out" || fail "a step was undone twice"

# Where it keeps things.
[ "$(stat -c %a .agentcli/undo)" = 700 ] && [ "$(cat .agentcli/undo/.gitignore)" = '*' ] \
  || fail "others can look into it"
