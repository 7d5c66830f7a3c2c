# A run of a workflow that the profile names: its parameters are checked before anything starts, its
# questions are answered by HTTP, and the same runId continues it.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/server.bash"
"$bin/fs_write_file" --describe |
  jq -c --arg tool "$bin/fs_write_file" '{tools:[.command[0] = $tool]}' > "$dir/tools.json"
mkdir -p "$HOME/.config/agentcli/workflows" .agentcli/workflows
flows=$HOME/.config/agentcli/workflows
cat > "$flows/release.yaml" << 'END'
description: Release a version
parameters:
  version: {pattern: "[0-9]+", help: such as 7}
  loud: {type: bool, default: false}
  level: {type: enum, choices: [low, high], default: low}
  times: {type: int, min: 1, max: 3, default: 1}
steps:
  - id: sure
    ask: {kind: confirm, message: "Release {{ params.version }}?"}
  - tool: {name: fs_write_file, args: {path: made, content: "{{ params.version }}"}}
    approve: always
result: "{{ steps.sure.output }}"
END
echo 'steps: [{set: {a: 1}}]' | tee "$flows/other.yaml" > .agentcli/workflows/clone.yaml
cat > "$HOME/.config/agentcli/config.json" << 'END'
{"profiles": {"free": {"workflows": ["release", "clone"], "approve": "changes"}, "bare": {}}}
END
make_token bot read,run:all > "$dir/bot"
own=$(make_token own read,run)
other=$(make_token other read,run)
: > "$dir/talk" # of a workflow
serve --profiles free,bare --replay "$dir/talk" --tools "$dir/tools.json" --tokens "$dir/tokens" \
  --listen "unix:$socket" --listen 127.0.0.1:0
grep -q 'no run can name the workflow .clone.*not trusted' "$dir/server.err" ||
  fail "$(cat "$dir/server.err")"

ask GET /v1/workflows
is 200 '.profile == "free" and (.workflows | map(.name)) == ["release"]
  and .workflows[0].description == "Release a version"
  and (.workflows[0].parameters | .required == ["version"]
    and .properties.version.type == "string" and .properties.level.enum == ["low", "high"]
    and .properties.times.maximum == 3 and .properties.loud.default == false)' 'the list'
ask GET '/v1/workflows?profile=bare&workspace=default'
is 200 '.workflows == []' 'another profile'
ask GET '/v1/workflows?workspace=nowhere'
is 422 '.error | contains("nowhere")' 'an unknown workspace'

refused() { # STATUS BODY FILTER
  ask POST /v1/runs "$2"
  is "$1" "$3" "$2"
}
flow='"workflow":{"name":"release","params":'
refused 422 '{'"$flow"'{}}}' '.error | contains("workflow.params") and contains("version")'
refused 422 '{'"$flow"'{"version":"x"}}}' '.error | contains("workflow.params.version")'
refused 422 '{'"$flow"'{"version":"1","loud":"yes"}}}' '.error | contains("workflow.params.loud")'
refused 422 '{'"$flow"'{"version":"1","times":4}}}' '.error | contains("workflow.params.times")'
refused 422 '{'"$flow"'{"version":"1","louder":true}}}' '.error + .hint | contains("louder")'
refused 422 '{'"$flow"'{"version":"1"},"runId":"a/b"}}' '.error | contains("runId")'
refused 422 '{'"$flow"'{"version":"1"}},"prompt":"x"}' '.error | contains("exactly one")'
refused 422 '{'"$flow"'{"version":"1"}},"session":"s"}' '.error | contains("session")'
refused 422 '{'"$flow"'{"version":"1"}},"profile":"bare"}' '.error | contains("release")'
refused 422 '{"workflow":{"name":"releas"}}' '.hint == "did you mean '"'release'"'?"'
refused 422 '{"workflow":{"name":"other"}}' '.hint | contains("/v1/workflows")'
refused 422 '{"workflow":{"name":"clone"}}' '.error | contains("clone")'
refused 403 '{'"$flow"'{"version":"1"}},"approve":"never"}' '.code == "FORBIDDEN"'
ask GET /v1/runs
is 200 '.runs == []' 'something was begun'

body='{'"$flow"'{"version":"7"},"runId":"r7"}}'
ask POST /v1/runs "$body" -H 'Prefer: wait=20'
is 202 '.state == "waiting" and (.asks[0] | .kind == "question" and .type == "confirm")' 'it asks'
id=$(jq -r .id <<< "$answer")
ask POST /v1/runs "$body"
is 409 '.error | contains("r7")' 'the same run of a workflow at the same time'
ask POST "/v1/runs/$id/messages" '{"text":"yes"}'
is 409 '.code == "CONFLICT"' 'a message'
ask POST "/v1/runs/$id/answers" '{"id":"a1","value":"yes"}'
is 422 '.hint == "'"'value' is true or false"'"' 'an answer of another type'
url=$(jq -r '.listen[].url | select(startswith("http"))' "$dir/listening")
code=$(curl -sS -o "$dir/answer" -w '%{http_code}' -H "Authorization: Bearer $(cat "$dir/bot")" \
  -H 'Content-Type: application/json' -d '{"id":"a1","value":true}' "$url/v1/runs/$id/answers")
[ "$code" = 403 ] || fail "a client that may not approve confirms: $code $(cat "$dir/answer")"
ask POST "/v1/runs/$id/answers" '{"id":"a1","value":true}'
is 200 '.asks == []' 'a yes'
for tries in $(seq 500); do
  ask GET "/v1/runs/$id"
  ! jq -e '.asks[0].kind == "approval"' <<< "$answer" > /dev/null || break
  sleep 0.02
done
is 200 '.asks[0].path == "tool#2"' 'the approval'
ask POST "/v1/runs/$id/answers" '{"id":"a2","verdict":"yes"}'
events > "$dir/events"
jq -se '.[-1].run.result | .output == true and .runId == "r7" and .exitReason == "done"
  and .exitStatus == 0 and (.steps | length == 2)' "$dir/events" > /dev/null ||
  fail "the end: $(tail -1 "$dir/events")"
jq -se '[.[].seq] == [range(1; length + 1)]' "$dir/events" > /dev/null || fail 'the numbers'
[ "$(cat made)" = 7 ] || fail 'the call'
[ -d "$state/workflows/r7" ] || fail 'the run is kept elsewhere'

ask POST /v1/runs "$body" -H 'Prefer: wait=20'
is 200 '.result.output == true and .result.resumed and .state == "ended"' 'the run continues'
ask POST /v1/runs "${body/\"7\"/\"8\"}" -H 'Prefer: wait=20'
is 200 '.result.exitStatus == 2 and (.result.error.message | contains("r7"))' 'other parameters'
ask POST /v1/runs "${body/r7/r8}" -H 'Prefer: wait=20'
is 202 '.asks[0].type == "confirm"' 'another run'
id=$(jq -r .id <<< "$answer")
ask POST "/v1/runs/$id/cancel"
events | tail -1 | jq -e '.run.result.exitReason == "interrupted"' > /dev/null || fail 'cancelled'

# A run of a workflow belongs to the client that has begun it, also if the worker has chosen its id.
as "$own" POST /v1/runs "$body"
is 404 '.code == "NOT_FOUND"' 'the result of the operator'
for run in ',"runId":"r9"' ''; do
  as "$own" POST /v1/runs "{$flow"'{"version":"7"}'"$run}}" -H 'Prefer: wait=20'
  is 202 '.asks[0].type == "confirm"' 'an own run'
  id=$(jq -r .id <<< "$answer")
  name=$(jq -r 'select(.event == "workflow").runId' "$state/runs/$id/events.ndjson" | head -1)
  again=${body/r7/$name}
  as "$other" POST /v1/runs "$again"
  is 404 '.code == "NOT_FOUND"' 'a run of another client'
  as "$own" POST /v1/runs "$again"
  is 409 '.code == "CONFLICT"' 'a run that is under way'
  as "$own" POST "/v1/runs/$id/cancel"
  events > /dev/null
  as "$other" POST /v1/runs "$again"
  is 404 '.code == "NOT_FOUND"' 'a run of another client that has ended'
  as "$own" POST /v1/runs "$again" -H 'Prefer: wait=20'
  is 202 '.state == "waiting"' 'the run continues'
  id=$(jq -r .id <<< "$answer")
  as "$own" POST "/v1/runs/$id/cancel"
  events > /dev/null
done
says hello > "$dir/talk"
ask POST /v1/runs '{"prompt":"go"}' -H 'Prefer: wait=20'
is 200 '.result.answer == "hello"' 'a conversation beside it'
stop
[ "$status" = 0 ] || fail "it ends with $status"
