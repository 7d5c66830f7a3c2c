# A run is `waiting` exactly if nothing but asks is open, however many calls its reply has: those
# that wait for their turn, and those that have ended, are not under way.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/server.bash"
reply() { # CALL…: of ID:TOOL:ARGUMENTS
  jq -cn --arg user "$any_user" '{asked:[$user | fromjson],message:{role:"assistant",
    tool_calls:[$ARGS.positional[] | capture("^(?<id>[^:]+):(?<tool>[^:]+):(?<with>.*)$")
      | {id:.id,type:"function",function:{name:.tool,arguments:.with}}]}}' --args "$@"
}
state_is() { # STATE FILTER WHAT: comes
  local tries
  for tries in $(seq 500); do
    ask GET "/v1/runs/$id"
    ! jq -e ".state == \"$1\" and ($2)" <<< "$answer" > /dev/null || return 0
    sleep 0.02
  done
  fail "$3: $answer"
}
answer_one() { # the first ask that is open
  ask GET "/v1/runs/$id"
  local asked
  asked=$(jq -r '.asks[0].id' <<< "$answer")
  ask POST "/v1/runs/$id/answers" '{"id":"'$asked'",'"$1"'}'
  is 200 '.id' "an answer to $asked"
}
tool() { # NAME CHANGES
  echo '{"name":"'$1'","description":"Waits","schema":{"type":"object"},"changes":'$2'}'
}
# Calls that change something are asked one after another.
{ reply c1:write:{} c2:write:{} c3:read:{} c4:read:{}
  jq -cn '{asked:[range(1;5) | {role:"tool",tool_call_id:"c\(.)",content:"<any>"}],
    message:{role:"assistant",content:"done"}}'; } > "$dir/talk"
serve --replay "$dir/talk" --max-runs 1
request='{"prompt":"go","hostTools":['"$(tool write true),$(tool read false)"']}'
ask POST /v1/runs "$request" -H 'Prefer: wait=60'
is 202 '.state == "waiting" and (.asks | length == 1) and .asks[0].tool == "write"' 'the first call'
id=$(jq -r .id <<< "$answer")
first=$id
ask POST /v1/runs "$request" -H 'Prefer: wait=60'
is 202 '.state == "waiting"' 'another run takes the place of one that waits'
ask POST "/v1/runs/$(jq -r .id <<< "$answer")/cancel"
id=$first
answer_one '"output":1'
state_is waiting '.asks | length == 1 and .[0].id == "a2"' 'the second call'
answer_one '"output":2'
state_is waiting '.asks | length == 2 and .[0].tool == "read"' 'the third and the fourth'
answer_one '"output":3'
state_is waiting '.asks | length == 1' 'one of the two'
answer_one '"output":4'
events | tail -1 | jq -e '.run.result.answer == "done"' > /dev/null || fail "$(events | tail -1)"
stop

# A call that runs beside one that is asked about: it is not waiting until that has ended, and that
# has no result until the one before it has.
cat > "$dir/busy.sh" << 'END'
cat > /dev/null
until [ -e go ]; do sleep 0.02; done
echo '{}'
END
jq -n --arg script "$dir/busy.sh" '{tools:[{name:"busy",description:"Waits",
  schema:{type:"object"},changesFiles:false,command:["/bin/sh",$script]}]}' > "$dir/tools.json"
{ reply c1:read:{} c2:busy:{}
  jq -cn '{asked:[range(1;3) | {role:"tool",tool_call_id:"c\(.)",content:"<any>"}],
    message:{role:"assistant",content:"done"}}'; } > "$dir/talk"
serve --replay "$dir/talk" --tools "$dir/tools.json"
begin_run "$request"
state_is running '.asks | length == 1' 'a call beside it runs'
! grep -q '"event":"waiting"' "$state/runs/$id/events.ndjson" ||
  fail 'it waits with a call that runs'
touch go
state_is waiting '.asks | length == 1' 'that call has ended'
! grep -q '"event":"result"' "$state/runs/$id/events.ndjson" || fail 'it has a result already'
answer_one '"output":1'
events | tail -1 | jq -e '.run.result.answer == "done"' > /dev/null || fail "$(events | tail -1)"
stop
[ "$status" = 0 ] || fail "it ends with $status"
