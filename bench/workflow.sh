#!/usr/bin/env bash
# What workflows cost: 100 commands against the same calls of the tool from a shell loop and from
# GNU make, one question against a run of the same recording, reading and planning 1,000 steps and
# listing 100 files against an empty static C program, 10,000 items against 1,000, and a text of
# 1 MiB that a template makes of 10,000 items. Needs the release build and make. MANY=1 measures
# 100,000 items, too, which takes minutes.
. "$(dirname "$0")/shared.sh"
needs make
mkdir "$dir/workspace"
cd "$dir/workspace"
export HOME=$dir XDG_CONFIG_HOME=$dir/config XDG_STATE_HOME=$dir/state
export OAI_BASE_URL=http://127.0.0.1:9/v1 OAI_MODEL=none
: > none
entry() { "$bin/$1" --describe | sed "s|\"command\":\[\"[^\"]*\"|\"command\":[\"$bin/$1\"|"; }
printf '{"tools":[%s,%s]}' "$(entry exec)" "$(entry get_time)" > tools.json
echo '{"tools":[]}' > no_tools.json
reset="rm -rf .agentcli '$dir/state'"
agent=("$bin/agentcli" --tools tools.json)
turns() { "$programs/turns" "$reset" -- "$@"; }
steps() { # COUNT STEP: a workflow
  echo 'steps:'
  for ((i = 0; i < $1; i++)); do echo "  - $2"; done
}

commands=$(size 100 5)
echo '100 commands (goal: at most 1.5)'
steps "$commands" 'exec: "true"' > commands.yaml
"${agent[@]}" -w ./commands.yaml --events > events
sed -n '/"event":"call"/{s/.*"arguments"://;s/}$//;p;q}' events > request # as a step sends it
cat > loop.sh << END
for ((i = 0; i < $commands; i++)); do
  "$bin/exec" --protect=tools.json < request > answer || exit 1
done
END
{
  printf 'all: '
  for ((i = 0; i < commands; i++)); do printf 't%d ' "$i"; done
  printf '\nt%%: ; @"%s" --protect=tools.json < request > answer\n' "$bin/exec"
} > Makefile
bash loop.sh
grep -q '"exitCode":0' answer
turns workflow none out "${agent[@]}" -w ./commands.yaml \
  -- 'a shell loop' none out bash loop.sh \
  -- make none out make --silent --no-builtin-rules

echo 'one question to a model, by a recording (goal: at most 2.5)'
steps 1 '{id: q, llm: {prompt: hello}}' > question.yaml
system='{"role":"system","content":"<any>"}'
said="\"asked\":[$system,{\"role\":\"user\",\"content\":\"hello\"}],"
said+='"message":{"role":"assistant","content":"done"}}'
echo "{$said" > recording
echo "{\"step\":\"q\",$said" > recording_of_steps
few=("$bin/agentcli" --tools no_tools.json)
test "$("${few[@]}" -w ./question.yaml --replay recording_of_steps 2> /dev/null)" = done
test "$("${few[@]}" --prompt hello --replay recording)" = done
turns workflow none out "${few[@]}" -w ./question.yaml --replay recording_of_steps \
  -- 'a run' none out "${few[@]}" --prompt hello --replay recording

echo 'a file of 1,000 steps: check (goal: below 20), --plan (50 ms); list of 100 files (100 ms)'
steps "$(size 1000 10)" 'exec: echo "{{ params.x }}"' > simple.yaml
echo 'parameters: {x: {default: "y"}}' >> simple.yaml
steps "$(size 1000 10)" \
  'exec: {argv: [echo, "{{ params.x }}"], env: {A: "b{{ params.x }}"}}' > large.yaml
echo 'parameters: {x: {default: "y"}}' >> large.yaml
mkdir -p "$XDG_CONFIG_HOME/agentcli/workflows"
for ((i = 0; i < 100; i++)); do
  cp commands.yaml "$XDG_CONFIG_HOME/agentcli/workflows/w$i.yaml"
done
empty=('an empty program' none out "$programs/empty")
check=("$bin/agentcli" workflow check --tools tools.json)
turns check none out "${check[@]}" simple.yaml -- "${empty[@]}"
turns 'check, two templates in each step' none out "${check[@]}" large.yaml \
  -- "${empty[@]}"
turns plan none out "${agent[@]}" -w ./large.yaml --plan -- "${empty[@]}"
turns list none out "$bin/agentcli" workflow list -- "${empty[@]}"

echo '10,000 items, a call for each (goal: at most 11, and 24 MB)'
items() { # COUNT: a workflow
  echo 'steps:'
  echo '  - foreach:'
  echo "      items: \"{{ (1..$1) }}\""
  echo '      collect: false'
  echo '      steps: [{tool: {name: get_time}}]'
}
items=$(size 10000 20)
for count in $((items / 10)) "$items" 100000; do items $count > "items_$count.yaml"; done
ROUNDS=${ROUNDS:-3} turns "$items items" none out "${agent[@]}" -w "./items_$items.yaml" \
  -- "$((items / 10)) items" none out "${agent[@]}" -w "./items_$((items / 10)).yaml"
if [ -n "${MANY:-}" ]; then
  echo '100,000 items (goal: 40 MB)'
  ROUNDS=1 turns '100,000 items' none out "${agent[@]}" -w ./items_100000.yaml \
    -- "$((items / 10)) items" none out "${agent[@]}" -w "./items_$((items / 10)).yaml"
fi

echo '1 MiB that a template makes of 10,000 items (goal: at most 50 ms more than with a constant)'
for name in made constant; do
  message='{% for item in params.items %}{{ item }}, {{ forloop.index }}; {% endfor %}'
  [ $name = made ] || message=x
  printf 'parameters: {items: {type: list}}\nsteps:\n  - ask: {message: "%s", default: x}\n' \
    "$message" > "$name.yaml"
done
awk 'BEGIN { printf "{\"items\":["; for (i = 0; i < 10000; i++)
  printf "%s\"%s\"", i ? "," : "", sprintf("%096d", i); print "]}" }' > params.json
# The terminal would show the question; without one the default is the answer.
turns made none out setsid -w "${agent[@]}" -w ./made.yaml --params params.json \
  -- constant none out setsid -w "${agent[@]}" -w ./constant.yaml --params params.json
