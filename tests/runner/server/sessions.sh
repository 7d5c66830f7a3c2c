# The sessions of the server's runs, by HTTP: listed, shown redacted, copied and deleted. No name is
# a path, one in use stays, and each route needs its scope.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/server.bash"
says 'Order 9 is late.' > "$dir/talk"
serve --replay "$dir/talk"
secret=sk-proj-4f9Kd83jHs72Lq0PzXc5VbNm1QwErTyUiOp6AsDfGhJk
begin_run '{"prompt":"What is late?","session":"desk"}'
events > /dev/null
jq -cn --arg secret "$secret" '{ts: "2026-01-01T00:00:00Z", message: {role: "user",
  content: $secret}}' > "$state/sessions/shop.ndjson"
touch -d 2020-01-01 "$state/sessions/shop.ndjson"
echo x > "$state/sessions/no session"

ask GET /v1/sessions
is 200 '(.sessions | map(.name)) == ["desk", "shop"]
  and (.sessions | all(.bytes > 0 and (.changedAt | test("^20"))))' 'the list'
bytes=$(stat -c %s "$state/sessions/desk.ndjson")
ask GET '/v1/sessions?limit=1'
is 200 ".sessions | map([.name, .bytes]) == [[\"desk\", $bytes]]" 'the latest'
ask GET '/v1/sessions?after=desk'
is 200 '.sessions | map(.name) == ["shop"]' 'what comes after'
ask GET '/v1/sessions?limit=0'
is 422 '.error | contains("limit")' 'a limit that is none'

ask GET /v1/sessions/desk
is 200 '.name == "desk" and (.messages | map([.role, .content])) == [["user", "What is late?"],
  ["assistant", "Order 9 is late."]]' 'a session'
ask GET /v1/sessions/shop
is 200 '.messages | length == 1' 'a session with a secret'
! grep -qF "$secret" <<< "$answer" || fail 'a secret is shown'

# A copy is a session of its own.
ask POST /v1/sessions/desk/fork '{"name":"copy"}'
is 201 '.name == "copy" and .bytes > 0' 'a copy'
[ "$(field location)" = /v1/sessions/copy ] || fail "Location: $(field location)"
cmp "$state/sessions/desk.ndjson" "$state/sessions/copy.ndjson" || fail 'the copy differs'
[ "$(stat -c %a "$state/sessions/copy.ndjson")" = 600 ] || fail 'others can read the copy'
ask POST /v1/sessions/desk/fork '{"name":"copy"}'
is 409 '.code == "ALREADY_EXISTS"' 'a copy that is there'
ask POST /v1/sessions/nothing/fork '{"name":"other"}'
is 404 '.code == "NOT_FOUND"' 'a copy of nothing'
for name in ../x .hidden a/b; do
  ask POST /v1/sessions/desk/fork "{\"name\":\"$name\"}"
  is 422 '.code == "BAD_REQUEST"' "a copy named $name"
done
ask POST /v1/sessions/desk/fork '{"nmae":"x"}'
is 422 '.hint | contains("name")' 'an unknown field'
begin_run '{"prompt":"What is late?","session":"copy"}'
events > /dev/null
ask GET /v1/sessions/copy
is 200 '.messages | length == 3' 'the copy goes on'
ask POST /v1/runs '{"prompt":"What is late?","session":"nothing","fork":"other"}'
is 404 '.code == "NOT_FOUND"' 'a run in a copy of a session that does not exist'
ask POST /v1/runs '{"prompt":"What is late?","session":"desk","fork":"copy"}'
is 409 '.code == "ALREADY_EXISTS"' 'a run in a copy whose name is taken'
for _ in 1 2; do # a repeated request gets the run, although the copy exists now
  ask POST /v1/runs '{"prompt":"What is late?","session":"desk","fork":"third"}' \
    -H 'Idempotency-Key: third' -H 'Prefer: wait=20'
  is 200 '.session == "third" and .state == "ended"' 'a run in a copy'
done

# A path is no name, and what is not kept as a session is none.
for path in /v1/sessions/nothing /v1/sessions/.. '/v1/sessions/no%20session' \
  '/v1/sessions/..%2f..%2fetc' /v1/sessions/desk.ndjson; do
  for method in GET DELETE; do
    ask $method "$path" '' --path-as-is
    is 404 '.code == "NOT_FOUND"' "$method $path"
  done
done
ln -s /etc/passwd "$state/sessions/link.ndjson"
ask GET /v1/sessions/link
[ "$status" != 200 ] && ! grep -q root <<< "$answer" || fail "a link is followed: $answer"
truncate -s 5M "$state/sessions/shop.ndjson"
ask GET /v1/sessions/shop
is 413 '.code == "TOO_LARGE"' 'a large session'

ask DELETE /v1/sessions/copy
[ "$status" = 204 ] && [ ! -e "$state/sessions/copy.ndjson" ] || fail "not deleted: $status"
stop

# One in use stays.
waiting_talk > "$dir/talk"
serve --replay "$dir/talk"
begin_run "$(waiting_run ',"session":"busy"')"
follow "$dir/events"
ask GET /v1/sessions/busy
is 200 ".run == \"$id\"" 'a session in use'
ask DELETE /v1/sessions/busy
is 409 '.code == "CONFLICT"' 'one in use is deleted'
ask POST /v1/sessions/desk/fork '{"name":"busy"}'
is 409 '.code' 'a copy over one in use'
ask POST "/v1/runs/$id/cancel"
wait $reader
ask DELETE /v1/sessions/busy
[ "$status" = 204 ] || fail "one that is free again: $status $answer"
stop

# Those of another directory are the operator's choice.
mkdir -m 700 "$dir/mine"
cp "$state/sessions/desk.ndjson" "$dir/mine/mine.ndjson"
"$bin/agentcli" serve token reader read:all --tokens "$dir/tokens" > "$dir/token" 2> /dev/null
serve --replay "$dir/talk" --sessions "$dir/mine" --listen "unix:$socket" --listen 127.0.0.1:0 \
  --tokens "$dir/tokens"
ask GET /v1/sessions
is 200 '.sessions | map(.name) == ["mine"]' 'another directory'
ask POST /v1/sessions/mine/fork '{"name":"other"}'
is 201 '.name == "other"' 'a copy there'
[ -s "$dir/mine/other.ndjson" ] || fail 'the copy is elsewhere'
url=$(jq -r '.listen[1].url' "$dir/listening")
as_reader() { # METHOD PATH: prints the status
  curl -sS --max-time 30 -o /dev/null -w '%{http_code}' -X "$1" "${@:3}" \
    -H "Authorization: Bearer $(cat "$dir/token")" -H 'Content-Type: application/json' "$url$2"
}
[ "$(as_reader GET /v1/sessions/mine)" = 200 ] || fail 'a reader reads'
[ "$(as_reader DELETE /v1/sessions/mine)" = 403 ] || fail 'a reader deletes'
[ "$(as_reader POST /v1/sessions/mine/fork -d '{"name":"third"}')" = 403 ] || fail 'a reader copies'
[ -s "$dir/mine/mine.ndjson" ] && [ ! -e "$dir/mine/third.ndjson" ] || fail 'a reader changes it'
stop
