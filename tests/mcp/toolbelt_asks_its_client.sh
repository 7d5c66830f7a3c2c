# E1 to E3, E5, legacy: with --approve the client's user is asked by a form, in the stream of the
# call. Anything but an accepted yes is a no that the model reads; others run on meanwhile.
. "$(dirname "$0")/../shell.sh"
needs jq
. "$(dirname "$0")/client.bash"
cd "$dir"
mkdir workspace
echo hello > workspace/a
start_server "$bin/agentcli" mcp -C workspace \
  --tools "$bin/../share/agentcli/tools.json" --approve changes
edit() { # ID FROM TO
  call "$1" fs_edit '{"path":"a","oldString":"'"$2"'","newString":"'"$3"'"}'
}
answer() { # RESULT: to the question that was received last
  send "$(jq -c --argjson result "$1" '{jsonrpc, id, result: $result}' <<< "$line")"
}
# shellcheck disable=SC2053 # it is a pattern
says() { [[ $(text_of_answer) == $1 ]] || fail "$2: $line"; } # PATTERN WHAT

# E5: a client that has not said that it can ask.
for capabilities in '{}' '{"elicitation":{"url":{}}}'; do
  send '{"jsonrpc":"2.0","id":"i","method":"initialize","params":{"protocolVersion":"2025-11-25",'\
'"capabilities":'$capabilities',"clientInfo":{"name":"test","version":"1"}}}'
  receive
  edit 1 hello one && receive
  says "error: *it needs the operator's yes, and the client can't ask*" 'a client that cannot ask'
done
call 1 fs_stat '{"path":"a"}' && receive # E1: it changes nothing
is '.result.isError | not' 'a call that needs no yes'

send '{"jsonrpc":"2.0","id":"i","method":"initialize","params":{"protocolVersion":"2025-06-18",'\
'"capabilities":{"elicitation":{}},"clientInfo":{"name":"test","version":"1"}}}'
receive

# E3: what the terminal would show, and a form.
edit 2 hello one && receive
is '.method == "elicitation/create"' 'the question'
is '.params | keys == ["message", "requestedSchema"]' 'the question'
is '.params.message | contains("fs_edit") and contains("  oldString: hello\n")' 'the call'
is '.params.message | contains("\n    -hello\n    +one")' 'what it would change'
is '.params.requestedSchema.properties.answer.enum == ["yes", "no", "always"]' 'the form'
is '.params.requestedSchema.properties.reason.type == "string"' 'the form'
is '.params.requestedSchema.required == ["answer"]' 'the form'
question=$line
# B5: others run on; a change of the same client waits.
edit 3 one two
call 4 fs_stat '{"path":"a"}' && receive
is '.id == 4 and (.result.isError | not)' 'a call beside one that waits'
line=$question
answer '{"action":"accept","content":{"answer":"yes"}}' && receive
is '.id == 2 and (.result.isError | not)' 'after a yes'
[ "$(cat workspace/a)" = one ] || fail 'the call was not run'

# Each of these is a no.
receive
for result in '{"action":"decline"}' '{"action":"cancel"}' '{"action":"accept"}' '{}' \
  '{"action":"accept","content":{}}' '{"action":"accept","content":{"answer":"YES"}}' \
  '{"action":"accept","content":{"answer":true}}' \
  '{"action":"decline","content":{"answer":"yes"}}'; do
  is '.method == "elicitation/create"' "before $result"
  answer "$result" && receive
  is '.result.isError' "$result"
  edit 5 one two && receive
done
answer '{"action":"accept","content":{"answer":"no","reason":"not on a Friday"}}' && receive
says 'error: *not on a Friday*' 'a no with a reason'
edit 6 one two && receive
send "$(jq -c '{jsonrpc, id, error: {code: -32601, message: "unknown"}}' <<< "$line")" && receive
says 'error: *there was no answer*' 'an error for an answer'
[ "$(cat workspace/a)" = one ] || fail 'a no was not obeyed'

# What has changed while it was read is asked about again.
edit 7 one two && receive
echo more >> workspace/a
answer '{"action":"accept","content":{"answer":"yes"}}' && receive
is '.method == "elicitation/create"' 'a change'
is '.params.message | startswith("this has changed")' 'a change'
answer '{"action":"accept","content":{"answer":"always"}}' && receive
is '.id == 7 and (.result.isError | not)' 'after another yes'

# An "always" is for this call, byte for byte.
echo one > workspace/a
edit 8 one two && receive
is '.id == 8 and (.result.isError | not)' 'always'
edit 9 two one && receive
is '.method == "elicitation/create"' 'another call'
# A call that waits can be cancelled; its question is withdrawn.
number=$(jq .id <<< "$line")
cancel 9 && receive
is ".method == \"notifications/cancelled\" and .params.requestId == $number" 'a withdrawn question'
call 10 fs_stat '{"path":"a"}' && receive
is '.id == 10' 'after a cancelled call'

# 4 KiB: what can't be shown can't be approved. Of a dry run the rest is left out.
long=$(head -c 5000 /dev/zero | tr '\0' x)
call 11 fs_write_file '{"path":"b","content":"'"$long"'"}' && receive
is '.id == 11' 'arguments that are too long'
says 'error: *TOO_LARGE*' 'arguments that are too long'
lines=$(printf 'x\\n%.0s' {1..300})
call 12 fs_write_file '{"path":"Makefile","content":"'"$lines"'"}' && receive
is '.params.message | utf8bytelength <= 4096' 'a long dry run'
is '.params.message | contains("the arguments above are whole")' 'a long dry run'
is '.params.message | contains("\"Makefile\" by make")' 'what is run later beside a long dry run'
[ "$(cat workspace/a)" = two ] || fail 'a call was run'
end_input
wait_until 'the server outlives its input' is_gone "$server"

"$bin/agentcli" audit verify workspace/.agentcli/audit > out || fail 'the audit is broken'
jq -r 'select(.approval) | .approval' workspace/.agentcli/audit/*.log | sort -u > out
for record in 'yes (client)' 'always (client)' 'no (client): not on a Friday' \
  'no (client): declined' 'no (client): closed' "no (client): it can't ask"; do
  grep -qxF "$record" out || fail "the audit lacks: $record"
done
