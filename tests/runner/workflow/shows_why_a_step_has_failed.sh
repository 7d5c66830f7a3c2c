# A command that fails shows the last lines that it has printed, redacted and without escape
# sequences; an error of a template names its place; a step that nobody could approve says how.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/runs.bash"
needs bash

write() { cat > w.yaml; } # the workflow
notes_not() { # TEXT
  ! grep -qF -- "$1" "$dir/err" || fail "stderr has '$1': $(cat "$dir/err")"
}
state=$dir/runs

export OUR_TOKEN=hunter2-hunter2
write << 'END'
secrets: [OUR_TOKEN]
steps:
  - id: build
    shell:
      command: |
        echo on-stdout
        for n in $(seq 30); do echo "line $n" >&2; done
        printf 'red \e[31m %s\n\n' "$T" >&2
        exit 3
      env: {T: "{{ secrets.OUR_TOKEN }}"}
END
runs 3 -w ./w.yaml --state "$state" --run-id r
notes 'agentcli: ✗ build'
notes 'agentcli:   build has printed on stderr, after 11 other lines:'
notes 'agentcli:   | line 12'
notes '[31m [redacted]'
notes_not 'line 11'
notes_not on-stdout
notes_not hunter2
! grep -q $'\e' "$dir/err" || fail 'an escape sequence was printed'
[ "$(grep -c 'agentcli:   | ' "$dir/err")" = 20 ] ||
  fail "there are not 20 lines: $(cat "$dir/err")"
runs 3 -w ./w.yaml --verbose
notes 'agentcli:   build | line 1'
notes 'agentcli:   build | on-stdout'
notes '[31m [redacted]'
notes_not 'has printed'
notes_not hunter2
"$bin/agentcli" runs show r --state "$state" > "$dir/out" || fail 'the run is not shown'
grep -q '^  the command has ended with status 3$' "$dir/out" || fail "$(cat "$dir/out")"
grep -q '^  | line 30$' "$dir/out" || fail "the run does not have the lines: $(cat "$dir/out")"

# With --verbose, lines are shown while the command runs, also those of branches.
write << 'END'
steps:
  - parallel:
      branches:
        a: [{id: w, run: 'echo begun; while [ ! -e go ]; do sleep 0.05; done; printf end; exit 5'}]
END
"$bin/agentcli" --tools "$dir/tools.json" -w ./w.yaml --verbose > "$dir/out" 2> "$dir/err" &
for _ in {1..400}; do
  ! grep -q 'w | begun' "$dir/err" || break
  sleep 0.05
done
notes 'agentcli:   parallel#1.a.w | begun'
touch go
status=0
wait $! || status=$?
[ $status = 5 ] || fail "the branch has ended with $status"
notes 'agentcli:   parallel#1.a.w | end'

# Without a stderr, stdout is shown; also if it is too long for the journal.
write << 'END'
steps: [{id: a, run: 'seq 30000; exit 4', on_failure: continue}, {run: 'echo fine; echo odd >&2'}]
END
runs 0 -w ./w.yaml --state "$state" --run-id long
notes 'agentcli:   a has printed on stdout, after 29980 other lines:'
notes 'agentcli:   | 30000'
notes_not odd
"$bin/agentcli" runs show long --state "$state" > "$dir/out" || fail 'the run is not shown'
grep -q '^  | 30000$' "$dir/out" || fail "the run does not have the lines: $(cat "$dir/out")"
runs 0 -w ./w.yaml --batch
grep -q '"event":"note".*| 30000"' "$dir/err" || fail "the lines are not events: $(cat "$dir/err")"

# Places of templates.
write << 'END'
parameters: {n: {type: int, default: 4}}
env: {A: "{{ params.n }}"}
steps:
  - {id: a, run: echo text}
  - id: b
    on_failure: continue
    shell:
      command: "true"
      env:
        GOOD: x
        WRONG: "say {{ steps.a.output.name }}"
  - {id: c, on_failure: continue, foreach: {items: "{{ params.n }}", steps: [{run: 'true'}]}}
  - {id: d, on_failure: continue, when: steps.a.output, run: 'true'}
  - {id: e, on_failure: continue, timeout_seconds: "1 | minus: 1", run: 'true'}
END
runs 0 -w ./w.yaml
notes "w.yaml:11:24: shell.env.WRONG: 'steps.a.output.name' has no value, since "
notes "since 'steps.a.output' is a text; {{ steps.a.output.name | default: '' }} allows that"
notes "w.yaml:12:53: foreach.items: 'items' has to give a list, and this gives a number"
notes "w.yaml:13:41: when: 'steps.a.output' is neither true nor false, but a text"
notes "w.yaml:14:53: timeout_seconds: the expression gives no number of seconds above 0, but 0"
write << 'END'
steps: [{id: a, run: echo text}]
result: "{{ steps.a.output.name }}"
END
runs 1 -w ./w.yaml
notes "w.yaml:2:13: result: 'steps.a.output.name' has no value"

printf 'steps:\n  - shell:\n      command: echo "a: b"\n' > w.yaml
runs 2 -w ./w.yaml
notes "put a text that contains ': ' in quotes, or on the lines after |"

mkdir -p .agentcli/workflows
printf 'steps: [{run: touch made}]\n' > .agentcli/workflows/make.yaml
for how in '' --batch; do
  # shellcheck disable=SC2086 # no word, or one
  runs $([ -n "$how" ] && echo 1 || echo 7) -w make $how
  notes "'agentcli trust .agentcli/workflows/make.yaml'"
  notes "'-w ./.agentcli/workflows/make.yaml'"
  notes "'--approve auto'"
done
