# A step of many files is undone with the usual number of open files.
. "$(dirname "$0")/../shell.sh"
needs jq
mkdir "$dir/workspace"; cd "$dir/workspace"
jq -nc '{patch: ("*** Begin Patch\n" + ([range(700) | "*** Add File: f\(.)\n+x\n"] | add)
  + "*** End Patch")}' > "$dir/request"
"$bin/apply_patch" --keep-undo=100000000 < "$dir/request" > "$dir/out" || fail "no patch"
for request in '{"dryRun":true}' '{}' '{"redo":true}'; do
  (ulimit -Sn 1024; "$bin/fs_undo" --keep-undo=100000000 <<< "$request" > "$dir/out") \
    || fail "$request: $(cut -c1-500 "$dir/out")"
  [ "$(jq '.files | length' "$dir/out")" = 700 ] || fail "$request: $(cut -c1-500 "$dir/out")"
done
[ "$(find . -name 'f*' | wc -l)" = 700 ] || fail "they are not there again"
