# How a server ends: it lets what runs go on for the time of --drain, refuses what is new, and ends
# by itself with --exit-idle. It takes a socket that listens already, as systemd passes it.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/server.bash"
needs python3
waiting_talk > "$dir/talk"
serve --replay "$dir/talk" --drain 60s --max-runs 1
begin_run "$(waiting_run)"
follow "$dir/events"
waiting=$id
busy_talk > "$dir/talk"
begin_run '{"prompt":"another"}'
begin_run '{"prompt":"one more"}'
other=$id id=$waiting
kill -TERM "$server"
for _ in $(seq 500); do
  ask GET /readyz
  [ "$status" != 503 ] || break
  sleep 0.02
done
is 503 '.code == "BUSY"' 'it is not ready'
ask POST /v1/runs '{"prompt":"new"}'
is 503 '.code == "BUSY"' 'a new run'
ask GET "/v1/runs/$other"
is 200 '.state == "queued"' 'a run that has not begun is left to the next server'
asked=$(jq -r 'select(.event == "ask").id' "$dir/events")
ask POST "/v1/runs/$id/answers" '{"id":"'$asked'","output":1}'
is 200 '.id' 'what runs goes on'
touch go
status=0
wait "$server" || status=$?
server=
[ "$status" = 0 ] || fail "it ends with $status"
wait $reader
tail -1 "$dir/events" | jq -e '.run.result.answer == "done"' > /dev/null ||
  fail 'it was interrupted'

# A second signal does not wait.
rm go
busy_talk > "$dir/talk"
serve --replay "$dir/talk" --drain 60s
begin_run '{"prompt":"go"}'
for _ in $(seq 500); do
  ! grep -q '"event":"call"' "$state/runs/$id/events.ndjson" || break
  sleep 0.02
done
kill -INT "$server"
kill -TERM "$server"
status=0
wait "$server" || status=$?
server=
[ "$status" = 1 ] || fail "a second signal: $status"

serve --replay "$dir/talk" --exit-idle 100ms
status=0
wait "$server" || status=$?
server=
[ "$status" = 0 ] || fail "it does not end by itself: $status"

# A socket that is passed.
waiting_talk > "$dir/talk"
cat > "$dir/activate.py" << 'END'
import os, socket, sys
listening = socket.socket(socket.AF_UNIX)
listening.bind(sys.argv[1])
listening.listen()
os.dup2(listening.fileno(), 3)
os.set_inheritable(3, True)
os.environ.update(LISTEN_FDS="1", LISTEN_PID=str(os.getpid()))
os.execv(sys.argv[2], sys.argv[2:])
END
passed=$dir/passed.sock
rm "$dir/listening"
python3 "$dir/activate.py" "$passed" "$bin/agentcli" serve --state "$state" --system '' \
  --replay "$dir/talk" > "$dir/listening" 2> "$dir/server.err" &
server=$!
socket=$passed
for _ in $(seq 500); do [ ! -s "$dir/listening" ] || break; sleep 0.02; done
ask GET /healthz
is 200 '.status == "ok"' 'it serves the socket'
begin_run "$(waiting_run)"
follow "$dir/events"
ask POST "/v1/runs/$id/cancel"
stop
[ "$status" = 0 ] || fail "it ends with $status"
[ -e "$passed" ] || fail 'the socket was not its own, and is gone'
