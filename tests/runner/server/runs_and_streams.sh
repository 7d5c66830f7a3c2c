# A run is begun by HTTP; its events are lines of a file, and what a reader gets, in SSE or NDJSON,
# from any event on, is what that file has. After the end there is nothing more.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/server.bash"
says 'Order 9 is late.' > "$dir/talk"
serve --replay "$dir/talk"
jq -e '.listen[0].url | startswith("unix://")' "$dir/listening" > /dev/null ||
  fail 'no announcement'

ask GET /healthz
is 200 '.status == "ok"' 'healthz'
ask GET /readyz
is 200 '.status == "ready"' 'readyz'

begin_run '{"prompt":"What is late?","session":"desk","labels":["bot"],"context":[]}'
[ "$(field location)" = "/v1/runs/$id" ] || fail "no Location: $(cat "$dir/fields")"
events > "$dir/events"
cmp "$dir/events" "$state/runs/$id/events.ndjson" || fail 'a stream is not what the log has'
jq -se 'map(.seq) == [range(1; length + 1)] and (.[-1] | .event == "end" and .run.state == "ended"
  and .run.result.answer == "Order 9 is late." and .run.result.exitReason == "answered"
  and .run.lastSeq == .seq)' "$dir/events" > /dev/null || fail "the events: $(cat "$dir/events")"
[ "$(stat -c %a "$state/runs/$id")" = 700 ] || fail 'others can read the run'
jq -e '.request.prompt == "What is late?"' "$state/runs/$id/request.json" > /dev/null ||
  fail 'the request is not kept'
[ -s "$state/sessions/desk.ndjson" ] || fail 'the session is not in the state directory'

ask GET "/v1/runs/$id"
is 200 '.state == "ended" and .session == "desk" and .profile == "default"' 'a run that has ended'
last=$(jq .lastSeq <<< "$answer")
ask GET /v1/runs
is 200 '.runs | length == 1' 'the list'
ask GET '/v1/runs?state=running'
is 200 '.runs == []' 'the list of those that run'

# SSE says the same.
curl -sS --unix-socket "$socket" "http://agentcli/v1/runs/$id/events" > "$dir/sse"
head -1 "$dir/sse" | grep -qx 'retry: 1000' || fail 'no retry'
sed -n 's/^data: //p' "$dir/sse" | cmp - "$dir/events" || fail 'SSE says something else'
jq -r '"id: \(.seq)\nevent: \(.event)"' "$dir/events" > "$dir/expected"
grep -E '^(id|event): ' "$dir/sse" | cmp - "$dir/expected" || fail 'ids and names of SSE'

# Each position of the log.
for after in $(seq 0 $((last - 1))); do
  tail -n "+$((after + 1))" "$dir/events" > "$dir/expected"
  events -H "Last-Event-ID: $after" | cmp - "$dir/expected" || fail "after $after"
done
ask GET "/v1/runs/$id/events?after=$last"
[ "$status" = 204 ] || fail "behind the end: $status"
ask GET "/v1/runs/$id/events?after=$((last + 1))"
is 410 '.code == "GONE"' 'an event that is not there'
ask GET "/v1/runs/$id/events" '' -H 'Last-Event-ID: x'
is 410 '.code == "GONE"' 'an id that is none'
# An EventSource repeats its URL, and says in the header how far it has got.
ask GET "/v1/runs/$id/events?after=1" '' -H "Last-Event-ID: $last"
[ "$status" = 204 ] || fail "the header after the query: $status"

# Streamed at once.
ask POST /v1/runs '{"prompt":"What is late?"}' -H 'Accept: text/event-stream'
[ "$status" = 200 ] && grep -q '^event: end$' <<< "$answer" || fail "POST with a stream: $answer"
[ "$(field content-type)" = text/event-stream ] || fail 'the type of a stream'

ask DELETE "/v1/runs/$id"
[ "$status" = 204 ] && [ ! -e "$state/runs/$id" ] || fail "it is not removed: $status"
ask GET "/v1/runs/$id"
is 404 '.code == "NOT_FOUND"' 'a run that was removed'
stop
[ "$status" = 0 ] || fail "it ends with $status: $(cat "$dir/server.err")"
[ ! -e "$socket" ] || fail 'the socket stays'
