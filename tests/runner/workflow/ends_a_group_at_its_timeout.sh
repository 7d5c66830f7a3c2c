# The timeout of a group of steps ends this group alone: on_failure, retry and fallback apply.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/runs.bash"
needs bash

write() { cat > w.yaml; } # the workflow

users=$XDG_CONFIG_HOME/agentcli/workflows
mkdir -p "$users"
echo 'steps: [{id: s, run: sleep 20}]' > "$users/sleeps.yaml"
cat > "$users/limited.yaml" << 'END'
limits: {seconds: 0.3}
steps: [{id: s, run: sleep 20}]
finally: [{run: echo final >> finals}]
END
cat > "$users/goes-on.yaml" << 'END'
steps: [{id: w, workflow: {name: sleeps}, on_failure: continue}, {run: touch inside}]
finally: [{run: echo final >> finals}]
END

while read -r group; do
  rm -f finals inside later
  cat > w.yaml << END
steps:
  - {id: g, timeout_seconds: 0.4, on_failure: continue, $group}
  - {run: touch later}
result: "{{ steps.g.status }} {{ steps.g.error.code }} {{ steps.g.error.message }}"
END
  runs 0 -w ./w.yaml
  prints 'failed TIMED_OUT the step has taken too long'
  [ -e later ] || fail "the step after this group has not run: $group"
  [ ! -e inside ] || fail "a step has run after the time of its group was over: $group"
done << 'GROUPS'
foreach: {items: [1, 2], steps: [{run: sleep 20}]}
foreach: {items: [1, 2], max_failed: 2, steps: [{run: sleep 20, on_failure: continue}]}
foreach: {items: [1], steps: [{run: sleep 20, retry: {max: 5}, fallback: [{run: 'true'}]}]}
foreach: {items: [1], steps: [{foreach: {items: [1], steps: [{run: sleep 20}]}}]}
foreach: {items: [1, 2], parallel: 2, steps: [{run: sleep 20}]}
foreach: {items: [1, 2], parallel: 2, steps: [{foreach: {items: [1], steps: [{run: sleep 20}]}}]}
foreach: {items: [1], steps: [{workflow: {name: sleeps}, on_failure: continue}]}
parallel: {branches: {a: [{run: sleep 20}], b: [{workflow: {name: sleeps}}]}}
workflow: {name: sleeps}
workflow: {name: goes-on}
GROUPS
[ "$(cat finals)" = final ] || fail 'the final steps of a workflow have not run after the timeout'

write << 'END'
steps: [{id: g, timeout_seconds: 0.3, foreach: {items: [1], steps: [{run: sleep 20}]}}]
finally: [{run: touch last}]
END
runs 124 -w ./w.yaml --json
grep -q '"exitReason":"timed-out","exitStatus":124' "$dir/out" || fail 'a timeout is not told'
[ -e last ] || fail 'the final steps have not run'
runs 75 -w ./w.yaml --batch

# A try that was too slow is followed by another one, which repeats only what was not done.
write << 'END'
steps:
  - id: g
    timeout_seconds: 2
    retry: {max: 1, backoff: {base_ms: 1, jitter_ms: 0}}
    foreach:
      items: [1, 2]
      steps: [{run: 'echo x >> tries; [ "$(wc -l < tries)" != 2 ] || sleep 20'}]
  - id: f
    timeout_seconds: 0.3
    foreach: {items: [1], steps: [{run: sleep 20}]}
    fallback: [{id: b, run: echo instead}]
  - {id: l, workflow: {name: limited}, on_failure: continue}
result: "{{ steps.g.attempts }} {{ steps.f.output }} {{ steps.l.error.code }}"
END
rm -f finals
runs 0 -w ./w.yaml
prints '2 instead TIMED_OUT'
[ "$(wc -l < tries)" = 3 ] || fail "the items were done $(wc -l < tries) times"
[ "$(cat finals)" = final ] || fail 'the final steps of a workflow have not run after its limit'

# The limit of the run ends the run.
write << 'END'
limits: {seconds: 0.4}
steps:
  - {timeout_seconds: 20, on_failure: continue, foreach: {items: [1], steps: [{run: sleep 20}]}}
  - {run: touch too-late}
END
runs 5 -w ./w.yaml
[ ! -e too-late ] || fail 'a step has run after the time of the run was over'

# A step with once: true in the group may have been done.
for parallel in 1 2; do
  cat > w.yaml << END
steps:
  - id: g
    timeout_seconds: 0.5
    on_failure: continue
    foreach: {items: [1, 2], parallel: $parallel, steps: [{id: pay, once: true, run: sleep 20}]}
END
  runs 7 -w ./w.yaml
  notes "'g[0].pay'"
  notes 'was ended by a time limit'
done
