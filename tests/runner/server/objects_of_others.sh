# The objects of a client do not exist for another client. Checks each route with the objects of
# another client, for each set of scopes, and fails for a route of /openapi.json without a row.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/server.bash"
{ calls c1 fs_write_file '{"path":"made","content":"x"}'; then_says c1 'done'; } > "$dir/talk"
"$bin/fs_write_file" --describe |
  jq -c --arg tool "$bin/fs_write_file" '{tools:[.command[0] = $tool]}' > "$dir/tools.json"
alice=$(make_token alice read,run,approve)
sets='read run approve read,run read,run,approve read:all run:all approve:all read:all,run,approve'
for set in $sets; do make_token "$(tr :, ._ <<< "$set")" "$set" > "$dir/token-$set"; done
serve --replay "$dir/talk" --tools "$dir/tools.json" --approve changes --listen 127.0.0.1:0 \
  --listen "unix:$socket" --tokens "$dir/tokens"
url=$(jq -r '.listen[0].url' "$dir/listening")

# Streams of all runs, from before the runs of alice.
streams=
for set in $sets; do
  curl -sS -N --max-time 300 -H "Authorization: Bearer $(cat "$dir/token-$set")" "$url/v1/events" \
    > "$dir/stream-$set" 2> /dev/null &
  streams+=" $!"
done
at_end 'kill $streams 2> /dev/null'
for set in $sets; do
  pattern='"FORBIDDEN"'
  ! [[ ",$set" = *,read* ]] || pattern='"type":"start"'
  for tries in $(seq 500); do
    ! grep -q "$pattern" "$dir/stream-$set" || break
    sleep 0.02
  done
  grep -q "$pattern" "$dir/stream-$set" || fail "a stream of $set: $(cat "$dir/stream-$set")"
done

# The objects of alice: a run that has ended, in a session and with a key; a run that asks; and a
# response.
first='{"prompt":"go","session":"desk"}'
as "$alice" POST /v1/runs "$first" -H 'Prefer: wait=20' -H 'Idempotency-Key: k1'
is 202 '.state == "waiting" and .owner == "token:alice"' 'her run'
ended=$(jq -r .id <<< "$answer")
yes=$(jq -c '{id: .asks[0].id, verdict: "yes"}' <<< "$answer")
as "$alice" POST "/v1/runs/$ended/answers" "$yes"
is 200 '.id' 'her answer'
as "$alice" GET "/v1/runs/$ended/events"
rm made
as "$alice" POST /v1/runs '{"prompt":"go","session":"busy","hostTools":[{"name":"slow",
  "description":"Waits","schema":{"type":"object"},"changes":false}]}' -H 'Prefer: wait=20'
is 202 '.state == "waiting"' 'her run that asks'
asking=$(jq -r .id <<< "$answer") yes=$(jq -c '{id: .asks[0].id, verdict: "yes"}' <<< "$answer")
as "$alice" POST /openai/v1/responses '{"model":"default","input":"go"}'
is 200 '.status == "completed"' 'her response'
after_response=$(jq -c '{model: "default", input: "x", previous_response_id: .id}' <<< "$answer")
with_item=$(jq -c '{model: "default", input: [{type: "item_reference", id: .output[0].id}]}' \
  <<< "$answer")

# ROUTE|SCOPES, of which one is required|PATH|BODY, with objects of alice. Routes without objects of
# clients have only the first column.
rows() {
  cat << END
GET /healthz
GET /readyz
GET /openapi.json
GET /metrics
GET /v1/profiles
GET /v1/tools
GET /v1/workflows
GET /openai/v1/models
GET /openai/v1/models/{id}
POST /openai/v1/chat/completions
GET /v1/runs
GET /v1/events
GET /v1/sessions
GET /v1/sessions|read|/v1/sessions?after=desk
GET /v1/runs/{id}|read|/v1/runs/$ended
GET /v1/runs/{id}|read approve|/v1/runs/$asking
DELETE /v1/runs/{id}|run|/v1/runs/$ended
DELETE /v1/runs/{id}|run|/v1/runs/$asking
GET /v1/runs/{id}/events|read|/v1/runs/$ended/events
GET /v1/runs/{id}/events|read|/v1/runs/$asking/events
POST /v1/runs/{id}/answers|run approve|/v1/runs/$asking/answers|$yes
POST /v1/runs/{id}/answers|run approve|/v1/runs/$ended/answers|$yes
POST /v1/runs/{id}/messages|run|/v1/runs/$asking/messages|{"text":"x"}
POST /v1/runs/{id}/cancel|run|/v1/runs/$asking/cancel|
POST /v1/runs/{id}/cancel|run|/v1/runs/$ended/cancel|
POST /v1/runs|run|/v1/runs|{"prompt":"x","session":"desk"}
POST /v1/runs|run|/v1/runs|{"prompt":"x","session":"busy"}
POST /v1/runs|run|/v1/runs|{"prompt":"x","session":"desk","fork":"new"}
POST /v1/runs|run|/v1/runs|{"prompt":"x","session":"busy","fork":"new"}
POST /v1/runs|run|/v1/runs|{"prompt":"x","session":"nothing","fork":"desk"}
GET /v1/sessions/{name}|read|/v1/sessions/desk
GET /v1/sessions/{name}|read|/v1/sessions/busy
POST /v1/sessions/{name}/fork|run|/v1/sessions/desk/fork|{"name":"new"}
DELETE /v1/sessions/{name}|run|/v1/sessions/desk
DELETE /v1/sessions/{name}|run|/v1/sessions/busy
POST /openai/v1/responses|run|/openai/v1/responses|$after_response
POST /openai/v1/responses|run|/openai/v1/responses|$with_item
END
}
rows | cut -d'|' -f1 | sort -u > "$dir/rows"
ask GET /openapi.json
jq -r '.paths | to_entries[] | .key as $path | .value | keys[] | "\(. | ascii_upcase) \($path)"' \
  <<< "$answer" | sort > "$dir/routes"
diff "$dir/routes" "$dir/rows" > "$dir/out" || fail 'a route is in no row'

# Prints all objects, as the operator sees them.
everything() {
  local path
  for path in /v1/runs /v1/sessions /v1/sessions/desk "/v1/runs/$ended" "/v1/runs/$asking"; do
    ask GET "$path"
    [ "$status" = 200 ] || fail "the operator: $path $status"
    printf '%s\n' "$answer"
  done
  cksum < "$state/runs/$asking/events.ndjson"
}
has() { [[ ",$1," = *",$2,"* || ",$1," = *",$2:all,"* ]]; } # SET SCOPE
everything > "$dir/before"
for set in $sets; do
  token=$(cat "$dir/token-$set")
  while IFS='|' read -r route scopes path body; do
    [ -n "$scopes" ] || continue
    expected=403 is_for_all=
    for scope in $scopes; do
      [[ ",$set," != *",$scope:all,"* ]] || is_for_all=yes
      ! has "$set" "$scope" || expected=404
    done
    # Scopes with :all are checked below. `approve` without :all is no access to runs of others.
    [ -z "$is_for_all" ] || continue
    if [ "$route" = 'GET /v1/runs/{id}' ] && ! has "$set" read; then
      expected=403
      [ "$set" != approve:all ] || expected=404
    fi
    as "$token" ${route%% *} "$path" "$body"
    [ "$status" = $expected ] || fail "$set: $route $path $body: $status $answer"
    [ "$status" = 403 ] || ! grep -q "token:alice\|$yes" <<< "$answer" || fail "$set: $answer"
  done < <(rows)
  if has "$set" read && [[ $set != *read:all* ]]; then
    for path in /v1/runs '/v1/runs?session=desk' '/v1/runs?state=waiting' /v1/sessions; do
      as "$token" GET "$path"
      is 200 '(.runs // .sessions) == []' "$set: $path"
    done
  fi
  everything > "$dir/after"
  diff "$dir/before" "$dir/after" > "$dir/out" || fail "$set has changed something"
done
# Only a stream of read:all has runs of alice.
for set in $sets; do
  if [[ $set = *read:all* ]]; then
    grep -q "$ended" "$dir/stream-$set" || fail "$set reads no runs of alice"
    grep -q "$asking" "$dir/stream-$set" || fail "$set reads no runs of alice"
  else
    ! grep -q '"run"' "$dir/stream-$set" || fail "$set reads runs of others"
  fi
done

# The refusal is the same as for an object that does not exist.
token=$(cat "$dir/token-read,run,approve")
as "$token" GET "/v1/runs/$ended"
refusal=${answer//$ended/ID}
as "$token" GET "/v1/runs/0${ended:1:24}0"
[ "$refusal" = "${answer//0${ended:1:24}0/ID}" ] || fail "they differ: $refusal $answer"

# The key of alice is another key for another client, who begins another run with it.
as "$token" POST /v1/runs "${first/desk/mine}" -H 'Idempotency-Key: k1' -H 'Prefer: wait=20'
is 202 ".id != \"$ended\" and .state == \"waiting\"" 'the same key'
own=$(jq -r .id <<< "$answer")
for name in desk busy; do
  as "$token" POST /v1/sessions/mine/fork "{\"name\":\"$name\"}"
  is 404 '.code == "NOT_FOUND"' 'a copy over her session'
done
as "$token" GET /v1/runs
is 200 ".runs | map(.id) == [\"$own\"]" 'the own run'
as "$token" GET /v1/sessions
is 200 '.sessions | map(.name) == ["mine"]' 'the own session'
as "$token" POST "/v1/runs/$own/answers" "$yes" # both runs have a question with this id
is 200 '.id' 'the own answer'
as "$token" GET "/v1/runs/$own/events" # up to its end
rm made

# With :all, each scope covers the objects of alice.
as "$(cat "$dir/token-read:all")" GET /v1/runs
is 200 '.runs | map(.owner) | sort == ["token:alice", "token:alice", "token:alice",
  "token:read_run_approve"]' 'read:all lists all'
for path in "/v1/runs/$ended" "/v1/runs/$asking" /v1/sessions/desk "/v1/runs/$ended/events"; do
  as "$(cat "$dir/token-read:all")" GET "$path"
  [ "$status" = 200 ] || fail "read:all: $path $status $answer"
done
approver=$(cat "$dir/token-approve:all")
as "$approver" GET /v1/runs
is 200 ".runs | map(.id) == [\"$asking\"]" 'approve:all lists what asks'
as "$approver" GET "/v1/runs/$asking"
is 200 '.asks | map(.kind) == ["approval"]' 'approve:all sees the question'
for path in "/v1/runs/$ended" "/v1/runs/$own"; do
  as "$approver" GET "$path"
  is 404 '.code == "NOT_FOUND"' 'approve:all sees no other runs'
done
as "$approver" GET "/v1/runs/$asking/events"
is 403 '.code == "FORBIDDEN"' 'approve:all reads no events'
as "$approver" POST "/v1/runs/$asking/messages" '{"text":"x"}'
is 403 '.code == "FORBIDDEN"' 'approve:all says nothing'
as "$approver" POST "/v1/runs/$asking/answers" '{"id":"h1","output":1}'
is 404 '.error | contains("h1")' 'approve:all answers no host tool'
as "$(cat "$dir/token-run:all")" POST "/v1/runs/$asking/answers" "$yes"
is 403 '.error | contains("approve")' 'run:all approves nothing'
[ ! -e made ] || fail 'the call was made'
as "$approver" POST "/v1/runs/$asking/answers" "$yes"
is 200 '.id' 'approve:all answers'
as "$alice" GET "/v1/runs/$asking/events"
[ -e made ] || fail 'the call was not made'
runner=$(cat "$dir/token-run:all")
as "$runner" POST /v1/runs '{"prompt":"go","session":"desk","fork":"copy"}' -H 'Prefer: wait=20'
is 200 '.session == "copy" and (.result.error.message | contains("5"))' \
  'run:all continues in a copy of her session: the recording has fewer messages'
as "$runner" POST "/v1/runs/$asking/cancel"
is 202 '.id' 'run:all cancels'
as "$alice" GET /v1/sessions/copy
is 404 '.code == "NOT_FOUND"' 'the copy is not hers'
as "$runner" DELETE "/v1/runs/$ended"
[ "$status" = 204 ] || fail "run:all deletes: $status $answer"
as "$alice" POST /v1/runs "$first" -H 'Idempotency-Key: k1' -H 'Prefer: wait=20'
is 200 ".id != \"$ended\" and .session == \"desk\"" 'a key of a run that is gone'
again=$(jq -r .id <<< "$answer")

# The owners survive a restart, and the name of a deleted session is free for all clients.
stop
serve --replay "$dir/talk" --tools "$dir/tools.json" --approve changes --listen 127.0.0.1:0 \
  --listen "unix:$socket" --tokens "$dir/tokens"
url=$(jq -r '.listen[0].url' "$dir/listening")
as "$alice" GET "/v1/runs/$again"
is 200 '.owner == "token:alice" and .state == "ended"' 'her run'
as "$alice" GET /v1/sessions/desk
is 200 '.messages | length > 0' 'her session'
as "$alice" POST /v1/runs "$first" -H 'Idempotency-Key: k1'
is 201 ".id == \"$again\"" 'her key'
for path in "/v1/runs/$again" "/v1/sessions/desk"; do
  as "$token" GET "$path"
  is 404 '.code == "NOT_FOUND"' "another client: $path"
done
as "$alice" DELETE /v1/sessions/desk
[ "$status" = 204 ] || fail "she deletes it: $status $answer"
rm -f made
as "$token" POST /v1/runs '{"prompt":"go","session":"desk"}' -H 'Prefer: wait=20'
is 202 '.session == "desk"' 'a name that is free again'
as "$alice" GET /v1/sessions/desk
is 404 '.code == "NOT_FOUND"' 'it is not hers now'
# A session of `agentcli chat` belongs to the operator.
cp "$state/sessions/desk.ndjson" "$state/sessions/chat.ndjson"
as "$alice" GET /v1/sessions/chat
is 404 '.code == "NOT_FOUND"' 'a session of the operator'
as "$alice" POST /v1/runs '{"prompt":"go","session":"chat"}'
is 404 '.code == "NOT_FOUND"' 'a run in a session of the operator'
stop

# A conversation of the façade that waits for results of its client's tools.
{ calls c1 lookup '{}'; then_says c1 'found'; } > "$dir/talk"
serve --replay "$dir/talk" --listen 127.0.0.1:0 --listen "unix:$socket" --tokens "$dir/tokens"
url=$(jq -r '.listen[0].url' "$dir/listening")
request='{"model":"default","messages":[{"role":"user","content":"go"}],"tools":[{"type":"function",
  "function":{"name":"lookup","parameters":{"type":"object"}}}]}'
as "$alice" POST /openai/v1/chat/completions "$request"
is 200 '.choices[0].finish_reason == "tool_calls"' 'her call'
next=$(jq -c --argjson request "$request" '.choices[0].message | . as $said | $request
  | .messages += [$said, {role: "tool", tool_call_id: $said.tool_calls[0].id, content: "9"}]' \
  <<< "$answer")
ask GET '/v1/runs?state=waiting'
is 200 '.runs | map(.owner) == ["token:alice"]' 'her run waits'
id=$(jq -r '.runs[0].id' <<< "$answer")
as "$token" POST /openai/v1/chat/completions "$next" # begins another run
ask GET "/v1/runs/$id"
is 200 '.state == "waiting" and (.asks | length == 1)' 'another client gives results'
as "$alice" POST /openai/v1/chat/completions "$next" -D "$dir/fields"
is 200 '.choices[0].message.content == "found"' 'her result'
[ "$(field x-agentcli-run)" = "$id" ] || fail 'another run has answered'
stop
