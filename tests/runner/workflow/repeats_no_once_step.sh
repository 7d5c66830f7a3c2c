# A step with once whose end is known is repeated by no retry, no outer step and no run that
# continues, unless its exit status is in repeat_on: the rows of the table in docs/workflows.md.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/runs.bash"
needs bash python3
state=$dir/runs
cat > note << 'END'
#!/bin/sh
[ $# = 0 ] || exit 1
read -r request
name=${request#*:\"}
name=${name%%\"*}
echo "$name" >> log
case $name in *refused) echo '{"error":"refused","code":"CONFLICT"}' >&2; exit 1 ;; esac
echo '{}'
END
chmod +x note
entry='{"name":"note","description":"Notes","schema":{"type":"object"},"command":["'$work/note'"],'
entry+='"effects":{"sandbox":"none"}}'
sed -i "s|{\"tools\":\[|&$entry,|" "$dir/tools.json"

rows() { # PREFIX: a step for each way to end, as a list in braces, which goes on after failures
  local p=$1 often='retry: {max: 2, backoff: {base_ms: 1, jitter_ms: 0}}'
  local goes_on='on_failure: continue'
  cat << END
[{id: $p-done, run: 'echo $p-done >> log', once: true},
{id: $p-json, shell: {command: 'echo $p-json | tee -a log', parse: json}, once: true, $goes_on},
{id: $p-much, shell: {command: 'echo $p-much | tee -a log', max_output_bytes: 1,
  output_limit: fail}, once: true,
 $goes_on},
{id: $p-lacks, run: 'echo $p-lacks >> log', artifacts: [none], once: true, $goes_on},
{id: $p-fails, run: 'echo $p-fails >> log; exit 3', once: {repeat_on: [75]}, $often, $goes_on},
{id: $p-again, run: 'echo $p-again >> log; exit 75', once: {repeat_on: [1, 75]}, $often, $goes_on},
{id: $p-tool, tool: {name: note, args: {name: $p-tool}}, once: true},
{id: $p-empty, tool: {name: note, args: {name: $p-empty}}, artifacts: [none], once: true, $goes_on},
{id: $p-refused, tool: {name: note, args: {name: $p-refused}}, once: true, $goes_on},
{id: $p-fell, run: 'echo $p-fell >> log; exit 3', once: true,
 fallback: [{run: 'echo $p-fallback >> log'}]},
{run: test -e good}]
END
}
{
  retry='on_failure: continue, retry: {max: 1, backoff: {base_ms: 1, jitter_ms: 0}}'
  echo 'workflows:'
  echo "  inner: {steps: $(rows called)}"
  echo '  w:'
  echo '    steps:'
  echo "    - {id: each, foreach: {items: [1], steps: $(rows each)}, $retry}"
  echo "    - id: both"
  echo "      parallel: {fail_fast: false, branches: {a: $(rows a), b: $(rows b)}}"
  echo "      ${retry/, /$'\n'      }"
  echo "    - {id: call, workflow: {name: inner}, $retry}"
  echo "    - {id: many, foreach: {items: [1, 2], parallel: 2, steps: $(rows many)}, $retry}"
  echo '    - {id: last, run: test -e good}'
} > w.yaml
"$bin/agentcli" workflow check --tools "$dir/tools.json" w.yaml || fail 'the file is wrong'

counts() { # NAME COUNT: so often was a step done
  [ "$(grep -cx "$1" log)" = "$2" ] || { sort log | uniq -c; fail "$1 was not done $2 times"; }
}
check_counts() { # RUNS: after so many
  local p t
  for p in each a b called many; do
    t=1
    [ $p != many ] || t=2 # items
    for one in done json much lacks fails tool empty refused fell; do
      counts "$p-$one" $t
    done
    counts "$p-again" $((t * 2 * 3 * $1)) # both tries of the outer step, three of its own
  done
}
runs 1 -w ./w.yaml:w --state "$state" --run-id r --json
check_counts 1
python3 - "$dir/out" << 'END' || fail 'a step has not ended as it has to'
import json, sys
wanted = {"done": 0, "json": 1, "much": 1, "lacks": 1, "fails": 3, "again": 75, "tool": 0,
          "empty": 1, "refused": 1, "fell": 0}
for step in json.load(open(sys.argv[1]))["steps"]:
    name = step["id"].rpartition(".")[2].rpartition("-")[2]
    if name not in wanted or "fallback" in step["id"]:
        continue
    assert (step["status"] == "ok") == (wanted[name] == 0), step
    if wanted[name] > 1:
        assert step["exitCode"] == wanted[name], step
    if name not in ("done", "tool", "fell", "again"):
        assert "it is not repeated" in step["error"]["hint"], step
        assert "--assume %s@1=done or --assume %s@1=undone" % (step["id"], step["id"]) in \
            step["error"]["hint"], step
        assert step["attempts"] == 1, step
    if name in ("json", "much", "lacks", "empty"):
        assert step["error"]["message"].startswith("the step was done, and its output cannot"), step
END
runs 1 -w ./w.yaml:w --state "$state" --run-id r
check_counts 2
# Answers of the operator: one step is repeated, and one counts as done.
touch good
runs 2 -w ./w.yaml:w --state "$state" --run-id r --assume 'each[0].each-done@1=undone'
runs 0 -w ./w.yaml:w --state "$state" --run-id r --assume 'each[0].each-fails@1=undone' \
  --assume call.called-json@1=done --json
counts each-fails 2
counts called-json 1
python3 - "$dir/out" << 'END' || fail 'an answer was not taken'
import json, sys
steps = {step["id"]: step for step in json.load(open(sys.argv[1]))["steps"]}
assert steps["call.called-json"]["status"] == "ok"
assert "--assume each[0].each-fails@2=done" in steps["each[0].each-fails"]["error"]["hint"]
END

# The exit status of the run is that of the step, also when it continues.
status_is() { # STATUS FIELDS
  printf 'steps: [{id: pay, %s}]\n' "$2" > one.yaml
  rm -f log
  runs "$1" -w ./one.yaml --state "$state" --run-id one --fresh
  runs "$1" -w ./one.yaml --state "$state" --run-id one
}
status_is 3 'run: "echo pay >> log; exit 3", once: true'
counts pay 1
notes "it is not repeated: look, and continue with --assume pay@1=done or --assume pay@1=undone"
status_is 1 'shell: {command: "echo pay | tee -a log", parse: json}, once: true'
counts pay 1
status_is 75 'run: "echo pay >> log; exit 75", once: {repeat_on: [1, 75]}'
counts pay 2
runs 0 -w ./one.yaml --plan
prints 'pay  shell  exec: bash: echo pay >> log; exit 75  (once, repeated on 1, 75)'
status_is 1 'tool: {name: note, args: {name: refused}}, once: true'
counts refused 1
runs 0 -w ./one.yaml --state "$state" --run-id one --assume pay@1=done
"$bin/agentcli" runs show one --state "$state" > "$dir/out"
for line in 'attempt  pay@1' 'attempted  pay@1  failed' 'assumed  pay@1  done'; do
  grep -qF "$line" "$dir/out" || fail "the journal shows no '$line': $(cat "$dir/out")"
done

# A person who is asked, and wants another try, has answered that it was not done.
cat > asks.yaml << 'END'
steps:
  - {id: pay, run: 'echo pay >> log; test "$(wc -l < log)" = 2', once: true, on_failure: ask}
END
rm -f log
cat > "$dir/asks.py" << 'END'
import os, sys
sys.path.append(sys.argv[1])
from terminal import chat
text, status = chat(["setsid", "-cw", *sys.argv[2:]],
    [("r(etry), s(kip), e(nd)\x1b[0m > ", "r\n")], {**os.environ, "TERM": "xterm"})
assert status == 0, f"it has ended with {status}: {text}"
END
python3 "$dir/asks.py" "$(dirname "$0")/../chat" "$bin/agentcli" --tools "$dir/tools.json" \
  -w ./asks.yaml --state "$state" --run-id asks || fail 'a person cannot have it repeated'
counts pay 2
