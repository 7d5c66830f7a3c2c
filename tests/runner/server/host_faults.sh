# A host that never answers, answers twice at once, answers with 2 MiB, or for another run: the run
# continues with the one answer that counts, or without one.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/server.bash"
waiting_talk > "$dir/talk"
serve --replay "$dir/talk"
waits() { # its ask is $asked
  ask POST /v1/runs "$(waiting_run)" -H 'Prefer: wait=60'
  is 202 '.state == "waiting"' 'a run'
  id=$(jq -r .id <<< "$answer") asked=$(jq -r '.asks[0].id' <<< "$answer")
}
is_done() { # WHAT
  events | tail -1 | jq -e '.run.result.answer == "done"' > /dev/null ||
    fail "$1: $(events | tail -1)"
}

# Never.
waiting_run | jq -c '.hostTools[0].timeoutSeconds = 0.1' > "$dir/request"
ask POST /v1/runs "$(cat "$dir/request")"
id=$(jq -r .id <<< "$answer")
is_done 'without an answer'
events | jq -se 'any(.[]; .event == "asked" and .state == "timed-out")
  and any(.[]; .event == "result" and .code == "TIMED_OUT")' > /dev/null || fail "$(events)"
ask POST "/v1/runs/$id/answers" '{"id":"a1","output":1}'
is 409 '.code == "CONFLICT"' 'a late answer'

# Twice at the same time, several times.
for round in 1 2 3; do
  waits
  answerers=()
  for number in 1 2 3 4; do
    curl -sS --max-time 60 --unix-socket "$socket" -o /dev/null -w '%{http_code}\n' \
      -H 'Content-Type: application/json' -d '{"id":"'$asked'","output":"from '$number'"}' \
      "http://agentcli/v1/runs/$id/answers" > "$dir/status.$number" &
    answerers+=($!)
  done
  wait "${answerers[@]}"
  [ "$(sort "$dir"/status.* | tr '\n' ' ')" = '200 409 409 409 ' ] ||
    fail "four answers: $(cat "$dir"/status.*)"
  is_done 'four answers'
  number=$(grep -l 200 "$dir"/status.*)
  events | jq -se --arg which "from ${number##*.}" \
    'map(select(.event == "result").content) == [$which]' > /dev/null || fail 'another one counts'
done

# 2 MiB, and more than a body may have.
waits
large() { head -c "$1" /dev/zero | tr '\0' x; } # BYTES
for bytes in 2097152 1048577 5000000; do
  printf '{"id":"%s","output":"%s"}' "$asked" "$(large $bytes)" > "$dir/large"
  ask POST "/v1/runs/$id/answers" '' -H 'Content-Type: application/json' -H 'Expect:' \
    --data-binary "@$dir/large"
  is 413 '.code == "TOO_LARGE"' "$bytes bytes"
done
ask GET "/v1/runs/$id"
is 200 '.state == "waiting"' 'it still waits'
first=$id first_asked=$asked

# For another run, of which nothing was asked so, and of one that has ended.
waits
ask POST "/v1/runs/$id/cancel"
events > /dev/null
ask POST "/v1/runs/$id/answers" '{"id":"'$first_asked'","output":1}'
is 409 '.code == "CONFLICT"' 'an answer for a run that has ended'
other=${first%?}0
[ "$other" != "$first" ] || other=${first%?}1
ask POST "/v1/runs/$other/answers" '{"id":"'$first_asked'","output":1}'
is 404 '.code == "NOT_FOUND"' 'an answer for no run'
says nothing > "$dir/talk"
begin_run '{"prompt":"go"}'
ask POST "/v1/runs/$id/answers" '{"id":"'$first_asked'","output":1}'
case $status in 404 | 409) ;; *) fail "an answer for a run that asks nothing: $status" ;; esac
id=$first
ask GET "/v1/runs/$id"
is 200 '.state == "waiting" and (.asks | length == 1)' 'the one that was meant'
ask POST "/v1/runs/$id/answers" '{"id":"'$first_asked'","output":1}'
is 200 '.asks == []' 'its answer'
is_done 'the one that was meant'
stop
[ "$status" = 0 ] || fail "it ends with $status"
