# One stream has the events of all runs that its client may read: also of runs that begin later, and
# without losses and repetitions after a cut.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/server.bash"
needs python3
waiting_talk > "$dir/talk"
alice=$(make_token alice read,run)
bob=$(make_token bob read,run)
auditor=$(make_token auditor read:all)
starter=$(make_token starter run,approve:all)
begin_server() { # FLAG…
  serve --replay "$dir/talk" --listen 127.0.0.1:0 --listen "unix:$socket" \
    --tokens "$dir/tokens" "$@"
  url=$(jq -r '.listen[0].url' "$dir/listening")
}
begin_server --max-runs 4

# read_all TOKEN FILE [QUERY] [CURL_FLAG…]: reads the stream to $dir/FILE in the background, as
# $reader, and returns when it has begun
read_all() {
  rm -f "$dir/$2" "$dir/$2.fields"
  curl -sS -N --max-time 60 -H "Authorization: Bearer $1" -H 'Accept: application/x-ndjson' \
    -D "$dir/$2.fields" -o "$dir/$2" "${@:4}" "$url/v1/events${3:-}" 2> /dev/null &
  reader=$!
  local tries
  for tries in $(seq 500); do
    ! grep -q '^.$' "$dir/$2.fields" 2> /dev/null || return 0
    sleep 0.02
  done
  fail "the stream $2 does not begin: $(cat "$dir/$2.fields")"
}
until_has() { # COUNT PATTERN FILE
  local tries
  for tries in $(seq 500); do
    [ "$(grep -cs "$2" "$dir/$3")" -lt "$1" ] || return 0
    sleep 0.02
  done
  fail "$3 has no $2: $(cat "$dir/$3")"
}
cut() { kill $1 2> /dev/null || true; wait $1 2> /dev/null || true; } # READER
has() { jq -se "$2" "$dir/$1" > /dev/null || fail "$3: $(cat "$dir/$1")"; } # FILE FILTER WHAT
start_run() { # TOKEN: begins a run that asks; its id is $id
  as "$1" POST /v1/runs "$(waiting_run)" -H 'Prefer: wait=20'
  is 202 '.state == "waiting"' 'a run'
  id=$(jq -r .id <<< "$answer")
}
end_run() { # TOKEN RUN
  as "$1" GET "/v1/runs/$2"
  as "$1" POST "/v1/runs/$2/answers" "$(jq -c '{id: .asks[0].id, output: 1}' <<< "$answer")"
  is 200 '.id' 'an answer'
}

# A run from before a stream is not in it: the item `start` says that it is listed.
start_run "$alice"
before=$id
read_all "$alice" alice
of_alice=$reader
read_all "$bob" bob
of_bob=$reader
read_all "$auditor" auditor
of_auditor=$reader
read_all "$auditor" few '?events=begun,ask,end'
of_few=$reader
read_all "$alice" sse '' -H 'Accept: text/event-stream'
of_sse=$reader
until_has 1 '"type":"start"' alice
has alice 'length == 1 and .[0].missed == false' 'it starts'
grep -qi '^content-type: application/x-ndjson' "$dir/alice.fields" || fail 'its type'
grep -qi '^content-type: text/event-stream' "$dir/sse.fields" || fail 'the type of SSE'
ask GET /metrics
grep -qxF 'agentcli_streams 5' <<< "$answer" || fail "the metrics: $answer"
start_run "$bob"
bobs=$id
start_run "$alice"
hers=$id
end_run "$bob" "$bobs"
end_run "$alice" "$hers"
end_run "$alice" "$before"
until_has 2 '"event":"end"' alice
until_has 1 '"event":"end"' bob
until_has 3 '"event":"end"' auditor
until_has 3 '"event":"end"' few
until_has 2 '^event: end' sse
has alice "map(.run) | unique == ([null, \"$before\", \"$hers\"] | sort)" 'alice'
has bob "map(.run) | unique == ([null, \"$bobs\"] | sort)" 'bob'
has auditor "map(.run) | unique == ([null, \"$before\", \"$bobs\", \"$hers\"] | sort)" 'read:all'
has alice "map(select(.type == \"begun\").run) == [\"$hers\"]" 'what was begun'
has few "map(.type + (.event.event // \"\")) | (unique == [\"begun\", \"eventask\", \"eventend\",
  \"start\"]) and length == 8" 'the events that a reader wants'
# The events of a run are those of its own stream.
for file in bob/$bobs alice/$hers auditor/$bobs auditor/$hers; do
  jq -c "select(.type == \"event\" and .run == \"${file#*/}\").event" "$dir/${file%/*}" > "$dir/out"
  jq -c . "$state/runs/${file#*/}/events.ndjson" | diff - "$dir/out" > "$dir/diff" ||
    fail "$file: $(cat "$dir/diff")"
done
sed -n 's/^data: //p' "$dir/sse" | diff "$dir/alice" - > "$dir/diff" || fail 'SSE has other items'
grep -A1 '^id: ' "$dir/sse" | sed -n 's/^event: //p' > "$dir/names"
jq -r '.event.event // .type' "$dir/alice" | diff - "$dir/names" > "$dir/diff" || fail 'the names'
sed -n 's/^id: //p' "$dir/sse" > "$dir/ids"
jq -r .cursor "$dir/alice" | diff - "$dir/ids" > "$dir/diff" || fail 'the ids'
# A cursor does not reveal how much other clients do.
[ "$(jq -r .cursor "$dir/bob" | tail -1)" != "$(jq -r .cursor "$dir/auditor" | tail -1)" ] ||
  fail 'a common number'

# After a cut, at any item and anywhere in one, the rest follows.
total=$(wc -l < "$dir/alice")
for ((at = 1; at < total; at += 3)); do
  cursor=$(sed -n "${at}p" "$dir/alice" | jq -r .cursor)
  if ((at % 2)); then read_all "$alice" rest "?after=$cursor"
  else read_all "$alice" rest '?after=x' -H "Last-Event-ID: $cursor"; fi
  until_has $((total - at)) . rest
  cut $reader
  tail -n +$((at + 1)) "$dir/alice" | diff - "$dir/rest" > "$dir/diff" ||
    fail "after $at: $(cat "$dir/diff")"
done
cat > "$dir/cuts.py" << 'END_OF_CLIENT'
# Reads a few bytes at a time, each time with the cursor of the last whole item, up to COUNT items.
import json, random, sys, urllib.request

url, token, cursor, count = sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4])
random.seed(7)
items = 0
while items < count:
    request = urllib.request.Request(f"{url}/v1/events?after={cursor}", headers={
        "Authorization": f"Bearer {token}", "Accept": "application/x-ndjson"})
    with urllib.request.urlopen(request, timeout=30) as response:
        left = random.randrange(1, 6000)
        while left > 0 and items < count:
            line = response.readline(left)
            left -= len(line)
            if line.endswith(b"\n"):
                print(line.decode(), end="")
                cursor = json.loads(line)["cursor"]
                items += 1
END_OF_CLIENT
python3 "$dir/cuts.py" "$url" "$alice" "$(head -1 "$dir/alice" | jq -r .cursor)" $((total - 1)) \
  > "$dir/out" 2> "$dir/err" || fail "cuts: $(cat "$dir/err")"
tail -n +2 "$dir/alice" | diff - "$dir/out" > "$dir/diff" || fail "cuts: $(cat "$dir/diff")"

# Cursors that cannot be continued are told; what is no cursor is refused.
for cursor in "$(tail -1 "$dir/bob" | jq -r .cursor)" 0123456789abcdef-1 \
  "$(tail -1 "$dir/alice" | jq -r .cursor)000"; do
  read_all "$alice" other "?after=$cursor"
  until_has 1 . other
  has other 'length == 1 and .[0].type == "start" and .[0].missed' "after $cursor"
  cut $reader
done
for query in after=x after= after=7 events=asks events= events=ask, before=1; do
  as "$alice" GET "/v1/events?$query"
  is 422 '.code == "BAD_REQUEST"' "$query"
done
as "$starter" GET /v1/events
is 403 '.code == "FORBIDDEN"' 'a client that may not read'
as "$alice" HEAD /v1/events '' --head
[ "$status" = 200 ] || fail "HEAD: $status"
curl -sS -N --http1.0 --max-time 60 --unix-socket "$socket" http://agentcli/v1/events \
  > "$dir/old" 2> /dev/null &
reader=$!
until_has 1 '^event: start' old
cut $reader

# A run that has been removed is told, too.
as "$bob" DELETE "/v1/runs/$bobs"
[ "$status" = 204 ] || fail "bob deletes: $status"
read_all "$bob" gone "?after=$(head -1 "$dir/bob" | jq -r .cursor)"
until_has 2 . gone
has gone 'map(.type) == ["begun", "start"] and .[1].missed' 'a removed run'
cut $reader

# A queued run is seen.
busy_talk > "$dir/talk"
for count in 1 2 3 4; do
  as "$bob" POST /v1/runs '{"prompt":"go"}'
  is 201 '.id' 'a busy run'
done
as "$alice" POST /v1/runs '{"prompt":"go"}'
is 201 '.state == "queued"' 'a queued run'
id=$(jq -r .id <<< "$answer")
until_has 1 "\"type\":\"begun\".*$id" alice
as "$alice" POST "/v1/runs/$id/cancel"
until_has 1 "$id.*\"event\":\"end\"" alice
touch go

# The stream of a token that was removed ends.
kill -0 $of_alice $of_bob $of_auditor $of_few || fail 'a stream has ended'
sed -i '/^alice/d' "$dir/tokens"
kill -HUP "$server"
wait $of_alice || fail "her stream: $?"
wait $of_sse || fail "her stream: $?"
kill -0 $of_bob $of_auditor || fail 'the stream of another token has ended'

# The end of the server ends all streams, in order; another server continues none of them.
stop
[ "$status" = 0 ] || fail "it ends with $status"
for reader in $of_bob $of_auditor $of_few; do wait $reader || fail "a stream at the end: $?"; done
has bob 'map(select(.event.event == "end")) | length == 5' 'all ends'
begin_server --stall 1s
read_all "$bob" bob2 "?after=$(tail -1 "$dir/bob" | jq -r .cursor)"
until_has 1 . bob2
has bob2 '.[0].type == "start" and .[0].missed' 'another server'
cut $reader

# A reader that takes nothing is disconnected, and costs nobody else anything.
cat > "$dir/stalled.py" << 'END_OF_CLIENT'
import socket, sys

end = socket.socket()
end.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
end.connect(("127.0.0.1", int(sys.argv[1])))
end.sendall((f"GET /v1/events HTTP/1.1\r\nHost: 127.0.0.1:{sys.argv[1]}\r\n"
             f"Authorization: Bearer {sys.argv[2]}\r\n\r\n").encode())
print(end.recv(1), flush=True)
sys.stdin.read()
END_OF_CLIENT
mkfifo "$dir/stdin" "$dir/stdout"
python3 "$dir/stalled.py" "${url##*:}" "$auditor" < "$dir/stdin" > "$dir/stdout" 2> "$dir/err" &
stalled=$!
exec 8> "$dir/stdin"
read -r line < "$dir/stdout"
read_all "$auditor" quick
says long | jq -c '.message.content = "z" * 4000000' > "$dir/talk"
as "$bob" POST /v1/runs '{"prompt":"go"}'
until_has 1 '"event":"end"' quick
for tries in $(seq 500); do
  ask GET /metrics
  ! grep -qxF 'agentcli_stream_disconnects_total{why="stalled"} 1' <<< "$answer" || break
  sleep 0.02
done
grep -qxF 'agentcli_stream_disconnects_total{why="stalled"} 1' <<< "$answer" ||
  fail "it is not disconnected: $(grep streams <<< "$answer")"
exec 8>&-
wait $stalled || fail "$(cat "$dir/err")"
stop
[ "$status" = 0 ] || fail "it ends with $status"
