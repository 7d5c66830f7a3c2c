# Runs beyond --max-runs wait, those beyond --max-queued are refused, a session has one run at a
# time, and a run whose readers have gone ends if it was asked to.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/server.bash"
waiting_talk > "$dir/talk"
serve --replay "$dir/talk" --max-runs 1 --max-queued 1
begin_run "$(waiting_run ',"session":"desk"')"
first=$id
ask POST /v1/runs "$(waiting_run ',"session":"desk"')"
is 409 '.code == "CONFLICT"' 'a busy session'
begin_run "$(waiting_run '')"
ask GET "/v1/runs/$id"
is 200 '.state == "queued"' 'it waits to begin'
second=$id
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

begin_run "$(waiting_run ',"onDisconnect":"cancel"')"
follow "$dir/events"
kill $reader
wait $reader || true
events | tail -1 | jq -e '.run.result.exitReason == "interrupted"' > /dev/null ||
  fail "the end: $(events | tail -1)"
stop
[ "$status" = 0 ] || fail "it ends with $status"
