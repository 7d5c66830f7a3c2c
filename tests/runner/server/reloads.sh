# SIGHUP: the tokens and the configuration are read again. What is broken changes nothing, streams
# of a token that is gone end, and runs go on.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/server.bash"
waiting_talk > "$dir/talk"
mkdir -p "$dir/home/.config/agentcli"
profiles() { # STEPS
  echo '{"profiles":{"one":{"max-steps":'"$1"'}}}' > "$dir/home/.config/agentcli/config.json"
}
profiles 5
alice=$(make_token alice read,run)
bob=$(make_token bob read,run)
serve --replay "$dir/talk" --profiles one --listen 127.0.0.1:0 --listen "unix:$socket" \
  --tokens "$dir/tokens"
url=$(jq -r '.listen[0].url' "$dir/listening")
reload() { # LINE: waits until stderr says it once more
  local before tries
  before=$(grep -c "$1" "$dir/server.err") || true
  kill -HUP "$server"
  for tries in $(seq 500); do
    [ "$(grep -c "$1" "$dir/server.err")" = "$before" ] || return 0
    kill -0 "$server" || fail 'SIGHUP ends it'
    sleep 0.02
  done
  fail "it is not read: $(cat "$dir/server.err")"
}
read_stream() { # TOKEN: in the background, to $dir/$2
  curl -sS -N --max-time 60 -H "Authorization: Bearer $1" -H 'Accept: application/x-ndjson' \
    "$url/v1/runs/$3/events" > "$dir/$2" &
}
as "$alice" POST /v1/runs "$(waiting_run)" -H 'Prefer: wait=20'
is 202 '.state == "waiting"' 'her run'
of_alice=$(jq -r .id <<< "$answer") asked=$(jq -r '.asks[0].id' <<< "$answer")
as "$bob" POST /v1/runs "$(waiting_run)" -H 'Prefer: wait=20'
of_bob=$(jq -r .id <<< "$answer")
read_stream "$alice" alice.events "$of_alice"
stream_of_alice=$!
read_stream "$bob" bob.events "$of_bob"
stream_of_bob=$!
curl -sS -N --max-time 60 -H "Authorization: Bearer $alice" -H 'Content-Type: application/json' \
  -H 'Prefer: wait=60' -d "$(waiting_run)" -w '%{http_code}' "$url/v1/runs" > "$dir/waiter" &
waiter=$!
for file in alice.events bob.events; do
  for _ in $(seq 500); do ! grep -q '"event":"waiting"' "$dir/$file" || break; sleep 0.02; done
done
wait $waiter # it asks

# What is broken keeps what there was.
cp "$dir/tokens" "$dir/good"
echo 'carol read' >> "$dir/tokens"
reload 'is not read again'
grep -q 'line 3' "$dir/server.err" || fail "no line: $(cat "$dir/server.err")"
as "$alice" GET "/v1/runs/$of_alice"
is 200 '.state == "waiting"' 'the tokens stay'
cp "$dir/good" "$dir/tokens"
echo '{"profiles":' > "$dir/home/.config/agentcli/config.json"
reload 'is not read again'
as "$bob" GET /v1/profiles
is 200 '.profiles[0].limits.steps == 5' 'the profiles stay'
profiles 7
chmod 644 "$dir/tokens"
reload 'is not read again'
chmod 600 "$dir/tokens"
as "$bob" GET /v1/profiles
is 200 '.profiles[0].limits.steps == 5' 'nothing changes by halves'

# A token is removed, another one comes, and a profile changes.
sed -i '/^alice/d' "$dir/tokens"
carol=$(make_token carol read:all,run:all)
reload 'was read again'
wait $stream_of_alice || fail "her stream: $?"
as "$alice" GET "/v1/runs/$of_alice"
is 401 '.code == "UNAUTHENTICATED"' 'her token'
as "$carol" GET "/v1/runs/$of_alice"
is 200 '.state == "waiting"' 'her run goes on'
kill -0 $stream_of_bob || fail 'the stream of another token has ended'
as "$bob" GET /v1/profiles
is 200 '.profiles[0].limits.steps == 7' 'the profile'
as "$bob" POST /v1/runs "$(waiting_run ',"limits":{"steps":6}')" -H 'Prefer: wait=20'
is 202 '.state == "waiting"' 'a run by the new profile'
as "$carol" POST "/v1/runs/$of_alice/answers" '{"id":"'"$asked"'","output":1}'
is 200 '.id' 'it is answered'
as "$carol" GET "/v1/runs/$of_alice/events" '' -H 'Accept: application/x-ndjson'
tail -1 <<< "$answer" | jq -e '.run.result.answer == "done"' > /dev/null || fail "$answer"

# Less scopes end what they do not cover any more.
read_stream "$carol" carol.events "$of_bob"
stream_of_carol=$!
for _ in $(seq 500); do
  ! grep -q '"event":"waiting"' "$dir/carol.events" || break
  sleep 0.02
done
sed -i 's/^carol read:all,run:all/carol read,run/' "$dir/tokens"
reload 'was read again'
wait $stream_of_carol || fail "the stream: $?"
as "$carol" GET "/v1/runs/$of_bob"
is 404 '.code == "NOT_FOUND"' 'less scopes'
as "$bob" POST "/v1/runs/$of_bob/cancel"
is 202 '.id' 'the own run'
wait $stream_of_bob || fail "the stream of bob: $?"
tail -1 "$dir/bob.events" | jq -e '.event == "end"' > /dev/null || fail 'it has no end'
stop
[ "$status" = 0 ] || fail "it ends with $status"
