# Steps without a model: what each kind gets from templates and parameters, what its output is, and
# what of it is printed and audited.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/runs.bash"
needs bash python3

cat > all.yaml << 'END'
description: every kind of step without a model
parameters: {who: {default: world}, n: {type: int, default: 2}, loud: {type: bool, default: false}}
env: {GREETING: "hello {{ params.who }}"}
steps:
  - {id: a, run: 'echo "$GREETING $n $loud"'}
  - {id: b, exec: 'printf "%s\n" "one two" {{ steps.a.output }} three'}
  - id: c
    python:
      code: |
        import json, sys
        print(json.dumps({'n': json.load(sys.stdin)['params']['n'] + 1}))
      parse: json
  - {id: d, set: {x: "{{ steps.c.output.n }}", y: "{{ steps.b.stdout }}"}}
  - id: f
    tool: {name: fs_write_file, args: {path: out.txt, text: "{{ steps.d.output | json }}"}}
    artifacts: [out.txt]
  - {id: skipped, when: params.loud, run: exit 5}
  - {id: e, workflow: {name: inner, with: {k: "{{ params.n }}"}}}
  - {id: each, foreach: {items: [1, 2], steps: [{id: twice, exec: "echo {{ item }} {{ index }}"}]}}
  - {id: q, ask: {kind: confirm, message: 'really?', default: true}}
result: >-
  {{ steps.each.output.results | map: 'output' | join: ',' }}
  {{ steps.c.output.n }} {{ steps.e.output.double }} {{ steps.q.output }}
outputs: {sha: "{{ steps.f.artifacts[0].sha256 }}"}
END
mkdir -p home .agentcli/workflows "$XDG_CONFIG_HOME/agentcli/workflows"
cat > "$XDG_CONFIG_HOME/agentcli/workflows/inner.yaml" << 'END'
parameters: {k: {type: int}}
steps: [{id: i, run: 'echo $((k * 2))'}]
outputs: {double: "{{ steps.i.output }}"}
END

runs 0 -w ./all.yaml --who 'you $(touch canary) {{ params.n }}'
prints '1 0,2 1 3 4 true'
[ ! -e canary ] || fail 'a value was run'
written='{"x":3,"y":"one two\nhello you $(touch canary) {{ params.n }} 2 0\nthree\n"}'
[ "$(cat out.txt)" = "$written" ] || fail "out.txt is $(cat out.txt)"
[ "$(sed -E 's/  [0-9.]+ s$//' "$dir/err")" = 'agentcli: ✓ a
agentcli: ✓ b
agentcli: ✓ c
agentcli: ✓ d
agentcli: ✓ f
agentcli: - skipped  skipped
agentcli: ✓ e.i
agentcli: ✓ e
agentcli: ✓ each[0].twice
agentcli: ✓ each[1].twice
agentcli: ✓ each
agentcli: ✓ q' ] || fail "stderr is $(cat "$dir/err")"

"$bin/agentcli" audit verify > "$dir/out" || fail 'the audit trail is broken'
log=$(cat .agentcli/audit/*.log)
grep '"parent":"[0-9a-f-]*","tool":"exec",.*"by":"workflow",' <<< "$log" |
  grep -q '"by":"workflow",.*"labels":\["workflow=all","step=b"\]' ||
  fail "the audit does not have the step b: $log"
grep -q '"labels":\["workflow=inner","step=e.i"\]' <<< "$log" ||
  fail 'the audit does not have the step e.i'
grep -q '"end":"workflow-end","exitStatus":0,' <<< "$log" ||
  fail 'the audit does not have the end'

runs 0 -w ./all.yaml --json
python3 - "$dir/out" << 'END' || fail 'the object of --json is wrong'
import json, sys
end = json.load(open(sys.argv[1]))
assert end["workflow"] == "all" and end["exitReason"] == "done" and end["exitStatus"] == 0, end
assert end["output"] == "1 0,2 1 3 4 true" and len(end["outputs"]["sha"]) == 64, end
assert [step["id"] for step in end["steps"]][:3] == ["a", "b", "c"], end
assert [step["status"] for step in end["steps"] if step["id"] == "skipped"] == ["skipped"], end
END
runs 0 -w ./all.yaml --events
[ "$(grep -c '"event":"step".*"state":"begins"' "$dir/out")" = 11 ] ||
  fail 'an event is missing'
tail -1 "$dir/out" | grep -q '^{"event":"workflow",.*"state":"ends",.*"exitReason":"done"' ||
  fail 'the last event is not the end'

rm -rf out.txt .agentcli/audit
runs 0 -w ./all.yaml --plan
grep -q '^b  exec  exec: printf %s\\n one two {{ steps.a.output }} three$' "$dir/out" ||
  fail 'the plan does not have the step b'
grep -q '^e.i  shell' "$dir/out" ||
  fail 'the plan does not have the steps of the workflow that is called'
[ ! -e out.txt ] || fail 'the plan has run a step'
for how in --plan --dry-run; do
  runs 2 -w ./all.yaml $how --events
  prints ''
  notes '--events and the plan of a workflow cannot be combined'
  notes '--json prints the plan'
done
