# Pages of a server come as text, within the limits that the contract has.
. "$(dirname "$0")/../shell.sh"
. "$(dirname "$0")/server.bash"
needs python3 jq
cd "$dir"
start_server
at=http://127.0.0.1:$port
page() { ask 0 --allow-host "127.0.0.1:$port" -- "$1"; } # REQUEST
refused() { ask 1 --allow-host "127.0.0.1:$port" -- "$1"; }
is() { [ "$(jq -r "$1" out)" = "$2" ] || fail "$1 is not $2"; } # FIELD VALUE

page "{\"url\":\"$at\"}"
expected="{\"url\":\"$at/\",\"status\":200,\"contentType\":\"text/html; charset=utf-8\","
expected+='"title":"A & B",'
expected+='"content":"# Title\n\nOne two three.\n\n- first\n- [second](/next?a=1)\n",'
expected+='"sizeBytes":55,"eof":true,"truncated":false}'
[ "$(cat out)" = "$expected" ] || fail 'a page is answered otherwise'
grep -qxF "/ Host: 127.0.0.1:$port Accept-Encoding: identity" requests \
  || fail "it asks for: $(cat requests)"

page "{\"url\":\"$at/json\"}"
is .content '{"a": [1, 2]}'
page "{\"url\":\"$at/latin\"}"
is .content 'café €'
page "{\"url\":\"$at/untyped\"}"
is .content x
page "{\"url\":\"$at/chunked\"}"
is .content 'one two three'
page "{\"url\":\"$at/invisible\"}"
is '.invisible[0]' 'U+200B (no width), line 1'

# A status is an answer, since the page often says what is wrong.
page "{\"url\":\"$at/none\"}"
is .status 404
is .content '# Not here'

# By pages, which end between characters and together are the text.
all=
offset=0
until [ "$offset" = null ]; do
  page "{\"url\":\"$at/lines?50\",\"offsetBytes\":$offset,\"maxBytes\":100}"
  all+=$(jq -j .content out; echo .)
  all=${all%.}
  [ "$(jq -j .content out | wc -c)" -le 100 ] || fail 'a page is too large'
  next=$(jq .nextOffset out)
  is .eof "$([ "$next" = null ] && echo true || echo false)"
  is .truncated "$([ "$next" = null ] && echo false || echo true)"
  offset=$next
done
[ "$all" = "$(for n in $(seq 0 49); do echo "line $n é"; done)"$'\n' ] || fail "the pages are: $all"
page "{\"url\":\"$at/lines?50\",\"offsetBytes\":100000}"
is .content ''
is .eof true
page "{\"url\":\"$at/lines?5000\",\"answerLimits\":{\"bytes\":2000,\"imageBytes\":0}}"
[ "$(wc -c < out)" -le 2000 ] || fail 'the answer is larger than the limit of the call'

# A large body is cut, and a length that is announced takes no memory.
ask 0 --allow-host "127.0.0.1:$port" --max-body-bytes 100000 -- "{\"url\":\"$at/endless\"}"
is .sizeBytes 100000
is .truncated true
has 'the response is larger than 100000 bytes'
(is_sanitized || ulimit -v 2000000; page "{\"url\":\"$at/announced\"}")
is .truncated true
# Only what is larger is.
ask 0 --allow-host "127.0.0.1:$port" --max-body-bytes 11 -- "{\"url\":\"$at/lines?1\"}"
is .truncated false

refused "{\"url\":\"$at/picture?key=secret\"}"
says "its type is 'image/png', not text, and it has 8 bytes"
! grep -q secret err || fail 'an error shows a query'
refused "{\"url\":\"$at/binary\"}"
says 'it is binary'
refused "{\"url\":\"$at/japanese\"}"
says "its charset 'shift_jis' is not supported"
refused "{\"url\":\"$at/gzip\"}"
says "it is encoded as 'gzip', although no encoding was requested"
refused "{\"url\":\"$at/headers\"}"
says TOO_LARGE
refused "{\"url\":\"$at/cut\"}"
says IO_ERROR

# Everything together takes no longer than timeoutMs.
for what in slow silent; do
  begin=$EPOCHREALTIME
  refused "{\"url\":\"$at/$what\",\"timeoutMs\":500}"
  says TIMED_OUT
  took=$(((${EPOCHREALTIME/./} - ${begin/./}) / 1000))
  [ "$took" -lt 5000 ] || fail "$what took $took ms"
done

# Nothing of the machine's is asked or told: no proxy, and no cookie.
: > requests
http_proxy=http://127.0.0.1:1 https_proxy=http://127.0.0.1:1 page "{\"url\":\"$at/json\"}"
! grep -qi 'cookie\|authorization' requests || fail 'it sends what it should not'

kill "$server"
wait "$server" 2> /dev/null || true
refused "{\"url\":\"$at/\"}"
says NOT_FOUND
