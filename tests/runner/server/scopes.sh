# Each token of --tokens may do what its scopes name: who begins runs cannot approve what they do.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/server.bash"
{ calls c1 fs_write_file '{"path":"made","content":"x"}'; then_says c1 'done'; } > "$dir/talk"
tokens=$dir/tokens
reader=$(make_token reader read:all)
bot=$(make_token bot read,run)
owner=$(make_token owner read:all,run:all,approve:all)
[ "$(stat -c %a "$tokens")" = 600 ] || fail 'others can read the tokens'
! grep -qF "$bot" "$tokens" || fail 'a token is kept as it is'
! make_token bot read || fail 'two tokens of a name'
! make_token other write || fail 'an unknown scope'
grep -q 'no scope' "$dir/err" || fail "$(cat "$dir/err")"
chmod 644 "$tokens"
! "$bin/agentcli" serve --state "$state" --listen 127.0.0.1:0 --tokens "$tokens" \
  > "$dir/out" 2> "$dir/err" || fail 'tokens that others can read'
chmod 600 "$tokens"

"$bin/fs_write_file" --describe |
  jq -c --arg tool "$bin/fs_write_file" '{tools:[.command[0] = $tool]}' > "$dir/tools.json"
serve --replay "$dir/talk" --tools "$dir/tools.json" --approve changes --listen 127.0.0.1:0 \
  --tokens "$tokens"
url=$(jq -r '.listen[0].url' "$dir/listening")
jq -e '.listen[0].tokenFile == null' "$dir/listening" > /dev/null || fail 'another token is made'
as "$reader" POST /v1/runs '{"prompt":"go"}'
is 403 '.code == "FORBIDDEN" and (.error | contains("run"))' 'a reader begins a run'
as "$bot" POST /v1/runs '{"prompt":"go"}' -H 'Prefer: wait=20'
is 202 '.state == "waiting" and .asks[0].kind == "approval"' 'a bot begins a run'
id=$(jq -r .id <<< "$answer") asked=$(jq -r '.asks[0].id' <<< "$answer")
yes='{"id":"'$asked'","verdict":"yes"}'
as "$reader" GET "/v1/runs/$id"
is 200 '.state == "waiting"' 'a reader reads'
as "$reader" POST "/v1/runs/$id/answers" "$yes"
is 403 '.code == "FORBIDDEN"' 'a reader answers'
as "$reader" DELETE "/v1/runs/$id"
is 403 '.code == "FORBIDDEN"' 'a reader deletes'
as "$bot" POST "/v1/runs/$id/answers" "$yes"
is 403 '.code == "FORBIDDEN" and (.error | contains("approve"))' 'a bot says yes to itself'
as "$bot" POST "/v1/runs/$id/messages" '{"do":"answer","id":"'"$asked"'","verdict":"yes"}'
is 422 '.error | contains("unknown field '"'do'"'")' 'a bot sends another message'
[ ! -e made ] || fail 'the call was made'
as "$owner" POST "/v1/runs/$id/answers" "$yes"
is 200 '.id' 'who may approve does'
as "$reader" GET "/v1/runs/$id/events" '' -H 'Accept: application/x-ndjson'
tail -1 <<< "$answer" | jq -e '.run.result.answer == "done"' > /dev/null || fail "$answer"
[ "$(cat made)" = x ] || fail 'the call was not made'
as "${owner%?}" GET /v1/runs
is 401 '.code == "UNAUTHENTICATED"' 'a part of a token'
stop

# The scopes of a line from an earlier version still cover all clients.
sed -i "s/^bot .*/bot read sha256:$(printf %s "$bot" | sha256sum | cut -d' ' -f1)/
  s/^reader .* sha256:/reader read /" "$tokens"
serve --replay "$dir/talk" --tools "$dir/tools.json" --approve changes --listen 127.0.0.1:0 \
  --tokens "$tokens"
url=$(jq -r '.listen[0].url' "$dir/listening")
as "$reader" GET /v1/runs
is 200 ".runs | map([.id, .owner]) == [[\"$id\", \"token:bot\"]]" 'an old token sees all runs'
as "$reader" GET /metrics
[ "$status" = 200 ] || fail "an old token reads the metrics: $status"
as "$bot" GET "/v1/runs/$id"
is 200 '.owner == "token:bot"' 'a client has its runs after a restart, with another scope'
as "$bot" GET /metrics
is 403 '.error | contains("read:all")' 'metrics are of all runs'
stop
