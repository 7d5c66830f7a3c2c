# A run that a host has begun ends when the host interrupts it, quits or is gone; only a trusted
# file is run.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/runs.bash"
. "$source/tests/runner/workflow/host.bash"
needs jq
cat > "$users/long.yaml" << 'END'
steps:
  - id: both
    parallel:
      branches:
        asks: [{ask: {kind: text, message: Who?}}]
        sleeps: [{exec: sleep 1000}]
finally: [{tool: {name: fs_write_file, args: {path: made, content: x}}}]
END
for last in interrupt quit ''; do
  host long
  say '{"do":"begin"}'
  hear '.event == "ask"'
  [ -z "$last" ] || say '{"do":"'$last'"}'
  [ -n "$last" ] || exec 8>&- {HOST[1]}>&-
  hear '.event == "workflow" and .state == "ends"'
  ends 130
  told '.[-1].exitReason == "interrupted" and .[-1].exitStatus == 130'
done
host long --max-seconds 3s
say '{"do":"begin","limits":{"seconds":2}}'
hear '.event == "ask"'
hear '.event == "workflow" and .state == "ends"'
ends 5
told 'any(.[]; .event == "asked" and .state == "withdrawn")'
host long
say '{"do":"quit"}'
ends 0
printf '{"do":"begin"}\n' > "$dir/said"
status=0
"$bin/agentcli" host --tools "$dir/tools.json" -w long < "$dir/said" > "$dir/out" || status=$?
[ $status = 130 ] || fail "a host that has left: $status"

mkdir -p .agentcli/workflows
echo 'steps: [{set: {a: 1}}]' > .agentcli/workflows/found.yaml
host found
hear '.event == "error" and .code == "PERMISSION_DENIED" and (.hint | contains("agentcli trust"))'
ends 2
host ./.agentcli/workflows/found.yaml # the operator's word
say '{"do":"begin"}'
hear '.event == "workflow" and .state == "ends" and .output.a == 1'
ends 0
host nothing
hear '.event == "error" and (.text | contains("no workflow"))'
ends 2
for wrong in '-w found --session s' '--state s'; do
  # shellcheck disable=SC2086 # words
  ! "$bin/agentcli" host $wrong < /dev/null > "$dir/out" 2>&1 || fail "$wrong is taken"
done
