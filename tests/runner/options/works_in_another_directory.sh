# -C DIR: as if agentcli had been started there. A workspace that holds the home directory is named.
. "$(dirname "$0")/../../shell.sh"
needs jq
cd "$dir"
mkdir -p home/work other
export HOME=$dir/home OAI_MODEL=m
"$bin/fs_read_file" --describe | jq -c '{tools: [.]}' > tools.json
asked() { # WORD…: the directory of which the model is told
  "$bin/agentcli" "$@" --tools "$dir/tools.json" --prompt x --dry-run > out 2> err || fail "$*"
  grep -o 'directory: [^\\]*' out | head -n 1
}
[ "$(asked -C home/work)" = "directory: $dir/home/work" ] || fail 'a directory'
! grep -q 'the workspace is' err || fail 'a project is no wide workspace'
[ "$(asked -C home/work run)" = "directory: $dir/home/work" ] || fail 'before a command'
[ "$(asked run --workspace=home)" = "directory: $dir/home" ] || fail 'after a command'
grep -q "the workspace is '$dir/home': the model can read everything in it; -C DIR" err \
  || fail 'the home directory'
(cd home/work && "$bin/agentcli" -C "$dir/other" session list > "$dir/out" 2> "$dir/err") || fail -C
! "$bin/agentcli" -C missing doctor > out 2> err || fail 'a directory that is missing'
grep -q "cannot enter 'missing'" err || fail "$(cat err)"
