# A step with once: true is not done twice: if nobody knows whether it was done, the operator says.
# The key of a step is the same for each try.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/runs.bash"
needs bash pgrep
state=$dir/runs
kill_in_step() { # FILE, as soon as that is there: run r of w.yaml
  "$bin/agentcli" --tools "$dir/tools.json" -w ./w.yaml --state "$state" --run-id r \
    > "$dir/out" 2>&1 &
  while [ ! -e "$1" ]; do sleep 0.02; done
  kill -9 $!
  wait $! 2> /dev/null || :
  rm "$1"
}
again() { # STATUS FLAG…
  local wanted=$1
  shift
  for _ in {1..100}; do # the process that was killed may not be gone yet
    runs "$wanted" -w ./w.yaml --state "$state" --run-id r "$@" > "$dir/said" && break
    grep -q 'another process has the run' "$dir/err" || { cat "$dir/said"; exit 1; }
    sleep 0.05
  done
}

cat > w.yaml << 'END'
steps:
  - {id: a, run: 'echo a >> log'}
  - id: pay
    run: 'echo pay >> log; touch paid; [ -e quick ] || sleep 10; echo receipt'
    once: true
  - {id: b, run: 'echo b >> log'}
finally: [{run: 'echo z >> log'}]
result: "{{ steps.pay.output | default: 'assumed' }}"
END
kill_in_step paid
again 7
notes "it is uncertain whether the step 'pay' was done: it had begun when the run ended; look, and "
notes 'continue with --assume pay@1=done or --assume pay@1=undone'
again 7 --json
grep -q '"exitReason":"uncertain","exitStatus":7,' "$dir/out" || fail 'the object does not say why'
grep -q '"error":{"code":"UNCERTAIN",' "$dir/out" || fail 'the object has no code'
again 2 --assume a@1=done
notes "nothing about the step 'a' is uncertain"
again 2 --assume pay=maybe
notes "'pay=maybe' is not STEP@N=done or STEP@N=undone"
again 0 --assume pay@1=done
prints assumed
[ "$(tr '\n' ' ' < log)" = 'a pay b z ' ] || fail "the steps were $(cat log)"

rm -r log "$state"
kill_in_step paid
touch quick
again 0 --assume pay@1=undone
prints receipt
[ "$(tr '\n' ' ' < log)" = 'a pay pay b z ' ] || fail "the steps were $(cat log)"
again 0
[ "$(wc -l < log)" = 5 ] || fail 'a finished run has done something'

# Its tool was killed, and has not said what it has done: there is no other try.
rm -rf log paid "$state"
cat > killed.yaml << 'END'
steps:
  - id: pay
    run: 'echo pay >> log; touch paid; sleep 10'
    once: {repeat_on: [75]}
    retry: {max: 2}
END
"$bin/agentcli" --tools "$dir/tools.json" -w ./killed.yaml --state "$state" --run-id k \
  > "$dir/out" 2> "$dir/err" &
while [ ! -e paid ]; do sleep 0.02; done
rm paid
kill -9 $(pgrep -P "$(pgrep -P $! -d ,)") # the supervisors of tools
status=0
wait $! || status=$?
[ $status = 7 ] || fail "it has ended with $status: $(cat "$dir/err")"
notes "it is uncertain whether the step 'pay' was done: "
runs 7 -w ./killed.yaml --state "$state" --run-id k
runs 0 -w ./killed.yaml --state "$state" --run-id k --assume pay@1=done
[ "$(cat log)" = pay ] || fail "the steps were $(cat log)"

# What it has printed cannot be restored if a secret was in it.
rm -r log "$state"
cat > w.yaml << 'END'
secrets: [MY_TOKEN]
steps:
  - id: pay
    shell: {command: 'echo pay >> log; echo "with $T"', env: {T: "{{ secrets.MY_TOKEN }}"}}
    once: true
  - {run: test -e good}
END
export MY_TOKEN=hunter2-hunter2
again 1
again 7
notes "the step 'pay' was done: it has run, and its result was not kept"
touch good
again 0 --assume pay@1=done
[ "$(cat log)" = pay ] || fail 'a step with once was done twice'

# Nor is it repeated by another try of what is around it; the key is that of all its tries.
rm -r log "$state"
cat > w.yaml << 'END'
steps:
  - id: each
    foreach:
      items: [1]
      steps:
        - {id: pay, run: 'echo "pay $AGENTCLI_IDEMPOTENCY_KEY" >> log', once: true}
        - id: more
          run: 'echo "more $AGENTCLI_IDEMPOTENCY_KEY" >> log; [ "$(wc -l < log)" = 5 ]'
          retry: {max: 1, backoff: {base_ms: 1, jitter_ms: 0}}
    retry: {max: 1, backoff: {base_ms: 1, jitter_ms: 0}}
END
again 0
steps=$(cut -d' ' -f1 log | tr '\n' ' ')
[ "$steps" = 'pay more more more more ' ] || fail "the steps were $steps"
[ "$(sort -u log | wc -l)" = 2 ] || fail 'the key of a step has changed'
[ "$(cut -d' ' -f2 log | sort -u | wc -l)" = 2 ] || fail 'two steps have one key'
before=$(tail -n 1 log)
rm "$state/r/journal.ndjson" # as if nothing had been done
printf '1\n2\n3\n' > log
again 0
[ "$(tail -n 1 log)" = "$before" ] || fail 'the key has changed while the run has continued'

runs 2 -w ./w.yaml --state "$state" --run-id ../r
notes "'../r' cannot be the id of a run"
( unset XDG_STATE_HOME; export HOME=; runs 2 -w ./w.yaml; notes 'has to be kept' ) || exit 1

# What was ended by its timeout, or by a signal, is not tried again.
rm -rf log "$state"
uncertain() { # STEP MESSAGE: a second process does not do it either
  printf 'steps: [{id: pay, once: true, %s}]\n' "$1" > w.yaml
  rm -f log
  again 7 --fresh
  notes "it is uncertain whether the step 'pay' was done: $2"
  again 7
  # On a slow machine the time may be over before the command has begun.
  [ ! -e log ] || [ "$(cat log)" = pay ] || fail "the steps of $1 were $(cat log)"
}
uncertain 'run: "echo pay >> log; sleep 60", timeout_seconds: 0.5' 'the command has taken too long'
uncertain 'tool: {name: exec, args: {cmd: bash, args: [-c, "echo pay >> log; sleep 60"]}},
  timeout_seconds: 0.5' 'it was ended by a time limit'
again 0 --assume pay@1=done
printf '#!/bin/sh\n[ $# = 0 ] || exit 1\necho pay >> log\nexec sleep 60\n' > slow
chmod +x slow
entry='{"name":"slow","description":"Is slow","schema":{"type":"object"},'
entry+='"command":["'$work/slow'"],'
entry+='"timeoutSec":1,"effects":{"sandbox":"none"}}'
sed -i "s|{\"tools\":\[|&$entry,|" "$dir/tools.json"
uncertain 'tool: {name: slow}' "tool 'slow' did not answer within 1s and was killed"
