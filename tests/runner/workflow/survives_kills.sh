# agentcli is killed at random instants of a workflow with items and steps with once: true, and
# continues until it has finished. AGENTCLI_KILLS is how often, AGENTCLI_SEED which instants.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/runs.bash"
needs bash python3
cat > w.yaml << 'END'
steps:
  - {id: first, run: 'echo first >> once.log', once: true}
  - id: each
    foreach:
      items: [0, 1, 2, 3]
      steps:
        - id: paid
          shell: {command: 'echo "once$i" >> once.log', env: {i: "{{ item }}"}}
          once: true
        - {id: named, exec: 'echo item{{ item }}'}
  - id: both
    parallel:
      branches:
        a: [{id: left, run: 'echo left >> once.log', once: true}]
        b: [{id: right, run: 'echo right >> once.log; echo r', once: true}]
  - id: more
    foreach:
      items: [0, 1, 2, 3]
      parallel: 2
      steps: [{id: again, exec: 'echo item{{ item }}'}]
  - {id: last, run: 'echo last >> once.log', once: true}
result: {count: "{{ steps.each.output.count }}", once: 8}
END
kills=${AGENTCLI_KILLS:-20}
seed=${AGENTCLI_SEED:-$RANDOM}
echo "seed $seed"
survives() {
  rm -rf "$dir/runs"
  python3 "$source/tests/runner/workflow/survives_kills.py" "$bin/agentcli" "$dir/tools.json" \
    "$kills" "$seed" || fail 'a run has not survived'
}
survives
# Two steps with once that run at the same time are killed in most runs.
cat > w.yaml << 'END'
steps:
  - id: both
    parallel:
      branches:
        a: [{id: left, run: 'sleep 0.05; echo left >> once.log; sleep 0.05', once: true}]
        b: [{id: right, run: 'sleep 0.05; echo right >> once.log; sleep 0.05', once: true}]
    retry: {max: 2, backoff: {base_ms: 1, jitter_ms: 0}}
result: {once: 2}
END
survives
"$bin/agentcli" audit verify > "$dir/out" || fail 'the audit trail is broken'
