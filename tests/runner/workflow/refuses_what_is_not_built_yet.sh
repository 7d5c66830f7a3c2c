# What a file may have but this version does not do is refused before the first step, also in a
# workflow that is called; what says the default is not.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/runs.bash"
needs bash

refuses() { # MESSAGE: w.yaml, which has a first step
  runs 2 -w ./w.yaml
  notes "$1"
  [ ! -e first ] || fail "a step was run although there is an obstacle: $1"
}
while IFS='|' read -r step message; do
  printf 'steps:\n  - run: touch first\n  - %s\n' "$step" > w.yaml
  refuses "$message"
done << 'END'
{parallel: {branches: {a: [{llm: {prompt: x, agent: a}}]}}}|'agent' is not built yet
{run: exit 1, fallback: [{llm: {prompt: x, agent: a}}]}|'agent' is not built yet
{foreach: {items: [1], steps: [{llm: {prompt: x, session: a}}]}}|'session' is not built yet
{llm: {prompt: x, agent: a}}|'agent' is not built yet
{llm: {prompt: x, session: a}}|'session' is not built yet
{llm: {prompt: x}, approve: always}|'approve' is not built yet
END
printf 'agent: a\nsteps: [{run: touch first}]\n' > w.yaml
refuses "'agent' is not built yet"
printf 'steps: [{run: touch first}]\nfinally: [{llm: {prompt: x, agent: a}}]\n' > w.yaml
refuses "'agent' is not built yet"

flows=$XDG_CONFIG_HOME/agentcli/workflows
mkdir -p "$flows"
printf 'steps: [{llm: {prompt: x, agent: a}}]\n' > "$flows/other.yaml"
printf 'steps: [{run: touch first}, {workflow: {name: other}}]\n' > w.yaml
refuses "other.yaml: 'agent' is not built yet"

cat > w.yaml << 'END'
steps:
  - {run: touch first}
  - {foreach: {items: [1], parallel: 1, shard: false, steps: [{run: echo}]}}
END
runs 0 -w ./w.yaml
