# Runs that wait when the server ends, is killed or crashes continue when it is started again: an
# approval and a host tool are asked for again, and the model gets the result. Queued runs begin. A
# call that was running is lost, and so are cancelled runs and those whose request is not stored.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/server.bash"
approval_talk() {
  calls c1 exec '{"command":"echo done >> ran"}'
}
approval='{"prompt":"go","approve":"changes"'
await() { # STATE: until the run $id has this state
  local tries
  for tries in $(seq 500); do
    ask GET "/v1/runs/$id"
    ! jq -e --arg state "$1" '.state == $state' <<< "$answer" > /dev/null || return 0
    ! jq -e '.state == "ended"' <<< "$answer" > /dev/null || break
    sleep 0.02
  done
  fail "the run is not $1: $answer"
}
asked() { jq -r '.asks[0].id' <<< "$answer"; }
no_conversation() {
  [ ! -e "$state/runs/$id/conversation.ndjson" ] || fail 'the conversation is left'
}

for how in TERM KILL spawner; do
  # An approval of a run without a session, and a host tool of a run with one.
  rm -f ran
  approval_talk > "$dir/talk"
  serve --replay "$dir/talk" --approve changes
  begin_run "$approval}"
  await waiting
  is 200 '.asks[0].kind == "approval" and .asks[0].call == "c1"' 'the first question'
  first=$(asked) run=$id
  waiting_talk > "$dir/talk"
  begin_run "$(waiting_run ",\"session\":\"s-${how,,}\"")"
  await waiting
  tool=$id
  if [ "$how" = spawner ]; then
    pkill -KILL -P "$server" || fail 'no spawner'
    wait "$server" && fail 'it serves without a spawner'
    server=
  else
    stop $how
  fi
  [ ! -e ran ] || fail 'the command has run'
  after_restart c1 'the answer' > "$dir/talk"
  serve --replay "$dir/talk" --approve changes
  id=$run
  await waiting
  is 200 '.asks | length == 1 and .[0].kind == "approval" and .[0].call == "c1"' 'the question'
  again=$(asked)
  [ "$again" != "$first" ] || fail 'the id of the question is that of the earlier one'
  ask POST "/v1/runs/$id/answers" "{\"id\":\"$first\",\"verdict\":\"yes\"}"
  is 404 '.code == "NOT_FOUND"' 'an answer to the earlier question'
  ask POST "/v1/runs/$id/answers" "{\"id\":\"$again\",\"verdict\":\"yes\"}"
  await ended
  is 200 '.result.answer == "the answer"' 'the run has its answer'
  [ "$(cat ran)" = 'done' ] || fail 'the command has not run once'
  no_conversation
  events > "$dir/events"
  jq -es 'map(.seq) == [range(1; length + 1)]' "$dir/events" > /dev/null || fail 'the numbers'
  jq -es --arg first "$first" 'any(.event == "asked" and .id == $first and .state == "withdrawn")
    and any(.event == "note" and (.text | contains("started again")))' "$dir/events" \
    > /dev/null || fail 'the events do not tell'
  id=$tool
  await waiting
  is 200 '.asks[0].kind == "hostTool" and .asks[0].tool == "slow" and .session == "s-'${how,,}'"' \
    'the tool'
  ask POST "/v1/runs/$id/answers" "{\"id\":\"$(asked)\",\"output\":1}"
  await ended
  is 200 '.result.answer == "the answer"' 'the run with a session'
  stop
done

# A queued run begins later; a cancelled one does not continue, nor does one with a secret.
waiting_talk > "$dir/talk"
token=ghp_$(printf '%036d' 7)
serve --replay "$dir/talk" --max-runs 1 --max-waiting 1
begin_run "$(waiting_run)"
await waiting
kept=$id
begin_run "$(waiting_run | sed "s/\"go\"/\"use $token\"/")"
await waiting
secret=$id
begin_run "$(waiting_run)"
queued=$id
ask GET "/v1/runs/$queued"
is 200 '.state == "queued"' 'a queue'
kill -STOP "$server"
kill -KILL "$server"
wait "$server" || true
server=
serve --replay "$dir/talk"
id=$kept
await waiting
ask POST "/v1/runs/$id/cancel"
await ended
id=$queued
await waiting
ask POST "/v1/runs/$id/answers" "{\"id\":\"$(asked)\",\"output\":1}"
await ended
is 200 '.result.answer == "done"' 'the queued run'
ask GET "/v1/runs/$secret"
is 200 '.result.exitReason == "lost"' 'a run whose request is not stored'
stop

# The model learns that a call which asked something while it ran was interrupted.
cat > servers.json << END
{"mcpServers":{"peer":{"command":"$bin/mcp_peer","args":["--asks"],"sandbox":false}}}
END
with_peer=(--mcp servers.json --wait-servers --approve auto)
calls c1 peer__ask '{}' > "$dir/talk"
serve --replay "$dir/talk" "${with_peer[@]}"
begin_run '{"prompt":"go","serverAsks":["form"]}'
for _ in $(seq 500); do
  ask GET "/v1/runs/$id"
  [ "$(asked)" = null ] || break
  sleep 0.02
done
is 200 '.asks[0].kind == "form"' 'a form'
stop KILL
after_restart c1 'so be it' > "$dir/talk"
serve --replay "$dir/talk" "${with_peer[@]}"
await ended
is 200 '.result.answer == "so be it"' 'a run whose call was interrupted'
stop

# An approval that was sent to the worker is not asked for again: the call may have begun.
rm ran
approval_talk > "$dir/talk"
serve --replay "$dir/talk" --approve changes
begin_run "$approval}"
await waiting
mapfile -t workers < <(pgrep -P "$(pgrep -P "$server")")
kill -STOP "${workers[@]}"
ask POST "/v1/runs/$id/answers" "{\"id\":\"$(asked)\",\"verdict\":\"yes\"}"
is 200 '.asks == []' 'an approval'
stop KILL
kill -KILL "${workers[@]}" 2> /dev/null || true
after_restart c1 'so be it' > "$dir/talk"
serve --replay "$dir/talk" --approve changes
await ended
is 200 '.result.answer == "so be it"' 'a run whose approval was sent'
[ ! -e ran ] || fail 'the command has run'
events | jq -es 'map(select(.event == "ask")) | length == 1' > /dev/null || fail 'it asks again'
stop

# A run that asked nothing is lost.
busy_talk > "$dir/talk"
serve --replay "$dir/talk"
begin_run '{"prompt":"go"}'
for _ in $(seq 500); do
  ! grep -q '"event":"call"' "$state/runs/$id/events.ndjson" || break
  sleep 0.02
done
[ -e "$state/runs/$id/conversation.ndjson" ] || fail 'the conversation is not stored'
stop KILL
serve --replay "$dir/talk"
ask GET "/v1/runs/$id"
is 200 '.result.exitReason == "lost"' 'a run that worked'
no_conversation
stop
