# On a kernel without Landlock a run all of whose calls are refused says so and ends with 1,
# whatever the model answers; the audit has no sandbox for such a call. The shipped
# tools.paths.json works.
. "$(dirname "$0")/../../shell.sh"
needs jq
mkdir "$dir/work"
cd "$dir/work"
export OAI_MODEL=m
echo hello > notes.txt
{
  printf '{"asked":[{"role":"user","content":"<any>"}],"message":{"role":"assistant",'
  printf '"content":null,"tool_calls":[{"id":"a","type":"function","function":{'
  printf '"name":"fs_read_file","arguments":"{\\"path\\":\\"notes.txt\\"}"}}]}}\n'
  printf '{"asked":[{"role":"tool","tool_call_id":"a","content":"<any>"}],'
  printf '"message":{"role":"assistant","content":"it is empty"},"finish_reason":"stop"}\n'
} > talk
run() { # STATUS MANIFEST
  local status=0
  rm -rf .agentcli
  "$bin/without_landlock" "$bin/agentcli" --tools "$2" --system= --replay talk --json \
    --prompt hello > out 2> err < /dev/null || status=$?
  [ $status = "$1" ] || fail "exit $status, not $1"
}
printf '{"tools":[%s]}' "$("$bin/fs_read_file" --describe)" > strict.json
run 1 strict.json
grep -q 'the model could do nothing' err && grep -q tools.paths.json err || fail 'nothing is said'
jq -e '.exitStatus == 1 and .answer == null and .calls[0].code == "SANDBOX_UNAVAILABLE"' out \
  > ../is || fail 'the object'
[ "$(jq -r 'select(.tool) | has("sandbox")' .agentcli/audit/*)" = false ] || fail 'a sandbox'

printf '{"tools":[%s]}' "$("$bin/fs_read_file" --sandbox=paths --describe)" > paths.json
run 0 paths.json
[ ! -s err ] || fail 'something is said'
[ "$(jq -r 'select(.tool) | .sandbox.level' .agentcli/audit/*)" = paths ] || fail 'the level'

run 0 "$bin/../share/agentcli/tools.paths.json"
shipped=$source/tools.paths.json
jq -e '[.tools[] | .effects.sandbox] | unique == ["paths"]' "$shipped" > ../is ||
  fail 'not of paths'
jq -e '[.tools[], .operator[] | .effects.programs] | any | not' "$shipped" > ../is ||
  fail 'one runs programs'
