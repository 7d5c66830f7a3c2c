# Forms of HTTP that clients and proxies use: HTTP/1.0, empty lines, chunk extensions, trailers,
# content codings, long bodies and HEAD.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/server.bash"
needs gzip python3
says hello > "$dir/talk"
serve --replay "$dir/talk" --max-request-bytes 100000

# HTTP/1.0: the connection closes after the response, which has no chunks.
ask POST /v1/runs '{"prompt":"hello"}' --http1.0 -H 'Prefer: wait=20'
is 200 '.result.answer == "hello"' 'a run in HTTP/1.0'
[ "$(field connection)" = close ] || fail "the connection stays: $(cat "$dir/fields")"
id=$(jq -r .id <<< "$answer")
ask GET "/v1/runs/$id/events" '' --http1.0 -H 'Accept: application/x-ndjson'
is 200 '.event' 'a stream in HTTP/1.0'
[ "$(field connection)" = close ] && [ -z "$(field transfer-encoding)" ] ||
  fail "a stream in chunks: $(cat "$dir/fields")"
[ "$answer" = "$(events)" ] || fail "another stream than in HTTP/1.1: $answer"
ask GET /healthz '' --http1.0 -H 'Connection: keep-alive'
is 200 '.status == "ok"' 'health in HTTP/1.0'
[ "$(field connection)" = close ] || fail "the connection stays: $(cat "$dir/fields")"

# Sends bytes that curl cannot send, and writes the responses to $dir/answers: raw PRINTF_FORMAT
raw() {
  # shellcheck disable=SC2059 # a format
  printf "$1" | timeout 30 python3 -c 'import socket, sys
client = socket.socket(socket.AF_UNIX)
client.connect(sys.argv[1])
client.sendall(sys.stdin.buffer.read())
while piece := client.recv(1 << 16):
    sys.stdout.buffer.write(piece)' "$socket" | tr -d '\r' > "$dir/answers"
}
last='Host: h\r\nConnection: close\r\n'

# Empty lines before a request: some clients send them after the body of the previous request.
raw "\r\n\r\nGET /healthz HTTP/1.1\r\nHost: h\r\n\r\n\r\nGET /readyz HTTP/1.1\r\n$last\r\n"
[ "$(grep -c '^HTTP/1.1 200' "$dir/answers")" = 2 ] || fail "empty lines: $(cat "$dir/answers")"

# Chunks with extensions, and trailers after them.
raw "POST /v1/runs HTTP/1.1\r\n${last}Content-Type: application/json\r\nPrefer: wait=20\r\n\
Transfer-Encoding: chunked\r\nTrailer: X-Digest\r\n\r\n\
10;part=first\r\n{\"prompt\":\"hello\r\n2 ;last\r\n\"}\r\n0;end=\"yes\"\r\nX-Digest: abc\r\n\r\n"
grep -q '^HTTP/1.1 200' "$dir/answers" && grep -q '"answer":"hello"' "$dir/answers" ||
  fail "extensions and trailers: $(cat "$dir/answers")"

# A body with a content coding is refused with the name of the coding.
printf '{"prompt":"hello"}' | gzip > "$dir/body"
for path in /v1/runs /openai/v1/chat/completions; do
  ask POST "$path" '' -H 'Content-Type: application/json' -H 'Content-Encoding: gzip' \
    --data-binary "@$dir/body"
  is 415 '.error | tostring | contains("gzip")' "$path"
  [ "$(field accept-encoding)" = identity ] || fail "$path: $(cat "$dir/fields")"
done

# --max-request-bytes limits a body.
long() { printf '{"prompt":"hello%0*d"}' "$1" 0 > "$dir/body"; } # DIGITS
sends_long() {
  ask POST /v1/runs '' -H 'Content-Type: application/json' --data-binary "@$dir/body"
}
long 90000
sends_long
is 201 .id 'a body below the limit'
long 100000
sends_long
is 413 '(.error | contains("100000")) and (.hint | contains("--max-request-bytes"))' \
  'a body above the limit'
! "$bin/agentcli" serve --state "$dir/other" --max-request-bytes 16777217 > "$dir/out" 2>&1 &&
  grep -q "is more than 16777216" "$dir/out" || fail "a limit that is too large: $(cat "$dir/out")"

# HEAD has the status and the fields of GET, without a body.
head_of() { # PATH [CURL_FLAG…]
  curl -sS --max-time 30 --unix-socket "$socket" -I "${@:2}" "http://agentcli$1" \
    > "$dir/fields" || fail "curl: HEAD $1"
  status=$(cut -d' ' -f2 "$dir/fields" | head -n 1)
}
for path in /healthz /readyz /v1/profiles "/v1/runs/$id" /v1/nothing; do
  ask GET "$path"
  got=$status length=$(field content-length) type=$(field content-type)
  head_of "$path"
  [ "$status" = "$got" ] && [ "$(field content-length)" = "$length" ] &&
    [ "$(field content-type)" = "$type" ] || fail "HEAD $path: $(cat "$dir/fields")"
done
head_of "/v1/runs/$id/events"
[ "$status" = 200 ] && [ "$(field content-type)" = text/event-stream ] ||
  fail "HEAD of events: $(cat "$dir/fields")"
head_of "/v1/runs/$id/cancel"
[ "$status" = 405 ] && [ "$(field allow)" = POST ] || fail "HEAD of a POST: $(cat "$dir/fields")"
waiting_talk > "$dir/talk"
ask POST /v1/runs "$(waiting_run ',"onDisconnect":"cancel"')" -H 'Prefer: wait=20'
is 202 '.state == "waiting"' 'a run that waits'
id=$(jq -r .id <<< "$answer")
head_of "/v1/runs/$id/events"
ask GET "/v1/runs/$id"
is 200 '.state == "waiting"' 'HEAD does not count as a reader that leaves'
ask POST "/v1/runs/$id/cancel"
stop
[ "$status" = 0 ] || fail "it ends with $status"
