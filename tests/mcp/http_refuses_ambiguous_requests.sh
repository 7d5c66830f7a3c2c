# H9, H10: a request that a proxy could understand in another way is refused, and so is everything
# after it: no request hides in another one.
. "$(dirname "$0")/../shell.sh"
. "$(dirname "$0")/http.bash"
cat > tools.json << 'END'
{"tools":[{"name":"mark","schema":{},"changesFiles":true,"command":["touch","marked"]}]}
END
listen -C workspace --tools ../tools.json --max-request-bytes 1000
modern_fields tools/call mark
call='{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"mark",'$meta'}}'
hidden=$(request POST /mcp "$call" "${posting[@]}" "${fields[@]}" && echo .)
hidden=${hidden%.}
head="POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:$port\r\nAuthorization: Bearer $token\r\n"
head+='Content-Type: application/json\r\n'

sent() { # STATUS TEXT [MORE]: TEXT is a format of printf
  dial
  { printf "$2" && printf %s "${3-$hidden}"; } >&"$wire"
  read_answer
  answers "$1" "$2"
  [ "$(grep -c '^HTTP/1.1' answered)" = 1 ] || fail "more than one answer to $2: $(cat answered)"
  [ "$(field connection)" = close ] || fail "the connection stays after $2: $(cat answered)"
}
for lengths in \
  'Content-Length: 0\r\nContent-Length: 0' \
  'Content-Length: 0\r\nContent-Length: 9' \
  'Content-Length: 0, 0' \
  'Content-Length: +0' \
  'Content-Length: 0\r\nTransfer-Encoding: chunked' \
  'Transfer-Encoding: chunked\r\nContent-Length: 0' \
  'Transfer-Encoding: gzip' \
  'Transfer-Encoding: chunked, identity' \
  'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity' \
  'Transfer-Encoding : chunked' \
  'Content-Length : 0' \
  'X: y\r\n Content-Length: 0' \
  'X: y\nContent-Length: 0'; do
  sent 400 "$head$lengths\r\n\r\n"
done
chunked="${head}Transfer-Encoding: chunked\r\n\r\n"
for chunks in '0;\r\n\r\n' '0;x\n\r\n\r\n' '0\r\nX\r\n\r\n' '0\r\nX: y\n\r\n' \
  '0\r\nX: y\r\n z\r\n\r\n' '0\r\nContent-Length: 9\r\n\r\n' \
  '0\n\n' '1\r\n{}\r\n0\r\n\r\n' '-1\r\n' \
  '0x0\r\n\r\n'; do
  sent 400 "$chunked$chunks"
done
sent 400 'GET /mcp\n\n'
sent 400 "${chunked/HTTP\/1.1/HTTP/1.0}0\r\n\r\n"
sent 403 'POST /mcp HTTP/1.0\r\n\r\n'
sent 400 'POST /mcp HTTP/2.0\r\nHost: localhost\r\n\r\n'
sent 400 '\026\003\001\002\n' # TLS
sent 431 "${head}X: $(printf '%020000d' 0)\r\n"
sent 413 "${head}Content-Length: 1001\r\n\r\n"
sent 413 "${chunked}3e9\r\n"
sent 431 "${chunked}0;$(printf '%020000d' 0)"
sent 431 "${chunked}0\r\nX: $(printf '%020000d' 0)"
sent 413 "${chunked}ffffffffffffffff\r\n"
[ ! -e workspace/marked ] || fail 'a hidden request was obeyed'

# The same one, as it should be.
dial
printf %s "$hidden" >&"$wire"
wait_until 'a request is not obeyed' test -e workspace/marked
hang_up
