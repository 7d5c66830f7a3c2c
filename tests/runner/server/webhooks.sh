# Each end of a run is posted to the operator's URL, signed, with no content of the conversation:
# again if the receiver fails, by the next server if this one is killed, and nowhere else.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/server.bash"
. "$source/tests/runner/server/receiver.bash"
(umask 077; printf '%s\n%s\n' "$secret" "$old_secret" > "$dir/secret")
says 'the answer' > "$dir/talk"
notify() { # FLAG…
  serve --replay "$dir/talk" --webhook "http://127.0.0.1:$port/hooks?from=here" \
    --webhook-secret "$dir/secret" --webhook-delays 20ms,20ms,20ms,20ms "$@"
}
runs=0
run_one() { # its id is $id
  ask POST /v1/runs '{"prompt":"the question","session":"desk-'$((runs += 1))'"}' \
    -H 'Prefer: wait=20'
  is 200 '.result.answer == "the answer"' 'a run'
  id=$(jq -r .id <<< "$answer")
}
metric() { # LINE
  local tries
  for tries in $(seq 500); do
    ask GET /metrics
    ! grep -qxF "agentcli_$1" <<< "$answer" || return 0
    sleep 0.02
  done
  fail "not $1: $(grep webhook <<< "$answer")"
}

# The first attempt succeeds.
receive
notify
run_one
await_requests 1
received '.[0] | .path == "/hooks?from=here" and .signed == [0, 1]
  and .fields["content-type"] == "application/json"
  and .fields["webhook-id"] == "msg_'"$id"'"' 'the request'
received '.[0].body | keys == ["data","timestamp","type"] and .type == "run.ended"
  and .timestamp == .data.endedAt
  and (.data | .id == "'"$id"'" and .state == "ended" and .session == "desk-1"
    and .profile == "default" and .workspace == "default" and .lastSeq > 3
    and .result.exitReason == "answered" and .result.exitStatus == 0
    and (has("asks") | not) and (.result | has("answer") | not))' 'the body'
if python3 -c 'import jsonschema' 2> /dev/null; then # /openapi.json describes the body
  ask GET /openapi.json
  jq '. + (.webhooks["run.ended"].post.requestBody.content["application/json"].schema
    | {"$ref"})' <<< "$answer" > "$dir/schema.json"
  jq -s '.[0].body' "$log" > "$dir/body.json"
  python3 -m jsonschema -i "$dir/body.json" "$dir/schema.json" 2> err ||
    fail "no RunEnded: $(cat err)"
fi
! grep -qE 'the (answer|question)' "$log" || fail "a content is sent: $(cat "$log")"
metric 'webhooks_total{outcome="delivered"} 1'
metric 'webhooks_pending 0'
[ -z "$(ls "$state/webhooks")" ] || fail 'a file stays'

# Failures and a redirect are repeated by one id; nothing follows the redirect.
rm "$log"
plan 500 "redirect http://127.0.0.1:$port/elsewhere" 404
run_one
await_requests 4
metric 'webhooks_total{outcome="delivered"} 2'
received 'length == 4 and (map(.fields["webhook-id"]) | unique == ["msg_'"$id"'"])
  and (map(.path) | unique == ["/hooks?from=here"]) and (map(.signed == [0, 1]) | all)
  and (map(.body) | unique | length == 1)' 'the attempts'

# Five attempts, and no more.
rm "$log"
plan 500 500 503 500 500
run_one
await_line "the webhook of the run $id was given up after 5 attempts: the response was 500"
metric 'webhooks_total{outcome="failed"} 1'
received 'length == 5' 'the attempts'
[ -z "$(ls "$state/webhooks")" ] || fail 'the file of a webhook that was given up stays'

# A receiver that is gone wants no more of this webhook.
rm "$log"
plan 410
run_one
await_line "the webhook of the run $id was given up after 1 attempt: the response was 410"
received 'length == 1' 'the attempts'

# A receiver that hangs keeps no run and no other webhook waiting.
rm "$log"
plan hang 200
run_one
await_requests 1
run_one
await_requests 2
metric 'webhooks_total{outcome="delivered"} 3'
metric 'webhooks_pending 1'
stop KILL

# The next server makes the attempts that are left, with the same id, also if nobody has listened.
rm "$log"
kill "$receiver"
wait "$receiver" || :
first=$(ls "$state/webhooks")
[ "$(jq -c '[.attempts, .body[0:7]]' "$state/webhooks/$first")" = '[1,"{\"type\""]' ] ||
  fail "the file: $(cat "$state/webhooks/$first")"
echo '{"half' > "$state/webhooks/new"
notify --webhook-delays 20ms,20ms,20ms,10m
metric 'webhooks_pending 1'
local_tries=0
until [ "$(jq .attempts "$state/webhooks/$first")" = 4 ]; do
  [ $((local_tries += 1)) -lt 500 ] || fail 'it does not try while nobody listens'
  sleep 0.02
done
stop KILL
receive "$port"
jq -c '.due = 0' "$state/webhooks/$first" > "$dir/due" # as if ten minutes had passed
cp "$dir/due" "$state/webhooks/$first"
notify
await_requests 1
received '.[0] | .fields["webhook-id"] == "msg_'"$first"'" and .signed == [0, 1]' \
  'the fifth attempt'
metric 'webhooks_pending 0'
stop
[ "$status" = 0 ] || fail "it ends with $status"

# A run that is lost with a killed server is reported by the next one; one that continues is when it
# ends, and one that has ended, not again.
rm "$log"
waiting_talk > "$dir/talk"
notify
begin_run "$(waiting_run)"
follow "$dir/events"
waiting=$id first_reader=$reader
begin_run "$(waiting_run ',"onDisconnect":"cancel"')"
follow "$dir/more-events"
stop KILL
wait "$first_reader" "$reader" || :
notify
await_requests 1
received 'length == 1 and .[0].body.data.id == "'"$id"'"
  and .[0].body.data.result.exitReason == "lost"' 'a lost run'
ask POST "/v1/runs/$waiting/cancel"
await_requests 2
received '.[1].body.data | .id == "'"$waiting"'" and .result.exitReason == "interrupted"' \
  'a run that has continued'
stop

# The sender is one process that has neither flags nor variables; without it, the server goes on.
# Without a webhook, there is no sender.
needs pgrep
sender() { pgrep -P "$(pgrep -P "$server")" -x agentcli || :; }
notify
sender=$(sender)
[ "$(wc -w <<< "$sender")" = 1 ] || fail "the senders are '$sender'"
[ -z "$(tr -d '\0' < "/proc/$sender/environ" 2> "$dir/err")" ] || fail 'it has variables'
! tr '\0' '\n' < "/proc/$sender/cmdline" | grep -q webhook || fail 'it has flags'
kill -KILL "$sender"
await_line 'the sender of webhooks and traces has exited'
ask GET /healthz
is 200 '.status == "ok"' 'a server without its sender'
stop
serve --replay "$dir/talk"
[ -z "$(sender)" ] || fail 'a sender for nothing'
stop

# A certificate is checked; the name of a host is looked up in the sandbox.
kill "$receiver"
wait "$receiver" || :
says 'the answer' > "$dir/talk"
if openssl req -x509 -newkey rsa:2048 -nodes -keyout "$dir/key" -out "$dir/certificate" -days 2 \
  -subj /CN=test -addext subjectAltName=DNS:localhost 2> "$dir/err"; then
  cat "$dir/certificate" "$dir/key" > "$dir/both"
  rm -f "$log"
  RECEIVER_CERTIFICATE=$dir/both receive
  secure() {
    serve --replay "$dir/talk" --webhook "https://localhost:$port/" --webhook-secret "$dir/secret" \
      --webhook-delays 20ms "$@"
  }
  secure
  run_one
  await_line "the run $id was given up after 2 attempts: cannot trust localhost:$port"
  stop
  secure --ca-file "$dir/certificate"
  run_one
  await_requests 1
  received '.[0].signed == [0, 1] and length == 1' 'a webhook by TLS'
  stop
fi

# What cannot be used is refused at the start.
refused() { # TEXT FLAG…
  local text=$1
  shift
  "$bin/agentcli" serve --state "$state" --replay "$dir/talk" "$@" > "$dir/out" 2>&1 &&
    fail "accepted: $*"
  grep -qF -- "$text" "$dir/out" || fail "not '$text': $(cat "$dir/out")"
}
hook=(--webhook "http://127.0.0.1:$port/")
refused '--webhook-secret' "${hook[@]}"
refused 'is not a regular file of yours with mode 0600' "${hook[@]}" --webhook-secret /etc/passwd
cp "$dir/secret" secret
refused 'is in a workspace' "${hook[@]}" --webhook-secret secret
(umask 077; echo 'whsec_c2hvcnQ=' > "$dir/short"; : > "$dir/empty")
refused 'is not a secret' "${hook[@]}" --webhook-secret "$dir/short"
refused 'is empty' "${hook[@]}" --webhook-secret "$dir/empty"
refused 'is not a list of at most 4 times, 55m together' "${hook[@]}" \
  --webhook-secret "$dir/secret" --webhook-delays 30m,30m
