# `agent` of a step names an entry of "agents" in the user's config, before a profile with the same
# name: it gives the system message, the model, the tools, the limits and the schema of the answer.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/runs.bash"
. "$(dirname "$0")/recordings.bash"
needs bash
config=$XDG_CONFIG_HOME/agentcli
mkdir -p "$config" .agentcli
cat > "$config/config.json" << 'END'
{"profiles": {"reader": {"system": "Of the profile.", "model": "middle"}},
 "agents": {
  "reader": {"description": "reads", "promptFile": "reader.txt", "model": "small",
    "tools": ["fs_read_file"]},
  "judge": {"description": "judges", "prompt": "You judge.", "profile": "reader", "tools": [],
    "outputSchema": {"type": "object", "required": ["good"]}},
  "brief": {"description": "is brief", "prompt": "Be brief.", "limits": {"maxSteps": 1}}}}
END
printf 'You read.' > "$config/reader.txt"
echo content > a.txt
echo 'not for agents of the config' > AGENTS.md
of() { # TEXT: a system message
  printf '{"role":"system","content":"%s"}' "$1"
}
reads='{\"path\":\"a.txt\"}'

cat > w.yaml << 'END'
agent: reader
steps:
  - {id: a, llm: {prompt: One}}
  - {id: b, llm: {prompt: Two, agent: judge}}
result: "{{ steps.a.output }} {{ steps.b.output.good }}"
END
{
  replies a "$(of 'You read.'),$(user One)" "$(calls fs_read_file "$reads")"
  answers a "$result" first
  answers b "$(of 'You judge.'),$(user Two)" '{\"good\":true}'
} > recording
runs 0 -w ./w.yaml --replay recording
prints 'first true'
runs 0 -w ./w.yaml --plan --model big
prints 'a  llm  agent reader  model small  tools fs_read_file
  user: One
b  llm  agent judge  model middle
  user: Two'

# No tool can change what an agent obeys.
cp "$config/reader.txt" obeyed.txt
sed "s|reader.txt|$work/obeyed.txt|" "$config/config.json" > "$dir/changed"
cp "$config/config.json" "$dir/before"
cp "$dir/changed" "$config/config.json"
printf 'steps: [{tool: {name: fs_write_file, args: {path: obeyed.txt, content: x}}}, %s]\n' \
  '{llm: {prompt: One, agent: reader}}' > w.yaml
runs 1 -w ./w.yaml --replay recording
notes 'protected'
[ "$(cat obeyed.txt)" = 'You read.' ] || fail 'the prompt of an agent was changed'
cp "$dir/before" "$config/config.json"

# Its limits are its own.
echo 'steps: [{id: a, llm: {prompt: One, agent: brief}}]' > w.yaml
replies a "$(of 'Be brief.'),$(user One)" "$(calls fs_read_file "$reads")" > recording
runs 3 -w ./w.yaml --replay recording

# It cannot have a step begin other agents.
echo 'steps: [{id: a, llm: {prompt: One, agent: brief, tools: [agent]}}]' > w.yaml
runs 0 -w ./w.yaml --plan --model big
prints 'a  llm  agent brief  model big
  user: One'
