# The front has no descriptor left: a connection waits until there is one, what runs goes on, and a
# run that cannot begin says so.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/server.bash"
waiting_talk > "$dir/talk"
(ulimit -S -n 48 && ulimit -H -n 48) || skip 'the limit cannot be set'
serve_with_few() {
  rm -f "$dir/listening"
  (ulimit -S -n 48; ulimit -H -n 48
    exec "$bin/agentcli" serve --state "$state" --drain 10ms --system '' --replay "$dir/talk") \
    > "$dir/listening" 2> "$dir/server.err" &
  server=$!
  local tries
  for tries in $(seq 500); do [ ! -s "$dir/listening" ] || return 0; sleep 0.02; done
  ! grep -q SANDBOX_UNAVAILABLE "$dir/server.err" || skip 'there is no sandbox for the server here'
  fail "it does not serve: $(cat "$dir/server.err")"
}
serve_with_few
ask POST /v1/runs "$(waiting_run)" -H 'Prefer: wait=60'
is 202 '.state == "waiting"' 'the first run'
id=$(jq -r .id <<< "$answer") asked=$(jq -r '.asks[0].id' <<< "$answer")
first=$id others=()
for number in $(seq 40); do
  ask POST /v1/runs "$(waiting_run)"
  case $status in
  201) others+=("$(jq -r .id <<< "$answer")") ;;
  500 | 503) ;;
  *) fail "run $number: $status $answer" ;;
  esac
done
ended() { # how many of the others have ended
  ask GET '/v1/runs?state=ended&limit=100'
  jq '.runs | length' <<< "$answer"
}
left=$(ls "/proc/$server/fd" | wc -l)
[ "$left" -ge 40 ] || fail "it has $left descriptors alone"
ask GET /healthz
is 200 '.status == "ok"' 'it answers'
ask GET "/v1/runs/$first"
is 200 '.state == "waiting"' 'the first run'
ask POST "/v1/runs/$first/answers" '{"id":"'$asked'","output":1}'
is 200 '.id' 'its answer'
for _ in $(seq 1000); do
  ask GET "/v1/runs/$first"
  [ "$(jq -r .state <<< "$answer")" != ended ] || break
  sleep 0.02
done
is 200 '.result.answer == "done"' 'it goes on'
for id in "${others[@]}"; do ask POST "/v1/runs/$id/cancel"; done
for _ in $(seq 1000); do
  [ "$(ended)" -lt ${#others[@]} ] || break
  sleep 0.02
done
ask POST /v1/runs "$(waiting_run)" -H 'Prefer: wait=60'
is 202 '.state == "waiting"' 'a run, now that there is room'
stop
[ "$status" = 0 ] || fail "it ends with $status: $(cat "$dir/server.err")"
for run in "$state"/runs/*/; do
  tail -1 "$run/events.ndjson" | grep -q '^{"event":"end"' || fail "$run has no end"
done
