# Branches and items are done side by side by processes that end with the run, whoever dies. Their
# steps, limits and results are those of one run.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/runs.bash"
needs bash python3
state=$dir/runs
write() { cat > w.yaml; }
workers=()
nothing_is_left() { # processes in the workspace
  local left
  for _ in {1..250}; do
    left=
    for process in /proc/[0-9]*; do
      [ "$(readlink "$process/cwd")" != "$work" ] || [ "${process#/proc/}" = $$ ] ||
        left+=" $(cat "$process/comm" 2> /dev/null)"
    done
    left=${left// bash/}
    [ -n "${left// /}" ] || return 0
    sleep 0.02
  done
  fail "processes are left:$left"
}

# All of them are there at once: each waits until it sees the others.
write << 'END'
steps:
  - id: both
    parallel:
      branches:
        a: [{id: one, run: 'touch a; until [ -e b ] && [ -e c ]; do sleep 0.01; done; echo A'}]
        b: [{id: two, run: 'touch b; until [ -e a ] && [ -e c ]; do sleep 0.01; done; echo B'}]
        c: [{id: three, run: 'touch c; until [ -e a ] && [ -e b ]; do sleep 0.01; done; echo C'}]
  - id: each
    foreach:
      items: [1, 2, 3, 4, 5]
      parallel: 3
      steps:
        - {id: x, shell: {command: 'echo $i >> items; echo "$i$i"', env: {i: "{{ item }}"}}}
        - {id: y, set: {v: "{{ steps.x.output }}"}}
      result: "{{ steps.y.output.v }}"
result: >-
  {{ steps.both.output.a }}{{ steps.two.output }}{{ steps.three.stdout }}
  {{- steps.each.output.results | map: 'output' | join: ',' }}
END
runs 0 -w ./w.yaml --parallel 3 --state "$state" --run-id r --json
grep -q '"output":"ABC\\n11,22,33,44,55"' "$dir/out" || fail "the result is $(cat "$dir/out")"
grep -q '"id":"both.a.one"' "$dir/out" || fail 'a step of a branch is not told'
[ "$(sort items | tr -d '\n')" = 12345 ] || fail 'an item was not done once'
"$bin/agentcli" audit verify > "$dir/said" || fail 'the audit trail is broken'
[ "$("$bin/agentcli" runs show r --state "$state" | grep -c 'ended .*ok$')" = 15 ] ||
  fail 'the journal has not each step'
nothing_is_left
runs 0 -w ./w.yaml --parallel 1 --state "$state" --run-id r # it has finished

# At most so many at once, of all.
write << 'END'
steps:
  - foreach:
      items: [1, 2, 3, 4, 5, 6]
      parallel: 6
      steps:
        - shell:
            command: 'mkdir in.$i; echo in.* | wc -w >> most; sleep 0.05; rmdir in.$i'
            env: {i: "{{ item }}"}
END
runs 0 -w ./w.yaml --parallel 2
[ "$(sort -n most | tail -n 1)" -le 2 ] || fail 'there were more at once'

# The first branch that fails ends the others, and the workflow with its status.
write << 'END'
steps:
  - parallel:
      branches:
        a: [{run: 'until [ -e slow ]; do sleep 0.01; done; exit 9'}]
        b: [{run: 'touch slow; sleep 30; touch never'}]
END
runs 9 -w ./w.yaml --parallel 2
nothing_is_left
[ ! -e never ] || fail 'a branch has gone on'
write << 'END'
steps:
  - id: both
    parallel:
      fail_fast: false
      branches: {a: [{run: exit 9}], b: [{run: 'sleep 0.2; touch second; echo b'}]}
    on_failure: continue
result: "{{ steps.both.status }} {{ steps.both.output.b }}"
END
runs 0 -w ./w.yaml --parallel 2
prints 'failed b'

# Limits count over all; a timeout ends all.
write << 'END'
limits: {tool_calls: 3}
steps:
  - foreach:
      items: [1, 2, 3, 4, 5, 6]
      parallel: 3
      steps: [{run: 'echo x >> counted'}]
END
runs 4 -w ./w.yaml --parallel 3
[ "$(wc -l < counted)" = 3 ] || fail "there were $(wc -l < counted) calls"
write << 'END'
steps:
  - parallel: {branches: {a: [{run: sleep 30}], b: [{run: sleep 30}]}}
    timeout_seconds: 0.3
END
runs 124 -w ./w.yaml --parallel 2
nothing_is_left

# Whoever dies, nothing is left, and the run continues.
write << 'END'
steps:
  - id: each
    foreach:
      items: [1, 2, 3, 4]
      parallel: 2
      steps:
        - shell:
            command: 'echo $i >> tries; touch begun; [ -e go ] || sleep 30; echo $i'
            env: {i: "{{ item }}"}
result: "{{ steps.each.output.results | map: 'output' | join: ',' }}"
END
for signal in KILL TERM; do
  rm -f begun
  "$bin/agentcli" --tools "$dir/tools.json" -w ./w.yaml --state "$state" --run-id k --parallel 2 \
    > "$dir/out" 2> "$dir/err" &
  while [ ! -e begun ]; do sleep 0.02; done
  kill -$signal $!
  wait $! 2> /dev/null || :
  nothing_is_left
done
touch go
runs 0 -w ./w.yaml --state "$state" --run-id k --parallel 2
prints 1,2,3,4
[ "$(wc -l < "$state/k/results-each.ndjson")" = 4 ] || fail 'an item has not one result'

# A worker that dies takes its item with it, and no other one.
rm go begun
write << 'END'
steps:
  - id: each
    foreach:
      items: [1, 2, 3]
      parallel: 2
      max_failed: 1
      steps:
        - shell:
            command: '[ $i != 1 ] || touch begun; until [ -e go ]; do sleep 0.02; done'
            env: {i: "{{ item }}"}
result: "{{ steps.each.output | json }}"
END
"$bin/agentcli" --tools "$dir/tools.json" -w ./w.yaml --parallel 2 > "$dir/out" 2> "$dir/err" &
while [ ! -e begun ]; do sleep 0.02; done
for child in $(cat /proc/$!/task/$!/children); do
  [ "$(cat "/proc/$child/comm")" != agentcli ] || workers+=("$child")
done
kill -9 "${workers[0]}"
sleep 0.1
touch go
wait $! || fail "it has failed: $(cat "$dir/err")"
grep -q '"count":3,"ok":2,"failed":1,.*the process that did it has died' "$dir/out" ||
  fail "the output is $(cat "$dir/out")"
nothing_is_left

# A session has one conversation at a time.
write << 'END'
steps: [{foreach: {items: [1, 2], parallel: 2, steps: [{llm: {prompt: x, keep_session: n}}]}}]
END
runs 2 -w ./w.yaml
notes "items that are done at the same time cannot share a session"

# Models are asked at the same time, too, also by a recording.
write << 'END'
steps:
  - id: each
    foreach:
      items: [0, 1, 2, 3]
      parallel: 2
      steps: [{id: ask, llm: {prompt: "Say {{ item }}"}}]
result: "{{ steps.each.output.results | map: 'output' | join: ',' }}"
END
for i in 0 1 2 3; do
  printf '{"step":"each[%s].ask","asked":[{"role":"system","content":"<any>"},' $i
  printf '{"role":"user","content":"Say %s"}],' $i
  printf '"message":{"role":"assistant","content":"said %s"}}\n' $i
done > recording
runs 0 -w ./w.yaml --parallel 2 --replay recording --record again
prints 'said 0,said 1,said 2,said 3'
runs 0 -w ./w.yaml --parallel 2 --replay again
prints 'said 0,said 1,said 2,said 3'

# Events of workers are whole lines, however long they are.
write << 'END'
parameters: {text: {type: string}}
steps:
  - foreach:
      items: [0, 1, 2, 3, 4, 5, 6, 7]
      parallel: 4
      steps: [{exec: {argv: [cat], stdin: "{{ params.text }}"}}]
END
{ printf '{"text":"'; head -c 100000 /dev/zero | tr '\0' x; printf '"}'; } > text.json
"$bin/agentcli" -w ./w.yaml --parallel 4 --params text.json --events 2> "$dir/err" \
  | cat > "$dir/out"
python3 - "$dir/out" << 'END' || fail 'the events are not one line each'
import json, sys
events = [json.loads(line) for line in open(sys.argv[1])]
count = lambda name: sum(event["event"] == name for event in events)
assert count("call") == 8 and count("result") == 8, (count("call"), count("result"))
calls = [json.dumps(event["arguments"]) for event in events if event["event"] == "call"]
assert all(len(call) > 100000 for call in calls)
END
