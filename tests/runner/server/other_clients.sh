# Clients that take nothing, send without end, or send half a request do not keep its events from
# another reader.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/server.bash"
needs python3
says "$(seq -s ' ' 20000)" > long
for _ in $(seq 8); do jq -r .message.content long; done | tr -d '\n' > text
jq -c --rawfile text text '.message.content = $text' long > "$dir/talk"
serve --replay "$dir/talk"
begin_run '{"prompt":"go"}'
long=$id
events > /dev/null
[ "$(stat -c %s "$state/runs/$long/events.ndjson")" -gt 800000 ] || fail 'the log is short'

cat > "$dir/clients.py" << 'END'
import selectors, socket, sys

path, run = sys.argv[1:]
stream = f"GET /v1/runs/{run}/events HTTP/1.1\r\nHost: a\r\n\r\n".encode()
flood = b"GET /v1/runs HTTP/1.1\r\nHost: a\r\n\r\n" * 100

def client(sent):
    end = socket.socket(socket.AF_UNIX)
    end.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    end.connect(path)
    end.sendall(sent)
    return end

kept = [client(stream) for _ in range(20)] + [client(b"GET /v1/ru") for _ in range(20)]
waiting = selectors.DefaultSelector()
for number in range(8):  # half of them read what they get
    end = client(b"")
    end.setblocking(False)
    waiting.register(end, selectors.EVENT_WRITE | (selectors.EVENT_READ if number % 2 else 0))
print("ready", flush=True)
while waiting.get_map():
    for key, events in waiting.select():
        try:
            if events & selectors.EVENT_WRITE:
                key.fileobj.send(flood)
            if events & selectors.EVENT_READ and not key.fileobj.recv(1 << 16):
                waiting.unregister(key.fileobj)
        except BlockingIOError:
            pass
        except OSError:
            waiting.unregister(key.fileobj)
END
python3 "$dir/clients.py" "$socket" "$long" > "$dir/clients" &
clients=$!
at_end 'kill -KILL $clients 2> /dev/null'
for _ in $(seq 500); do
  [ ! -s "$dir/clients" ] || break
  sleep 0.02
done
[ -s "$dir/clients" ] || fail 'the clients do not begin'
ask GET /metrics
[ "$(sed -n 's/^agentcli_streams //p' <<< "$answer")" = 20 ] || fail "no stream is held: $answer"

waiting_talk > "$dir/talk"
begin_run "$(waiting_run)"
follow "$dir/events"
asked=$(jq -r 'select(.event == "ask").id' "$dir/events")
ask POST "/v1/runs/$id/answers" '{"id":"'$asked'","output":1}'
is 200 '.id' 'an answer'
wait $reader || fail 'the reader is cut off'
cmp "$dir/events" "$state/runs/$id/events.ndjson" || fail 'a stream is not what the log has'
tail -1 "$dir/events" | jq -e '.run.result.answer == "done"' > /dev/null ||
  fail "the end: $(tail -1 "$dir/events")"
kill -0 $clients || fail 'the clients have gone'
ask GET /metrics
[ "$(sed -n 's/^agentcli_streams //p' <<< "$answer")" = 20 ] || fail "no stream is held: $answer"
kill $clients
wait $clients || true
stop
[ "$status" = 0 ] || fail "it ends with $status"
