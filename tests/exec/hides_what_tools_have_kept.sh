# A command can't read what tools have kept of changes, since it has what was removed: with
# namespaces nothing of it can be seen.
. "$(dirname "$0")/../shell.sh"
needs jq
mkdir "$dir/workspace"; cd "$dir/workspace"
echo secret > file
echo '{"path":"file"}' | "$bin/fs_rm" --keep-undo=1000000 > "$dir/out" || fail "nothing was removed"
[ "$(cat .agentcli/undo/1/0)" = secret ] || fail "nothing was kept"
command='cd .agentcli/undo; cat log.ndjson 1/0; ls; echo evil > evil; rm -r ../undo'
echo "{\"cmd\":\"sh\",\"args\":[\"-c\",\"$command\"]}" | "$bin/exec" > "$dir/out" 2> "$dir/err" \
  || fail "no command was run"
[ "$(jq -r .sandbox.level "$dir/out")" = namespaces ] || skip "there is no level namespaces"
[ "$(jq -r .stdout "$dir/out")" = '' ] || fail "a command has seen it"
[ "$(cat .agentcli/undo/1/0)" = secret ] || fail "a command has removed it"
[ ! -e .agentcli/undo/evil ] || fail "a command has written there"
echo '{}' | "$bin/fs_undo" --keep-undo=1000000 > "$dir/out" || fail "it can't be undone"
[ "$(cat file)" = secret ] || fail "it was not undone"
