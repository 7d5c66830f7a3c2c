# A server with few descriptors refuses runs when they are short, still answers requests, and
# continues the runs that it has.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/server.bash"
needs_root 'the list of the descriptors of a server, which hides them from its user,'
waiting_talk > "$dir/talk"
(ulimit -S -n 48 && ulimit -H -n 48) || skip 'the limit cannot be set'
serve_with_few() { # INHERITED: how many of its descriptors are taken
  rm -f "$dir/listening"
  (ulimit -S -n 48; ulimit -H -n 48
    for taken in $(seq "$1"); do exec {held}< /dev/null; done
    exec "$bin/agentcli" serve --state "$state" --drain 10ms --system '' --replay "$dir/talk") \
    > "$dir/listening" 2> "$dir/server.err" &
  server=$!
  local tries
  for tries in $(seq 500); do [ ! -s "$dir/listening" ] || return 0; sleep 0.02; done
  ! grep -q SANDBOX_UNAVAILABLE "$dir/server.err" || skip 'there is no sandbox for the server here'
  fail "it does not serve: $(cat "$dir/server.err")"
}
ended() { # how many of the others have ended
  ask GET '/v1/runs?state=ended&limit=100'
  jq '.runs | length' <<< "$answer"
}
try_with() { # INHERITED
  local number first id asked others refused opened run
  state=$dir/state$1
  serve_with_few "$1"
  ask POST /v1/runs "$(waiting_run)" -H 'Prefer: wait=60'
  is 202 '.state == "waiting"' 'the first run'
  id=$(jq -r .id <<< "$answer") asked=$(jq -r '.asks[0].id' <<< "$answer")
  first=$id others=() refused=
  for number in $(seq 40); do
    ask POST /v1/runs "$(waiting_run)"
    case $status in
    201) others+=("$(jq -r .id <<< "$answer")") ;;
    503) refused=$answer ;;
    *) fail "run $number: $status $answer" ;;
    esac
  done
  grep -q 'no file descriptors left' <<< "$refused" || fail "the last run is not refused: $refused"
  opened=$(ls "/proc/$server/fd" | wc -l)
  [ "$opened" -ge 32 ] || fail "it refuses runs with $opened descriptors"
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
  id=$(jq -r .id <<< "$answer")
  stop
  [ "$status" = 0 ] || fail "it ends with $status: $(cat "$dir/server.err")"
  for run in "$state"/runs/*/; do
    [ "$(basename "$run")" != "$id" ] || continue # the next server continues it
    tail -1 "$run/events.ndjson" | grep -q '^{"event":"end"' || fail "$run has no end"
  done
}
for inherited in 0 3 6; do try_with "$inherited"; done
