# limits.cost: by the prices of the user's config and what servers report. A model without a price
# is refused before the first step, a reply without a count fails its step, a limit ends with 8.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/runs.bash"
needs bash
export OAI_BASE_URL=http://127.0.0.1:9/v1 OAI_MODEL=m
mkdir -p "$XDG_CONFIG_HOME/agentcli"
prices() { printf '{"prices": {%s}}' "$1" > "$XDG_CONFIG_HOME/agentcli/config.json"; }
says() { # STEP USAGE: a reply of the recording
  printf '{"step":"%s","asked":[{"role":"system","content":"<any>"},' "$1"
  printf '{"role":"user","content":"x"}],'
  printf '"message":{"role":"assistant","content":"%s"}%s}\n' "$1" "$2"
}
usage=',"usage":{"prompt_tokens":1000000,"completion_tokens":100000,'
usage+='"prompt_tokens_details":{"cached_tokens":500000}}'
for step in a b c; do says $step "$usage"; done > recording # each costs 1 + 0.25 + 1

flow() { # COST
  printf 'limits: {cost: %s}\nsteps:\n  - run: echo first >> log\n' "$1"
  printf '  - {id: %s, llm: {prompt: x}}\n' a b c
}
flow 4 > w.yaml
runs 2 -w ./w.yaml --replay recording
for line in 4 5 6; do
  notes "w.yaml:$line:13: error: 'limits.cost' needs a price of the model 'm'"
done
notes '"prices": {"m": {"input": N, "output": N}}'
[ ! -e log ] || fail 'a step was run'
prices '"m": {"input": 2, "cached": 0.5, "output": 10}'
runs 8 -w ./w.yaml --replay recording --events # after two, which cost 4.5
notes_out() { grep -q "$1" "$dir/out" || fail "stdout does not have $1: $(cat "$dir/out")"; }
notes_out '"path":"b","state":"ends","status":"ok"'
notes_out '"path":"c","state":"ends","status":"failed"'
flow 4.6 > w.yaml
runs 0 -w ./w.yaml --replay recording
prints c

# A model of its own needs a price of its own; a workflow without the limit needs none.
cat > w.yaml << 'END'
workflows:
  outer: {limits: {cost: 3}, steps: [{workflow: {name: inner}}]}
  inner: {steps: [{id: a, llm: {prompt: x, model: n}}]}
END
runs 2 -w ./w.yaml:outer --replay recording
notes "needs a price of the model 'n'"
runs 0 -w ./w.yaml:inner --replay <(says a "$usage")

# A fallback needs a price as well, and so does the model that has replied.
flow 4.6 > w.yaml
runs 2 -w ./w.yaml --fallback-model f --replay recording
notes "'limits.cost' needs a price of the model 'f'"
says a "$usage,\"fallback\":\"f\"" > of_fallback
runs 1 -w ./w.yaml --replay of_fallback
notes "the model 'f' that replied has no price, and 'limits.cost' needs one"

# Of branches, too, whose processes count together.
cat > w.yaml << 'END'
limits: {cost: 4}
steps:
  - parallel: {branches: {a: [{id: a, llm: {prompt: x}}], b: [{id: b, llm: {prompt: x}}]}}
  - {id: c, llm: {prompt: x}}
END
sed 's/"step":"\([ab]\)"/"step":"parallel#1.\1.\1"/' recording > of_branches
runs 8 -w ./w.yaml --replay of_branches

# Nobody knows what a reply has cost that the server does not count.
flow 4 > w.yaml
says a '' > uncounted
runs 1 -w ./w.yaml --replay uncounted
notes "the server has not counted the tokens of a reply, and 'limits.cost' needs them"

# The calls of a reply that exceeds it are not run.
cat > w.yaml << 'END'
limits: {cost: 1}
steps: [{id: a, llm: {prompt: x, tools: [fs_write_file]}}]
END
{
  printf '{"step":"a","asked":[{"role":"system","content":"<any>"},{"role":"user","content":"x"}],'
  printf '"message":{"role":"assistant","content":null,"tool_calls":[{"id":"c","type":"function",'
  printf '"function":{"name":"fs_write_file",'
  printf '"arguments":"{\\"path\\":\\"never\\",\\"content\\":\\"x\\"}"}}]}%s}\n' "$usage"
} > recording
runs 8 -w ./w.yaml --replay recording
notes "the replies have cost what 'limits.cost' allows"
[ ! -e never ] || fail 'a call was run that was too expensive'
