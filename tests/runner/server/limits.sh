# Runs beyond --max-runs wait, those beyond --max-queued are refused, a session has one run at a
# time, and a run whose readers have gone ends if it was asked to. A run that only waits for an
# answer takes no place of another one, up to --max-waiting.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/server.bash"
busy_talk > "$dir/talk"
serve --replay "$dir/talk" --max-runs 1 --max-queued 1 --max-waiting 1
begin_run "$(waiting_run ',"session":"desk"')"
first=$id
ask POST /v1/runs "$(waiting_run ',"session":"desk"')"
is 409 '.code == "CONFLICT"' 'a busy session'
begin_run "$(waiting_run '')"
ask GET "/v1/runs/$id"
is 200 '.state == "queued"' 'it waits to begin'
second=$id
waiting_talk > "$dir/talk"
ask POST /v1/runs "$(waiting_run '')"
is 429 '.code == "BUSY"' 'one more'
[ -n "$(field retry-after)" ] || fail 'no Retry-After'
ask POST "/v1/runs/$first/cancel"
id=$first
events > /dev/null
id=$second
follow "$dir/events"
ask POST "/v1/runs/$id/cancel"
wait $reader

ask POST /v1/runs "$(waiting_run)" -H 'Prefer: wait=20'
is 202 '.state == "waiting"' 'a run that waits'
ask POST /v1/runs "$(waiting_run)" -H 'Prefer: wait=20'
is 202 '.state == "waiting"' 'another one'
begin_run "$(waiting_run)"
ask GET "/v1/runs/$id"
is 200 '.state == "queued"' 'all places are taken'
ask GET /v1/runs
for id in $(jq -r '.runs[] | select(.state != "ended").id' <<< "$answer"); do
  ask POST "/v1/runs/$id/cancel"
  events > /dev/null
done

begin_run "$(waiting_run ',"onDisconnect":"cancel"')"
follow "$dir/events"
kill $reader
wait $reader || true
events | tail -1 | jq -e '.run.result.exitReason == "interrupted"' > /dev/null ||
  fail "the end: $(events | tail -1)"
stop
[ "$status" = 0 ] || fail "it ends with $status"
