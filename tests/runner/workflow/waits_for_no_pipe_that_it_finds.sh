# A pipe that a command or an archive has left among the workflows and the tests, where agentcli
# looks for them by itself, is none: it is not read, and nothing waits for who writes into it.
. "$(dirname "$0")/../../shell.sh"
cd "$dir"
export HOME=$dir/home XDG_STATE_HOME=$dir/state
unset XDG_CONFIG_HOME GITHUB_ACTIONS
mkdir -p .agentcli/workflows tests/agent home/.config/agentcli/workflows
users=home/.config/agentcli/workflows/u.yaml
mkfifo .agentcli/workflows/w.yaml tests/agent/t.yaml schema.json list.txt called.yaml $users
echo 'steps: [{set: {a: 1}}]' > .agentcli/workflows/x.yaml

# Where it is read nevertheless, it has a writer with nothing to say, so that this test fails.
for pipe in .agentcli/workflows/w.yaml tests/agent/t.yaml schema.json list.txt called.yaml \
  $users; do
  sh -c 'while :; do : > "$1"; done' writer "$pipe" &
  at_end "kill $! 2> /dev/null"
done
run() { # STATUS ARGUMENT…
  local expected=$1 status=0
  shift
  "$bin/agentcli" "$@" > out 2> err < /dev/null || status=$?
  [ "$status" = "$expected" ] || fail "exit $status, not $expected: $*"
}
run 2 -w w
grep -q "'.agentcli/workflows/w.yaml': it is not a regular file" err || fail 'the workflow is read'
run 2 -w x --param none=1 # another one is found
run 0 workflow list
grep -q '^x ' out || fail 'the other workflow is not listed'
run 1 test
grep -q "'tests/agent/t.yaml': it is not a regular file" out || fail 'the test is read'

# Nor the user's own, the schema beside a workflow, or a file of items that a step has made.
run 2 -w u
grep -q "u.yaml': it is not a regular file" err || fail "the user's workflow is read"
echo 'steps: [{llm: {prompt: x, output_schema: schema.json}}]' > llm.yaml
run 2 -w ./llm.yaml
grep -q "schema.json': it is not a regular file" err || fail 'the schema is read'
for kind in lines ndjson; do
  echo "steps: [{foreach: {$kind: list.txt, steps: [{set: {a: 1}}]}}]" > "$kind.yaml"
  run 1 -w "./$kind.yaml"
  grep -q "'list.txt': it is not a regular file" err || fail "the items of $kind are read"
done

# Nor what a test or a host names by a path; a step names none.
printf 'workflow: ./called.yaml\nexpect: {}\n' > test.yaml
run 1 test test.yaml
grep -q "called.yaml': it is not a regular file" out || fail 'the workflow of a test is read'
run 2 host -w ./called.yaml
grep -q "'./called.yaml': it is not a regular file" out || fail 'the workflow of a host is read'
