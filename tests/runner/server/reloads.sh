# SIGHUP reads the tokens and the configuration again. If a file has an error, nothing changes.
# Streams of a removed token end, and its runs continue.
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
reload() { # TEXT: sends SIGHUP and waits for another line of stderr with TEXT
  local before tries
  before=$(grep -c "$1" "$dir/server.err") || true
  kill -HUP "$server"
  for tries in $(seq 500); do
    [ "$(grep -c "$1" "$dir/server.err")" = "$before" ] || return 0
    kill -0 "$server" || fail 'SIGHUP ends it'
    sleep 0.02
  done
  fail "no line with '$1': $(cat "$dir/server.err")"
}
until_it_asks() { # FILE with the events of a run
  local tries
  for tries in $(seq 500); do
    ! grep -q '"event":"waiting"' "$dir/$1" || return 0
    sleep 0.02
  done
  fail "the run of $1 does not ask: $(cat "$dir/$1")"
}
read_stream() { # TOKEN FILE RUN: reads the events of RUN to $dir/FILE, in the background
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
until_it_asks alice.events
until_it_asks bob.events
wait $waiter # until its run asks

# After an error, the previous tokens and configuration stay valid.
cp "$dir/tokens" "$dir/good"
echo 'carol read' >> "$dir/tokens"
reload 'cannot reload the configuration'
grep -q 'line 3' "$dir/server.err" || fail "no line: $(cat "$dir/server.err")"
as "$alice" GET "/v1/runs/$of_alice"
is 200 '.state == "waiting"' 'the tokens stay'
cp "$dir/good" "$dir/tokens"
echo '{"profiles":' > "$dir/home/.config/agentcli/config.json"
reload 'cannot reload the configuration'
as "$bob" GET /v1/profiles
is 200 '.profiles[0].limits.steps == 5' 'the profiles stay'
profiles 7
chmod 644 "$dir/tokens"
reload 'cannot reload the configuration'
chmod 600 "$dir/tokens"
as "$bob" GET /v1/profiles
is 200 '.profiles[0].limits.steps == 5' 'the profiles stay if the tokens have an error'

# A token is removed, another token is added, and a profile changes.
sed -i '/^alice/d' "$dir/tokens"
carol=$(make_token carol read:all,run:all)
reload 'reloaded the configuration'
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

# If a token loses scopes, the streams end that these scopes allowed.
read_stream "$carol" carol.events "$of_bob"
stream_of_carol=$!
until_it_asks carol.events
sed -i 's/^carol read:all,run:all/carol read,run/' "$dir/tokens"
reload 'reloaded the configuration'
wait $stream_of_carol || fail "the stream: $?"
as "$carol" GET "/v1/runs/$of_bob"
is 404 '.code == "NOT_FOUND"' 'fewer scopes'
as "$bob" POST "/v1/runs/$of_bob/cancel"
is 202 '.id' 'the own run'
wait $stream_of_bob || fail "the stream of bob: $?"
tail -1 "$dir/bob.events" | jq -e '.event == "end"' > /dev/null || fail 'it has no end'
stop
[ "$status" = 0 ] || fail "it ends with $status"
