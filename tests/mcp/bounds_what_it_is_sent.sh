# P1, P2, P8, S6, R6: what is no message, a line that is too long, an id in use, an unknown tool,
# too many calls, a result that is too large.
. "$(dirname "$0")/../shell.sh"
needs jq
. "$(dirname "$0")/client.bash"
cd "$dir"
head -c 3000 /dev/zero | tr '\0' x > file

fails() { # LINE ID CODE MESSAGE: ID may be empty
  send "$1" && receive
  local error='{"code":'"$3"',"message":"'"$4"'"}'
  [ "$line" = '{"jsonrpc":"2.0",'"${2:+\"id\":$2,}"'"error":'"$error}" ] || fail "$1: $line"
}
request() { echo '{"jsonrpc":"2.0","id":1,"method":"'"$1"'","params":'"$2"'}'; } # METHOD PARAMS

start_server "$bin/fs_read_lines" --mcp --root "$dir" \
  --max-request-bytes 1000 --max-result-bytes 2000
fails 'text' '' -32700 'the line is not JSON in UTF-8 with at most 64 levels'
fails '[]' '' -32600 'a message is one JSON object; send batches line by line'
fails "$(head -c 1001 /dev/zero | tr '\0' ' ')" '' -32600 'the message is larger than 1000 bytes'
fails "$(request resources/list '{}')" 1 -32601 "unknown method 'resources/list'"
fails "$(request tools/list '{"cursor":"x"}')" 1 -32602 \
  "there is no page after this one: leave out 'cursor'"
fails "$(request tools/call '{"name":"fs_read_line"}')" 1 -32602 \
  "unknown tool 'fs_read_line'; did you mean 'fs_read_lines'?"
fails "$(request tools/call '{"name":"fs_read_lines","arguments":{"a":1,"a":2}}')" 1 -32600 \
  "the message names 'a' twice"
send '{"jsonrpc":"2.0","id":5,"result":{}}'
send '{"jsonrpc":"2.0","method":"notifications/unknown"}'
cancel 17
call '"big"' fs_read_lines '{"path":"file"}' && receive
[[ $(text_of_answer) == *'"nextOffset":'* && ${#line} -le 2000 ]] || fail "a large result: $line"
call 6 fs_read_lines '{"path":"file","maxBytes":10}' && receive
[[ $(text_of_answer) == *xxxxxxxxxx* ]] || fail "after all that: $line"
end_input
wait_until 'the server outlives its input' is_gone "$server"
[ ! -s server.err ] || fail "stderr: $(cat server.err)"

start_server "$bin/fs_write_file" --mcp --root "$dir" --max-result-bytes 2000
call 1 fs_write_file \
  '{"path":"new","content":"'"$(head -c 3000 /dev/zero | tr '\0' x)"'","dryRun":true}'
receive
large='error: {"error":"the result has '*' bytes, and 2000 are allowed","code":"TOO_LARGE",'*
# shellcheck disable=SC2053 # a pattern
[[ $(text_of_answer) == $large ]] || fail "a result without pages: $line"
end_input

# 2,000 calls at once: one runs at a time, 1,024 wait, in their order; the others are told so.
start_server "$bin/fs_append_file" --mcp --root "$dir"
for id in $(seq 2000); do
  call "$id" fs_append_file '{"path":"log","content":"'"$id"'\n"}'
done > /dev/null &
sender=$!
for _ in $(seq 2000); do receive && echo "$line"; done > answers
wait $sender
[ "$(jq -c .id answers | sort -nu | wc -l)" = 2000 ] || fail 'not every call was answered once'
jq -r 'select(.error).error | "\(.code) \(.message)"' answers | sort -u > errors
[ ! -s errors ] || [ "$(cat errors)" = '-32603 too many calls wait' ] \
  || fail "errors: $(cat errors)"
[ "$(jq -c 'select(.result)' answers | wc -l)" = "$(wc -l < log)" ] \
  || fail 'an answer without its effect'
sort -nc log || fail 'the calls of a tool that writes are not in order'
call 3 fs_append_file '{"path":"other","content":"x"}'
receive
call '3,"id":4' fs_append_file '{}' && receive
[[ $line == *'the message has a name twice'* ]] || fail "two ids: $line"
