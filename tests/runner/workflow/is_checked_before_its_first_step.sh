# What a run would lack is found before its first step, by `workflow check`, by --plan and by the
# run: tools, servers, models, and arguments that do not fit. The exit reason is `unavailable` if
# the file itself is in order.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/runs.bash"
unset OAI_MODEL

checks() { # FLAG…: checks w.yaml, which is refused
  ! "$bin/agentcli" workflow check --tools "$dir/tools.json" "$@" w.yaml \
    > "$dir/out" 2> "$dir/err" < /dev/null || fail "it is accepted: $(cat w.yaml)"
}
says() { # TEXT: in stdout
  grep -qF -- "$1" "$dir/out" || fail "it says $(cat "$dir/out" "$dir/err"), not: $1"
}
refused() { # REASON TEXT [FLAG]…: check, plan and run refuse w.yaml with the text
  local reason=$1 text=$2 how
  shift 2
  checks "$@"
  says "$text"
  for how in --plan ''; do
    runs 2 -w ./w.yaml "$@" $how
    notes "$text"
    [ ! -e ran ] || fail 'a step was run'
  done
  runs 2 -w ./w.yaml "$@" --json
  says '"exitReason":"'"$reason"'","exitStatus":2'
  runs 2 -w ./w.yaml "$@" --batch
  tail -1 "$dir/err" > "$dir/out"
  says '"exitReason":"'"$reason"'"'
}
steps() { # STEP…: w.yaml, whose first step would be seen
  printf 'steps:\n  - run: touch ran\n' > w.yaml
  printf '  - %s\n' "$@" >> w.yaml
}

steps '{tool: {name: fs_raed_file, args: {path: a}}}'
text="w.yaml:3:6: error: the manifest has no tool 'fs_raed_file'; did you mean 'fs_read_file'?"
refused unavailable "$text"
steps '{tool: {name: fs_read_file}}'
refused misused "needs the argument 'path'"
steps '{tool: {name: fs_read_file, args: {path: [a]}}}'
refused misused "'path':"
steps '{tool: {name: x, server: nowhere}}'
refused unavailable "no MCP server 'nowhere' is configured"
steps '{llm: {prompt: hello}}'
refused unavailable 'no model is named'
steps '{llm: {prompt: hello, tools: [fs_raed_file]}}'
refused unavailable "the manifest has no tool 'fs_raed_file'" --model m

# A server that does not start: another attempt may succeed. These use the manifest of the build,
# which names the launcher of servers.
echo '{"mcpServers": {"broken": {"command": "false"}}}' > servers.json
steps '{tool: {name: x, server: broken}}'
text="the MCP server 'broken', which is required"
ends() { # STATUS ARGUMENT…
  local wanted=$1 status=0
  shift
  "$bin/agentcli" "$@" --mcp servers.json > "$dir/out" 2> "$dir/err" < /dev/null || status=$?
  [ $status = "$wanted" ] || fail "agentcli $* has ended with $status: $(cat "$dir/out" "$dir/err")"
}
ends 2 workflow check w.yaml
says "w.yaml:3:30: error: $text"
ends 2 -w ./w.yaml
notes "$text"
ends 75 -w ./w.yaml --batch
tail -1 "$dir/err" > "$dir/out"
says '"exitReason":"unavailable","exitStatus":75'
[ ! -e ran ] || fail 'a step was run'

# Names in templates and expressions, and times.
wrong() { # TEXT STEP…
  local text=$1
  shift
  steps "$@"
  checks
  says "$text"
}
loop() { echo "{id: $1, foreach: {items: [1], steps: [{id: x, set: {a: 1}}]}}"; }
both='{id: both, parallel: {branches: {a: [{id: x, set: {v: 1}}], b: [{id: x, set: {v: 2}}]}}}'
wrong "the output of the step 'each' has no 'conut'; did you mean 'count'?" "$(loop each)" \
  '{when: steps.each.output.conut > 1, set: {a: 1}}'
wrong "the output of the step 'both' has no 'c'" "$both" '{set: {v: "{{ steps.both.output.c }}"}}'
wrong "there is no step 'nothing'" '{when: steps.nothing.output, set: {a: 1}}'
wrong "the members of 'step' have names, not numbers" '{when: "step[0].output == 1", set: {a: 1}}'
wrong 'w.yaml:3:' '{run: "true", timeout_seconds: 5s}'

# An id is unique among the steps that templates can see.
steps "$both" "$(loop one)" "$(loop two)"
runs 0 -w ./w.yaml
wrong "several branches have a step 'x'" "$both" '{set: {v: "{{ steps.x.output.v }}"}}'
wrong "another step has the id 'x'" "$(loop x)"
