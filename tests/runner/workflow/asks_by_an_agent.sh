# `agent` of a step and of a workflow: a profile of the user's config gives the model, the system
# message, the tools, the limits and the approval; one that there is not is an error before the
# first step.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/runs.bash"
. "$(dirname "$0")/recordings.bash"
needs bash
config=$XDG_CONFIG_HOME/agentcli
mkdir -p "$config" .agentcli
cat > "$config/config.json" << 'END'
{"profiles": {
  "plain": {"system": "Plainly.", "model": "middle"},
  "reader": {"system-file": "reader.txt", "model": "small", "only-tools": ["fs_read_file"]},
  "writer": {"only-tools": ["fs_write_file"], "approve": "changes"},
  "brief": {"only-tools": ["fs_read_file"], "max-steps": 1},
  "late": {"only-tools": ["exec"], "max-seconds": "0.3"},
  "typed": {"output-schema": "count.json"},
  "bad": {"max-steps": "many"}}}
END
printf 'You read.' > "$config/reader.txt"
printf '{"type": "object", "required": ["count"]}' > "$config/count.json"
echo content > a.txt
of() { # TEXT: a system message
  printf '{"role":"system","content":"%s"}' "$1"
}
reads='{\"path\":\"a.txt\"}'

# Of the workflow, and of a step; only one that says so has tools.
cat > w.yaml << 'END'
agent: plain
steps:
  - {id: a, llm: {prompt: One}}
  - {id: b, llm: {prompt: Two, agent: reader}}
  - {id: c, llm: {prompt: {system: Mine., user: Three}, agent: reader, tools: all}}
  - {id: d, llm: {prompt: Four}}
result: "{{ steps.a.output }} {{ steps.b.output }} {{ steps.c.output }} {{ steps.d.output }}"
END
{
  answers a "$(of Plainly.),$(user One)" first
  replies b "$(of 'You read.'),$(user Two)" "$(calls fs_read_file "$reads")"
  answers b "$result" second
  replies c "$(of Mine.),$(user Three)" "$(calls fs_read_file "$reads")"
  answers c '{"role":"tool","tool_call_id":"c","content":"{\"content\":<any>"}' third
  replies d "$(of Plainly.),$(user Four)" "$(calls fs_read_file "$reads")"
  answers d "$error" fourth
} > recording
runs 0 -w ./w.yaml --replay recording
prints 'first second third fourth'

# What a plan knows of them: a model in the file counts before one of the workflow's agent.
cat > w.yaml << 'END'
agent: plain
steps:
  - {id: a, llm: {prompt: One}}
  - {id: b, llm: {prompt: Two, agent: reader, session: talk}}
  - {id: c, llm: {prompt: Three, agent: reader, model: own, tools: [fs_write_file]}}
  - {id: d, llm: {prompt: Four, agent: writer}}
END
runs 0 -w ./w.yaml --plan --model big
prints 'a  llm  agent plain  model middle
  user: One
b  llm  agent reader  model small  session talk  tools fs_read_file
  user: Two
c  llm  agent reader  model own
  user: Three
d  llm  agent writer  model big  tools fs_write_file  (asks)
  user: Four'
runs 0 -w ./w.yaml --plan --json --model big
grep -q '"path":"b","kind":"llm","model":"small","agent":"reader","session":"talk","tools":\['`
  `'"fs_read_file"\],"asks":false' "$dir/out" ||
  fail "the plan is $(cat "$dir/out")"
sed -i 's/^agent: plain/&\nmodel: of-all/' w.yaml
runs 0 -w ./w.yaml --plan --model big
grep -q '^a  llm  agent plain  model of-all$' "$dir/out" || fail 'it is not that of the file'
grep -q '^b  llm  agent reader  model small ' "$dir/out" || fail 'that of the agent is not asked'

# Limits, approval and the form of the answer are those of the profile.
step() { # AGENT: w.yaml
  printf 'steps: [{id: a, llm: {prompt: One, agent: %s}}]\n' "$1" > w.yaml
}
step brief
replies a "$system,$(user One)" "$(calls fs_read_file "$reads")" > recording
runs 3 -w ./w.yaml --replay recording
step writer
{
  replies a "$system,$(user One)" "$(calls fs_write_file '{\"path\":\"made\",\"content\":\"x\"}')"
  answers a "$error" refused
} > recording
runs 0 -w ./w.yaml --replay recording
prints refused
[ ! -e made ] || fail 'a call was run that had to be asked about'
runs 0 -w ./w.yaml --replay recording --approve auto # is not looser
[ ! -e made ] || fail 'a flag has made the approval of an agent looser'
step late
replies a "$system,$(user One)" "$(calls exec '{\"cmd\":\"sleep\",\"args\":[\"60\"]}')" > recording
runs 124 -w ./w.yaml --replay recording
notes 'the step has taken too long; timeout_seconds, or max-seconds of its agent, allows more'
step typed
printf 'result: "{{ steps.a.output.count }}"\n' >> w.yaml
answers a "$system,$(user One)" '{\"count\":3}' > recording
runs 0 -w ./w.yaml --replay recording
prints 3

# The profile of the workspace that has its name narrows it; alone it is none.
echo '{"profiles": {"reader": {"without-tools": ["fs_read_file"]}, "here": {"max-steps": 2}}}' \
  > .agentcli/config.json
step reader
{
  replies a "$(of 'You read.'),$(user One)" "$(calls fs_read_file "$reads")"
  answers a "$error" narrowed
} > recording
runs 0 -w ./w.yaml --replay recording
prints narrowed
rm .agentcli/config.json

# No tool can change what an agent obeys.
cp "$config/reader.txt" obeyed.txt
sed -i "s|reader.txt|$work/obeyed.txt|" "$config/config.json"
printf 'steps: [{tool: {name: fs_write_file, args: {path: obeyed.txt, content: x}}}, %s]\n' \
  '{llm: {prompt: One, agent: reader}}' > w.yaml
runs 1 -w ./w.yaml --replay recording
notes 'protected'
[ "$(cat obeyed.txt)" = 'You read.' ] || fail 'the system message of an agent was changed'

# What is wrong is told before the first step, with its place, also in a workflow that is called.
refuses() { # MESSAGE FLAG…: w.yaml
  local message=$1
  shift
  runs 2 -w ./w.yaml --replay recording "$@"
  notes "$message"
  [ ! -e first ] || fail "a step was run although there is an obstacle: $message"
}
no_profile='the config of the user has no profile'
while IFS='|' read -r column step message; do
  message=${message/no profile/$no_profile}
  printf 'steps:\n  - run: touch first\n  - %s\n' "$step" > w.yaml
  refuses "w.yaml:3:$column: error: $message"
done << 'END'
30|{llm: {prompt: x, agent: readr}}|no profile 'readr'; did you mean 'reader'?
46|{parallel: {branches: {a: [{llm: {agent: x, prompt: x}}]}}}|no profile 'x'
30|{llm: {prompt: x, agent: bad}}|
31|{llm: {prompt: x, tools: [fs_reed_file]}}|the manifest has no tool 'fs_reed_file'; did you
END
printf 'agent: here\nsteps: [{run: touch first}]\nfinally: [{llm: {prompt: x}}]\n' > w.yaml
refuses "w.yaml:1:8: error: the config of the user has no profile 'here'"
mkdir -p "$config/workflows"
printf 'steps: [{llm: {prompt: x, agent: a}}]\n' > "$config/workflows/other.yaml"
printf 'steps: [{run: touch first}, {workflow: {name: other}}]\n' > w.yaml
refuses "other.yaml: the config of the user has no profile 'a'"

# The price that limits.cost needs is that of its model.
printf 'limits: {cost: 1}\nsteps: [{run: touch first}, %s]\n' \
  '{llm: {prompt: x, agent: reader}}' > w.yaml
refuses "'limits.cost' needs a price of the model 'small'" --model big
