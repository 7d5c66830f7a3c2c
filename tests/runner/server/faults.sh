# A worker, the spawner or the front is killed: the run has an end that says so, or is left to the
# next server if it only waited, and nothing that the server has started survives. Two servers do
# not share a state directory.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/server.bash"
needs flock
waiting_talk > "$dir/talk"
request=$(waiting_run)
wait_for() { # COMMAND…
  local tries
  for tries in $(seq 500); do
    ! "$@" || return 0
    sleep 0.02
  done
  fail "this does not come: $* $answer"
}
asks() { grep -q '"event":"waiting"' "$state/runs/$id/events.ndjson"; }
has_end() { grep -q '"event":"end"' "$state/runs/$id/events.ndjson"; }
child_of() { cat /proc/"$1"/task/"$1"/children; }
is_gone() { [ ! -e "/proc/$1" ]; }

serve --replay "$dir/talk"
"$bin/agentcli" serve --state "$state" --listen "unix:$dir/run/agentcli/other.sock" \
  > "$dir/out" 2>&1 && fail 'a second server with the same state'
grep -q 'another server uses the state directory' "$dir/out" || fail "$(cat "$dir/out")"

# A worker.
begin_run "$request"
wait_for asks
spawner=$(child_of "$server")
kill -KILL $(child_of $spawner)
events | tail -1 | jq -e '.event == "end" and .run.result.exitReason == "failed"
  and .run.result.exitStatus == 137' > /dev/null || fail "the end: $(events | tail -1)"

# The spawner.
begin_run "$request"
wait_for asks
worker=$(child_of $spawner)
kill -KILL $spawner
status=0
wait "$server" || status=$?
[ "$status" = 1 ] || fail "without a spawner the server ends with $status"
wait_for is_gone $worker
! has_end || fail 'a run that only waited has an end'
left=$id

# The front.
serve --replay "$dir/talk"
begin_run "$request"
wait_for asks
spawner=$(child_of "$server")
worker=$(child_of $spawner)
printf '{"event":"no' >> "$state/runs/$id/events.ndjson" # as a crash leaves it
kill -KILL "$server"
wait_for is_gone $spawner
wait_for is_gone $worker
[ ! -e "$socket" ] || fail 'the socket stays'
serve --replay "$dir/talk"
waits_again() {
  ask GET "/v1/runs/$id"
  jq -e '.state == "waiting" and .asks[0].tool == "slow"' <<< "$answer" > /dev/null
}
second=$id
for id in $left $second; do
  wait_for waits_again
  ask POST "/v1/runs/$id/cancel"
  events | jq -se 'map(.seq) == [range(1; length + 1)] and .[-1].event == "end"' > /dev/null ||
    fail "its events: $(events)"
done

# A server that is started right after a killed server waits for the end of its spawner.
begin_run "$request"
wait_for asks
kill -KILL "$server"
serve --replay "$dir/talk"
wait_for waits_again

# A run that is cancelled, while it waits.
begin_run "$request"
wait_for asks
ask GET "/v1/runs/$id"
is 200 '.state == "waiting" and (.asks | length == 1) and .asks[0].tool == "slow"' 'it waits'
ask DELETE "/v1/runs/$id"
is 409 '.code == "CONFLICT"' 'a run that has not ended is not removed'
ask POST "/v1/runs/$id/cancel"
[ "$status" = 202 ] || fail "cancel: $status"
events | tail -1 | jq -e '.run.result.exitReason == "interrupted"' > /dev/null ||
  fail "the end: $(events | tail -1)"
ask POST "/v1/runs/$id/cancel"
is 202 '.state == "ended"' 'again'

# SIGTERM ends what runs, and the streams get the last event.
begin_run "$(waiting_run ',"onDisconnect":"cancel"')"
follow "$dir/events"
stop
[ "$status" = 0 ] || fail "it ends with $status"
wait $reader
tail -1 "$dir/events" | jq -e '.run.result.exitReason == "interrupted"' > /dev/null ||
  fail "the last event: $(tail -1 "$dir/events")"

# A signal ends a server that waits for the lock of its state directory.
exec {lock}< "$state"
flock "$lock"
"$bin/agentcli" serve --state "$state" --replay "$dir/talk" > "$dir/out" 2>&1 &
other=$!
sleep 0.2
kill -TERM "$other"
status=0
wait "$other" || status=$?
[ "$status" = 143 ] && [ ! -s "$dir/out" ] || fail "it ends with $status: $(cat "$dir/out")"
