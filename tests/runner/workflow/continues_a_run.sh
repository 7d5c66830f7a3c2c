# A run that has ended early continues: what was done is kept, also items of a foreach, and a run
# that has finished prints its result again. Other parameters, a held run and a changed file.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/runs.bash"
needs bash python3
state=$dir/runs
kept() { # NUMBER: so many steps were kept
  [ "$(grep -c '  kept$' "$dir/err")" = "$1" ] || fail "not $1 steps were kept: $(cat "$dir/err")"
}
did() { # WORDS: what steps have appended to `log` since the last time
  [ "$(tr '\n' ' ' < log)" = "$1" ] || fail "the steps were $(cat log), not $1"
  : > log
}

cat > w.yaml << 'END'
parameters: {p: {default: x}}
steps:
  - {id: a, run: 'echo a >> log; echo "from a"'}
  - {id: s, when: params.p == "y", run: 'echo s >> log'}
  - id: each
    foreach:
      items: [1, 2, 3, 4]
      max_failed: 0
      steps:
        - {id: one, shell: {command: 'echo one$i >> log', env: {i: "{{ item }}"}}}
        - id: two
          shell:
            command: 'echo two$i >> log; test -e good || test $i != 3; echo $i$i'
            env: {i: "{{ item }}"}
  - {id: b, run: 'echo b >> log; test -e good'}
finally:
  - {id: z, shell: {command: 'echo z$s >> log', env: {s: "{{ workflow.status }}"}}}
result: "{{ steps.a.output }} {{ steps.each.output.results | map: 'output' | join: ',' }}"
END
runs 1 -w ./w.yaml --state "$state" --run-id r1
did 'a one1 two1 one2 two2 one3 two3 one4 two4 zfailed '
touch good
runs 0 -w ./w.yaml --state "$state" --run-id r1 --json
did 'two3 b zok ' # of the third item the first step is kept
grep -q '"output":"from a 11,22,33,44"' "$dir/out" || fail "the result is $(cat "$dir/out")"
grep -q '"resumed":true' "$dir/out" || fail 'it does not say that it is resumed'
indices=$(sed 's/^{"index":\([0-9]*\),.*/\1/' "$state/r1/results-each.ndjson" | sort | tr '\n' ' ')
[ "$indices" = '0 1 2 3 ' ] ||
  fail "an item has not one result: $(cat "$state/r1/results-each.ndjson")"
cp "$state/r1/journal.ndjson" "$dir/journal"
for _ in 1 2; do
  runs 0 -w ./w.yaml --state "$state" --resume last
  prints 'from a 11,22,33,44'
  did ''
done
printf 'steps: [{run: echo other}]\n' > other.yaml
runs 0 -w ./other.yaml --state "$state" --run-id later # of another workflow
runs 0 -w ./w.yaml --state "$state" --resume last
prints 'from a 11,22,33,44'
cmp "$state/r1/journal.ndjson" "$dir/journal" || fail 'a finished run has written to its journal'
"$bin/agentcli" runs list --state "$state" | grep -q '^r1 .* finished  exit 0$' ||
  fail 'it is not listed'
runs 2 -w ./w.yaml --state "$state" --run-id r1 --p z
notes "the run 'r1' has begun with other parameters"
runs 0 -w ./w.yaml --state "$state" --run-id r1 --p y --fresh
did 'a s one1 two1 one2 two2 one3 two3 one4 two4 b zok '
runs 2 -w ./w.yaml --state "$state" --resume none
notes "there is no run 'none'"

# A changed file: what comes before the first step that differs is kept.
sed -i 's/echo b >> log/echo B >> log/' w.yaml
runs 0 -w ./w.yaml --state "$state" --run-id r1 --p y
notes "the workflow has changed: all from 'b' on begins anew"
kept 3
did 'B zok '
sed -i 's/from a/FROM A/' w.yaml
runs 0 -w ./w.yaml --state "$state" --run-id r1 --p y
prints 'FROM A 11,22,33,44'
did 'a s one1 two1 one2 two2 one3 two3 one4 two4 B zok '

# Items are known by their keys: others take their places, and are done.
cat > w.yaml << 'END'
steps:
  - id: each
    foreach:
      lines: items.txt
      key: "{{ item }}"
      steps:
        - {id: one, shell: {command: 'echo one-$i >> log', env: {i: "{{ item }}"}}}
        - {shell: {command: 'test -e fine || test $i != c', env: {i: "{{ item }}"}}}
result: "{{ steps.each.output.results | map: 'key' | join: ',' }}"
END
printf '%s\n' a b c > items.txt
runs 1 -w ./w.yaml --state "$state" --run-id r2
did 'one-a one-b one-c '
printf '%s\n' new c b a > items.txt
touch fine
runs 0 -w ./w.yaml --state "$state" --run-id r2
prints 'new,c,b,a'
did 'one-new one-c '

# The last line of a journal may be torn; another one may not.
cat > w.yaml << 'END'
steps: [{id: a, run: 'echo a >> log'}, {id: b, run: 'echo b >> log; exit 3'}]
END
runs 3 -w ./w.yaml --state "$state" --run-id r3
printf '{"kind":"ended","pa' >> "$state/r3/journal.ndjson"
: > log
runs 3 -w ./w.yaml --state "$state" --run-id r3
did 'b '
sed -i '1s/.*/nonsense/' "$state/r3/journal.ndjson"
runs 2 -w ./w.yaml --state "$state" --run-id r3
notes 'line 1 of the journal is none'

# A run that another process holds is refused.
cat > w.yaml << 'END'
steps: [{run: 'touch begun; while [ ! -e go ]; do sleep 0.02; done'}]
END
"$bin/agentcli" --tools "$dir/tools.json" -w ./w.yaml --state "$state" --run-id r4 2> "$dir/first" &
while [ ! -e begun ]; do sleep 0.02; done
runs 2 -w ./w.yaml --state "$state" --run-id r4
notes "another process has the run 'r4'"
touch go
wait $! || fail "the first process has failed: $(cat "$dir/first")"

# What was redacted is on no disk, and its step runs again.
cat > w.yaml << 'END'
secrets: [MY_TOKEN]
steps:
  - {id: a, shell: {command: 'echo a >> log; echo "it is $T"', env: {T: "{{ secrets.MY_TOKEN }}"}}}
  - {id: b, run: 'echo b >> log; test -e now'}
END
export MY_TOKEN=hunter2-hunter2
runs 1 -w ./w.yaml --state "$state" --run-id r5
did 'a b '
! grep -r hunter2 "$state" || fail 'a secret is on the disk'
touch now
runs 0 -w ./w.yaml --state "$state" --run-id r5
did 'a b '

# Nothing that a tool of the run does changes what it believes.
cat > w.yaml << 'END'
steps: [{id: a, run: 'echo x >> here/r6/journal.ndjson', on_failure: continue}]
result: "{{ steps.a.status }}"
END
runs 0 -w ./w.yaml --state here --run-id r6
if "$bin/exec" <<< '{"command":"true"}' | grep -q '"level":"namespaces"'; then prints failed; fi
! grep -qx x here/r6/journal.ndjson || fail 'a step has changed the journal'

# Without a home, and if nothing names a directory, the run is not kept.
( unset XDG_STATE_HOME; export HOME=; runs 0 -w ./w.yaml ) || exit 1
