# Forms in which clients and proxies send requests, and those in which a response fits them.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/server.bash"
says one two three > "$dir/talk"
serve --replay "$dir/talk"

# HTTP/1.0: the connection closes after the response, which has no chunks.
ask POST /v1/runs '{"prompt":"hello"}' --http1.0 -H 'Prefer: wait=20'
is 200 '.result.answer == "one"' 'a run in HTTP/1.0'
[ "$(field connection)" = close ] || fail "the connection stays: $(cat "$dir/fields")"
id=$(jq -r .id <<< "$answer")
ask GET "/v1/runs/$id/events" '' --http1.0 -H 'Accept: application/x-ndjson'
is 200 '.event' 'a stream in HTTP/1.0'
[ "$(field connection)" = close ] && [ -z "$(field transfer-encoding)" ] ||
  fail "a stream in chunks: $(cat "$dir/fields")"
[ "$answer" = "$(events)" ] || fail "another stream than in HTTP/1.1: $answer"
ask GET /healthz '' --http1.0 -H 'Connection: keep-alive'
is 200 '.status == "ok"' 'health in HTTP/1.0'
[ "$(field connection)" = close ] || fail "the connection stays: $(cat "$dir/fields")"
stop
[ "$status" = 0 ] || fail "it ends with $status"
