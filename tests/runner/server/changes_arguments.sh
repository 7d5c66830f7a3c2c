# Who may approve can approve a call with other arguments. The request waits for the check of the
# worker: arguments that cannot be used are refused, and the question stays open.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/server.bash"
{ calls c1 fs_write_file '{"path":"made","content":"x"}'; then_says c1 'done'; } > "$dir/talk"
bot=$(make_token bot read,run)
owner=$(make_token owner read:all,run:all,approve:all)
"$bin/fs_write_file" --describe |
  jq -c --arg tool "$bin/fs_write_file" '{tools:[.command[0] = $tool]}' > "$dir/tools.json"
serve --replay "$dir/talk" --tools "$dir/tools.json" --approve changes --listen 127.0.0.1:0 \
  --tokens "$dir/tokens"
url=$(jq -r '.listen[0].url' "$dir/listening")
as "$bot" POST /v1/runs '{"prompt":"go"}' -H 'Prefer: wait=20'
is 202 '.state == "waiting" and .asks[0].kind == "approval"' 'a run begins'
id=$(jq -r .id <<< "$answer") asked=$(jq -r '.asks[0].id' <<< "$answer")
answers() { # TOKEN ARGUMENTS [VERDICT]
  as "$1" POST "/v1/runs/$id/answers" \
    '{"id":"'"$asked"'","verdict":"'"${3:-yes}"'","by":"nobody","arguments":'"$2"'}'
}
other='{"path":"changed","content":"y"}'
answers "$bot" "$other"
is 403 '.code == "FORBIDDEN" and (.error | contains("approve"))' 'without the scope approve'
answers "$owner" "$other" always
is 422 '.error | contains("only the verdict")' 'another verdict'
answers "$owner" '["y"]'
is 422 '.error | contains("arguments")' 'arguments that are no object'
answers "$owner" '{"path":5,"content":"y"}'
is 422 '.code == "BAD_REQUEST" and (.error | contains("path"))' 'a field of another type'
answers "$owner" '{"path":"changed"}'
is 422 '.code == "BAD_REQUEST" and (.error | contains("content"))' 'a missing field'
as "$owner" GET "/v1/runs/$id"
is 200 '.state == "waiting" and (.asks | map(.id)) == ["'"$asked"'"]' 'the question stays open'
answers "$owner" "$other"
is 200 '.asks == []' 'an answer with arguments'
answers "$owner" "$other"
is 409 '.code == "CONFLICT"' 'a second answer'
as "$owner" GET "/v1/runs/$id/events" '' -H 'Accept: application/x-ndjson'
jq -se 'map(select(.event == "result" or .event == "asked" or .event == "end")) |
  (.[0] | .verdict == "edited") and .[1].arguments == {path: "changed", content: "y"}
  and .[2].run.result.answer == "done"' <<< "$answer" > /dev/null || fail "$answer"
[ "$(cat changed)" = y ] || fail 'the changed call was not made'
[ ! -e made ] || fail 'the call of the model was made'
jq -se 'map(select(.tool))[0] | .decidedBy == "token:owner"
  and .arguments.made.path == "made" and .arguments.ran.path == "changed"' .agentcli/audit/*.log \
  > /dev/null || fail "$(cat .agentcli/audit/*.log)"
stop
