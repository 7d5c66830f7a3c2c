# --batch: nobody is asked, stderr is lines of JSON, stdout the result, the exit status one of four.
# Signals end a run so that it continues. Shards do together what one process does.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/runs.bash"
needs bash python3
state=$dir/runs
batch() { # STATUS ARGUMENT…
  local wanted=$1
  shift
  runs "$wanted" -w ./w.yaml --state "$state" --batch "$@"
  python3 -c 'import json, sys
events = [json.loads(line) for line in open(sys.argv[1])]
[event["event"] for event in events]
assert [event["seq"] for event in events] == list(range(1, len(events) + 1)), "seq"' "$dir/err" ||
    fail "stderr is not lines of events: $(cat "$dir/err")"
}
ends_early() { # STATUS CODE: so the last line says, and no workflow has begun
  python3 -c 'import json, sys
events = [json.loads(line) for line in open(sys.argv[1])]
end = events[-1]
assert end["event"] == "workflow" and end["state"] == "ends", end
assert end["exitStatus"] == int(sys.argv[2]), end
assert end["error"]["code"] == sys.argv[3] and end["error"]["message"], end
assert not [event for event in events if event.get("state") == "begins"], events' \
    "$dir/err" "$1" "$2" || fail "the last line is not that end: $(cat "$dir/err")"
}
write() { cat > w.yaml; }

write << 'END'
steps: [{id: a, run: 'printf "%s\n" one two'}]
END
batch 0 --run-id a
prints '"one\ntwo"'
tail -n 1 "$dir/err" | grep -q '^{"event":"workflow",.*"exitStatus":0,' ||
  fail 'the end is no event'
batch 0 --run-id a --json
tail -n 1 "$dir/out" | grep -q '"output":"one\\ntwo",.*"resumed":true' || fail 'there is no object'
write << 'END'
steps: [{run: exit 9}]
END
batch 1
tail -n 1 "$dir/err" | grep -q '"exitStatus":9,' || fail 'the status of the step is not told'
write << 'END'
steps: [{ask: {message: 'who?'}}]
END
batch 1
notes 'nobody can be asked'
write << 'END'
steps: [{run: touch asked, approve: always}]
END
batch 1
[ ! -e asked ] || fail 'a step was run that had to be asked about'
write << 'END'
steps: [{run: sleep 20, timeout_seconds: 0.2}]
END
batch 75
batch 2 --nosuch x
ends_early 2 BAD_REQUEST
write << 'END'
steps: [{nosuch: x}, {run: 1, exec: 2}]
END
batch 2
ends_early 2 BAD_REQUEST
write << 'END'
steps: [{tool: {name: nosuch}}]
END
batch 2
ends_early 2 BAD_REQUEST
rm w.yaml
batch 2 --run-id early
ends_early 2 BAD_REQUEST
grep -q '"runId":"early"' "$dir/err" || fail 'the end does not name its run'
write << 'END'
steps: [{id: a, llm: {prompt: hello}}]
END
batch 75 --base-url http://127.0.0.1:9/v1 --model m --http-retries 0 # refused: it may be back

# What a signal ends continues, also if the engine starts it twice.
write << 'END'
steps:
  - {run: 'echo a >> log'}
  - {run: 'touch begun; while [ ! -e go ]; do sleep 0.02; done; echo b >> log'}
END
for signal in TERM INT HUP; do
  rm -f begun
  # A shell has its jobs ignore INT.
  python3 -c 'import os, signal, sys
signal.signal(signal.SIGINT, signal.SIG_DFL)
os.execv(sys.argv[1], sys.argv[1:])' "$bin/agentcli" --tools "$dir/tools.json" -w ./w.yaml \
    --state "$state" --run-id s --batch > "$dir/out" 2> "$dir/err" &
  while [ ! -e begun ]; do sleep 0.02; done
  status=0
  if [ $signal = TERM ]; then # another process has it
    ( # whose streams stay as they are
      mkdir -p "$dir/second"
      cp "$dir/tools.json" "$dir/second"
      dir+=/second
      batch 75 --run-id s
      ends_early 75 CONFLICT
    )
  fi
  kill -$signal $!
  wait $! || status=$?
  [ $status = 75 ] || fail "SIG$signal has ended it with $status: $(cat "$dir/err")"
done
touch go
batch 0 --run-id s
[ "$(tr '\n' ' ' < log)" = 'a b ' ] || fail "the steps were $(cat log)"

# Shards.
write << 'END'
steps:
  - id: each
    foreach:
      items: [a, b, c, d, e, f, g]
      shard: true
      steps: [{exec: 'echo {{ item }} {{ index }}'}]
result: "{{ steps.each.output.count }}"
END
batch 0 --run-id all
prints 7
for shard in 0 1 2; do
  export AGENTCLI_SHARD=$shard/3
  batch 0 --run-id part-$shard
done
prints 2
sort "$state"/part-*/results-each-?-of-3.ndjson > "$dir/parts"
sort "$state/all/results-each.ndjson" | cmp - "$dir/parts" || fail 'the shards have other results'
batch 2 --run-id part-0
notes 'use the same ones, and the same shard'
AGENTCLI_SHARD=3/3 batch 2
notes "'3/3' is not a shard"
write << 'END'
steps: [{run: 'true'}]
END
batch 2
notes 'no step can be divided into shards'
ends_early 2 BAD_REQUEST
