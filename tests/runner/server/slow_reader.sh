# A reader with a window of one byte gets every event, byte for byte, as long as he takes some; he
# keeps nothing from another one, and the end of the server does not wait for him.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/server.bash"
needs python3
says long | jq -c '.message.content = "z" * 60000' > "$dir/talk"
serve --replay "$dir/talk" --listen 127.0.0.1:0 --listen "unix:$socket" --stall 20s
begin_run '{"prompt":"go"}'
events > "$dir/whole"
cat > "$dir/reader.py" << 'END'
import socket, sys

port, token, run, log, stops = sys.argv[1:]
end = socket.socket()
end.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
end.setsockopt(socket.IPPROTO_TCP, socket.TCP_WINDOW_CLAMP, 1)
end.settimeout(120)
end.connect(("127.0.0.1", int(port)))
end.sendall((f"GET /v1/runs/{run}/events HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
             f"Authorization: Bearer {token}\r\nAccept: application/x-ndjson\r\n\r\n").encode())
received = bytearray()
while not received.endswith(b"\r\n0\r\n\r\n"):
    byte = end.recv(1)
    if not byte:
        break
    received += byte
    if stops == "stops" and len(received) == 2000:
        print("reading", flush=True)
        end.recv(1 << 16)
        sys.stdin.read()
head, rest = bytes(received).split(b"\r\n\r\n", 1)
assert head.startswith(b"HTTP/1.1 200 "), head
body = b""
while rest:
    size, rest = rest.split(b"\r\n", 1)
    body += rest[:int(size, 16)]
    rest = rest[int(size, 16) + 2:]
assert body == open(log, "rb").read(), len(body)
END
url=$(jq -r '.listen[0].url' "$dir/listening")
token=$(cat "$(jq -r '.listen[0].tokenFile' "$dir/listening")")
python3 "$dir/reader.py" "${url##*:}" "$token" "$id" "$state/runs/$id/events.ndjson" goes \
  > "$dir/out" 2>&1 &
reader=$!
events > "$dir/again"
cmp "$dir/whole" "$dir/again" || fail 'another reader'
wait $reader || fail "the slow one: $(cat "$dir/out")"

# SIGTERM, while he takes nothing at all.
mkfifo "$dir/stdin" "$dir/stdout"
python3 "$dir/reader.py" "${url##*:}" "$token" "$id" /dev/null stops < "$dir/stdin" \
  > "$dir/stdout" 2> /dev/null &
reader=$!
exec 8> "$dir/stdin"
read -r line < "$dir/stdout"
[ "$line" = reading ] || fail "he reads: $line"
stop
[ "$status" = 0 ] || fail "it ends with $status"
exec 8>&-
wait $reader || true
