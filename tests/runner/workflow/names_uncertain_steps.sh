# If nobody knows whether steps with once were done, the run ends with 7 and names all of them, and
# begins nothing until each attempt has an answer of its own.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/runs.bash"
needs bash
state=$dir/runs
go() { # STATUS FLAG…
  runs "$@" -w ./w.yaml --state "$state" --run-id r --parallel 4
}
did() { # TEXT: these steps, in any order
  [ "$(sort log | tr '\n' ' ')" = "$1" ] || fail "the steps were $(sort log | tr '\n' ' ')"
}
anew() {
  rm -rf log "$state"
  cat > w.yaml
}

# A step that is killed by a signal, wherever it is, is repeated by no retry and no second process.
killed='{id: pay, run: "echo pay >> log; kill -9 $$", once: true}'
retry='retry: {max: 2, backoff: {base_ms: 1, jitter_ms: 0}}'
where=(
  "pay|$killed"
  "each[0].pay|{id: each, foreach: {items: [1], steps: [$killed]}, $retry}"
  "each[0].pay|{id: each, foreach: {items: [1, 2], parallel: 2,
    steps: [{when: index == 1, run: sleep 0.1},
      {id: pay, when: index == 0, run: 'echo pay >> log; kill -9 \$\$', once: true}]}, $retry}"
  "both.a.pay|{id: both, parallel: {branches: {a: [$killed], b: [{run: 'true'}]}}, $retry}"
  "fell.fallback.pay|{id: fell, run: 'false', fallback: [$killed]}"
  "call.pay|{id: call, workflow: {name: inner}, $retry}"
)
for one in "${where[@]}"; do
  anew << END
workflows:
  inner: {steps: [$killed]}
  w: {steps: [${one#*|}], finally: [{run: 'echo z >> log'}]}
END
  path=${one%%|*}
  runs 7 -w ./w.yaml:w --state "$state" --run-id r --parallel 4
  notes "it is uncertain whether the step '$path' was done: the command was ended by "
  notes "look, and continue with --assume $path@1=done or --assume $path@1=undone"
  runs 7 -w ./w.yaml:w --state "$state" --run-id r --parallel 4
  runs 2 -w ./w.yaml:w --state "$state" --run-id r --parallel 4 --assume "$path=done"
  notes "does not name an attempt; --assume $path@1=done or --assume $path@1=undone"
  did 'pay '
  # An answer is about one attempt.
  runs 7 -w ./w.yaml:w --state "$state" --run-id r --parallel 4 --assume "$path@1=undone"
  notes "--assume $path@2=done or --assume $path@2=undone"
  runs 7 -w ./w.yaml:w --state "$state" --run-id r --parallel 4 --assume "$path@1=undone"
  did 'pay pay '
  runs 0 -w ./w.yaml:w --state "$state" --run-id r --parallel 4 --assume "$path@2=done"
  did 'pay pay z '
done

# Several at once: all are named, and nothing begins before each has an answer.
anew << 'END'
steps:
  - {id: before, run: 'echo before >> log; test -e never', on_failure: continue}
  - id: both
    parallel:
      branches:
        a: [{id: left, run: 'echo left >> log; [ -e quick ] || sleep 20', once: true}]
        b: [{id: right, run: 'echo right >> log; [ -e quick ] || sleep 20', once: true}]
        c:
          - run: |
              until [ "$(wc -l < log)" -ge 3 ] || [ -e quick ]; do sleep 0.05; done
              [ -e quick ]
finally: [{run: 'echo z >> log'}]
END
go 7
notes "these steps were done: 'both.a.left': the process that did it was ended; 'both.b.right': "
notes '--assume both.a.left@1=done or --assume both.a.left@1=undone; --assume both.b.right@1='
go 7 --assume both.a.left@1=done
notes "it is uncertain whether the step 'both.b.right' was done"
did 'before left right '
touch quick
go 0 --assume both.b.right@1=undone
did 'before before left right right z '
rm quick

# The time of a group, of the run, and a signal to agentcli.
for limit in 'timeout_seconds: 1' ''; do
  anew << END
limits: {seconds: $([ -n "$limit" ] && echo 60 || echo 1)}
steps:
  - id: both
    parallel:
      branches:
        a: [{id: left, run: 'echo left >> log; sleep 20', once: true}]
        b: [{id: right, run: 'echo right >> log; sleep 20', once: true}]
    on_failure: continue
    ${limit}
  - {run: 'echo after >> log'}
finally: [{run: 'echo z >> log'}]
END
  go 7
  notes "it is uncertain whether these steps were done: 'both.a.left': "
  go 7
  did 'left right '
done
anew << 'END'
steps:
  - {id: pay, run: 'echo pay >> log; touch paid; sleep 20', once: true}
finally: [{run: 'echo z >> log'}]
END
"$bin/agentcli" --tools "$dir/tools.json" -w ./w.yaml --state "$state" --run-id r \
  > "$dir/out" 2> "$dir/err" &
while [ ! -e paid ]; do sleep 0.02; done
kill -TERM $!
status=0
wait $! || status=$?
[ $status = 7 ] || fail "it has ended with $status: $(cat "$dir/err")"
go 7
did 'pay '

# So is a step in finally, and steps that were done before the file has changed.
anew << 'END'
steps: [{run: 'true'}]
finally: [{id: pay, run: 'echo pay >> log; kill -9 $$', once: true}, {run: 'echo z >> log'}]
END
go 7
go 7
did 'pay '
for word in one two; do
  [ $word = two ] || rm -rf log "$state"
  cat > w.yaml << END
steps:
  - {run: 'echo first $word >> log'}
  - {id: pay, run: 'echo pay >> log', once: true}
  - {id: both, parallel: {branches: {a: [{id: tell, run: 'echo tell >> log', once: true}]}}}
  - {run: test -e never}
END
  go $([ $word = one ] && echo 1 || echo 7)
done
notes "these steps were done: 'both.a.tell': it has run, and the file has changed since; 'pay': "
did 'first one pay tell '
