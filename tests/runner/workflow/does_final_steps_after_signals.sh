# The final steps run after SIGINT, SIGTERM and SIGHUP, and after each other's failures; a second
# signal ends them. The exit status is that of the step that has failed, or of the signal.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/runs.bash"
needs bash python3

write() { # the workflow
  rm -rf state
  cat > w.yaml
}
begin() { # FLAG…: starts it; its process is $run. A shell has its jobs ignore INT.
  python3 -c 'import os, signal, sys
for number in signal.SIGINT, signal.SIGQUIT:
    signal.signal(number, signal.SIG_DFL)
os.execv(sys.argv[1], sys.argv[1:])' "$bin/agentcli" --tools "$dir/tools.json" -w ./w.yaml \
    --state "$dir/state" --run-id r "$@" < /dev/null > "$dir/out" 2> "$dir/err" &
  run=$!
}
anew() { # FLAG…
  rm -rf "$dir/state"
  begin "$@"
}
ready() { # FILE: waits for it
  for _ in {1..1000}; do
    [ ! -e "$1" ] || break
    sleep 0.02
  done
  [ -e "$1" ] || fail "$1 was not made: $(cat "$dir/err")"
  rm "$1"
}
ends() { # STATUS
  local status=0
  wait "$run" || status=$?
  [ $status = "$1" ] || fail "it has ended with $status, not $1: $(cat "$dir/err")"
}

users=$XDG_CONFIG_HOME/agentcli/workflows
mkdir -p "$users"
cat > "$users/inner.yaml" << 'END'
steps: [{run: 'touch begun; sleep 60'}]
finally: [{run: 'echo inner >> finals'}]
END
write << 'END'
steps: [{id: s, workflow: {name: inner}, on_failure: continue}, {run: touch later}]
finally:
  - {id: a, shell: {command: 'echo "a $w" >> finals; exit 3', env: {w: "{{ workflow.status }}"}}}
  - {id: b, run: 'echo b >> finals'}
END
for signal in TERM INT HUP; do
  rm -f finals
  anew
  ready begun
  kill -$signal "$run"
  ends $((128 + $(kill -l $signal)))
  [ "$(tr '\n' ' ' < finals)" = 'inner a interrupted b ' ] ||
    fail "the final steps after $signal: $(cat finals "$dir/err")"
  [ ! -e later ] || fail "a step has run after $signal"
done
begin --batch # it continues
ready begun
kill -TERM "$run"
ends 75
tail -n 1 "$dir/err" | grep -q '"exitReason":"interrupted","exitStatus":143,' ||
  fail "the signal is not told: $(cat "$dir/err")"

# A second signal ends them, and those that are left.
write << 'END'
steps: [{run: 'touch begun; sleep 60'}]
finally: [{run: 'touch final; sleep 60'}, {run: touch too-late}]
END
anew
ready begun
kill -INT "$run"
ready final
kill -INT "$run"
ends 130
[ ! -e too-late ] || fail 'a final step has run after a second signal'
write << 'END'
steps: [{run: exit 4}]
finally: [{run: 'touch final; sleep 60'}, {run: touch too-late}]
END
anew
ready final
kill -TERM "$run"
ends 4
[ ! -e too-late ] || fail 'a final step has run after a signal'

# SIGQUIT ends at once.
write << 'END'
steps: [{run: 'touch begun; sleep 60'}]
finally: [{run: touch too-late}]
END
anew
ready begun
kill -QUIT "$run"
ends 131
[ ! -e too-late ] || fail 'a final step has run after SIGQUIT'

# Each final step runs; the first that fails counts if no other step has failed.
write << 'END'
steps: [{run: 'true'}]
finally:
  - {id: a, run: exit 3, on_failure: continue}
  - {id: b, run: exit 5}
  - {id: c, run: exit 6}
  - {id: d, run: touch done-last}
END
runs 5 -w ./w.yaml
[ -e done-last ] || fail 'a final step was left out'
sed -i "s/'true'/exit 9/" w.yaml
rm done-last
runs 9 -w ./w.yaml
[ -e done-last ] || fail 'a final step was left out after a failure'

# Nothing more is done if nobody knows whether a step was done.
write << 'END'
steps: [{once: true, run: 'kill -9 $$'}]
finally: [{run: touch too-late}]
END
runs 7 -w ./w.yaml
[ ! -e too-late ] || fail 'a final step has run although a step was uncertain'
