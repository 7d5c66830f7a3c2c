# What a run asks is answered by HTTP, once and by who may: a tool of the host and an approval. A
# request may wait for that, may come again by its key, and a message begins another turn.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/server.bash"
waiting_talk > "$dir/talk"
serve --replay "$dir/talk" --listen "unix:$socket"

ask POST /v1/runs "$(waiting_run)" -H 'Prefer: wait=20'
is 202 '.state == "waiting" and .asks[0].kind == "hostTool" and .asks[0].tool == "slow"' 'it asks'
[ "$(field preference-applied)" = wait=20 ] || fail 'no Preference-Applied'
id=$(jq -r .id <<< "$answer") asked=$(jq -r '.asks[0].id' <<< "$answer")
ask POST "/v1/runs/$id/answers" '{"id":"nothing","output":1}'
is 404 '.code == "NOT_FOUND"' 'nothing was asked so'
ask POST "/v1/runs/$id/answers" '{"id":"'$asked'","verdict":"yes"}'
is 422 '.error | contains("hostTool")' 'the answer to another kind'
ask POST "/v1/runs/$id/answers" '{"id":"'$asked'","outptu":1}'
is 422 '.hint == "did you mean '"'output'"'?"' 'an unknown field'
ask POST "/v1/runs/$id/answers" '{"id":"'$asked'","output":{"rows":3}}'
is 200 '.asks == []' 'an answer'
ask POST "/v1/runs/$id/answers" '{"id":"'$asked'","output":{"rows":4}}'
is 409 '.code == "CONFLICT"' 'a second answer'
events | tail -1 | jq -e '.run.result.answer == "done"' > /dev/null || fail "$(events | tail -1)"
events | jq -se 'any(.[]; .event == "result" and (.content | tostring | contains("rows")))' \
  > /dev/null || fail 'the model does not hear it'
ask POST "/v1/runs/$id/answers" '{"id":"'$asked'","output":1}'
is 409 '.code == "CONFLICT"' 'an answer after the end'
ask POST "/v1/runs/$id/messages" '{"text":"more"}'
is 409 '.code == "CONFLICT"' 'a message after the end'

# A key.
key=(-H 'Idempotency-Key: order-9')
begin_run "$(waiting_run)" "${key[@]}"
first=$id
begin_run "$(waiting_run)" "${key[@]}"
[ "$id" = "$first" ] || fail 'the same key begins two runs'
ask POST /v1/runs '{"prompt":"another"}' "${key[@]}"
is 409 '.code == "CONFLICT"' 'the key of another request'
ask POST "/v1/runs/$id/cancel"
events > /dev/null
ask DELETE "/v1/runs/$id"
begin_run "$(waiting_run)" "${key[@]}"
[ "$id" != "$first" ] || fail 'a run that was removed comes back'
ask POST "/v1/runs/$id/cancel"
stop

# A message for the next turn, a wait for the end, what was begun before the server ended.
{ calls c1 slow '{}'; then_says c1 first; calls c2 slow '{}'; then_says c2 second; } > "$dir/talk"
serve --replay "$dir/talk" --listen "unix:$socket"
begin_run "$(waiting_run)" "${key[@]/9/10}"
follow "$dir/events"
asked=$(jq -r 'select(.event == "ask").id' "$dir/events")
ask POST "/v1/runs/$id/messages" '{"text":"and then?","when":"next"}'
is 202 '.state == "waiting"' 'a message'
ask POST "/v1/runs/$id/messages" '{"test":"and then?"}'
is 422 '.code == "BAD_REQUEST"' 'a message with an unknown field'
ask POST "/v1/runs/$id/answers" '{"id":"'$asked'","error":{"code":"NOT_FOUND","message":"no"}}'
is 200 '.id' 'an error for an answer'
for tries in $(seq 500); do # the second turn asks, too
  ask GET "/v1/runs/$id"
  again=$(jq -r '.asks[0].id // empty' <<< "$answer")
  [ -z "$again" ] || [ "$again" = "$asked" ] || break
  sleep 0.02
done
is 200 '.state == "waiting"' 'the second turn'
ask POST "/v1/runs/$id/answers" '{"id":"'$again'","output":{}}'
is 200 '.id' 'the answer in the second turn'
wait $reader
jq -se '.[-1].run.result.answer == "second"' "$dir/events" > /dev/null ||
  fail "the second turn: $(tail -1 "$dir/events")"
stop
says hello | sed "s/$any_user/$any_user,$any_user/" > "$dir/talk"
serve --replay "$dir/talk" --listen "unix:$socket"
first=$id
begin_run "$(waiting_run)" "${key[@]/9/10}"
[ "$id" = "$first" ] || fail 'a key is forgotten by the next server'
ask POST /v1/runs '{"prompt":"go","context":[{"name":"view","type":"text/plain","text":"4711"}]}' \
  -H 'Prefer: respond-async, wait=20'
is 200 '.state == "ended" and .result.answer == "hello"' 'a request that waits for the end'
stop
[ "$status" = 0 ] || fail "it ends with $status"
