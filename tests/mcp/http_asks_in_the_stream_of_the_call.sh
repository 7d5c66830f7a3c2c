# E2, E4, E5 by HTTP: the client is asked in the event stream of its POST, and answers in another
# one. Who takes no stream can't be asked; whose connection is lost has said nothing.
. "$(dirname "$0")/../shell.sh"
. "$(dirname "$0")/http.bash"
echo hello > workspace/a
listen -C workspace \
  --tools "$bin/../share/agentcli/tools.json" --approve changes --approve-by client
initialization=${initialization/'"capabilities":{}'/'"capabilities":{"elicitation":{}}'}
begin_session
edit() { # ID FROM TO
  printf '{"jsonrpc":"2.0","id":%s,"method":"tools/call","params":{"name":"fs_edit",' "$1"
  printf '"arguments":{"path":"a","oldString":"%s","newString":"%s"}}}' "${@:2}"
}
begin() { # ID FROM TO: the connection is $call, what comes by it is in the file stream
  dial
  call=$wire
  request POST /mcp "$(edit "$@")" "${posting[@]}" "Mcp-Session-Id: $session" \
    'Connection: close' >&"$call"
  rm -f stream
  timeout 20 cat <&"$call" > stream &
  reader=$!
  wait_until 'it is not asked' grep -q elicitation/create stream
  number=$(sed -n 's/^data: //p' stream | jq 'select(.method == "elicitation/create").id')
}
finish() {
  wait "$reader" || fail 'the stream does not end'
  eval "exec $call>&-"
  line=$(sed -n 's/^data: //p' stream | tail -1)
}
say() { # RESULT
  in_session '{"jsonrpc":"2.0","id":'"$number"',"result":'"$1"'}' && answers 202 'an answer'
}

begin 1 hello one
in_session '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"fs_stat",'\
'"arguments":{"path":"a"}}}'
says '.id == 2 and (.result.isError | not)' 'a call beside one that waits'
# The session of another client can't answer.
other=$session
begin_session
say '{"action":"accept","content":{"answer":"yes"}}'
session=$other
[ "$(cat workspace/a)" = hello ] || fail 'another session has answered'
say '{"action":"accept","content":{"answer":"yes"}}'
finish
is '.id == 1 and (.result.isError | not)' 'after a yes'
[ "$(cat workspace/a)" = one ] || fail 'the call was not run'

begin 3 one two
say '{"action":"decline"}'
finish
is '.id == 3 and .result.isError' 'after a no'

begin 4 one two
in_session '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":4}}'
finish
is '.method == "notifications/cancelled"' 'after a cancellation'

# A lost connection: the call ends, and the next change need not wait for it.
begin 5 one two
kill "$reader"
eval "exec $call>&-"
begin 6 one three
say '{"action":"accept","content":{"answer":"yes"}}'
finish
is '.id == 6 and (.result.isError | not)' 'after a lost connection'

ask POST /mcp "$(edit 7 three four)" "${posting[0]}" 'Accept: application/json' \
  "Mcp-Session-Id: $session"
says '.result.isError' 'without a stream'
line=$(body)
[[ $(text_of_answer) == *"the client can't ask"* ]] || fail "without a stream: $line"

modern tools/call fs_edit '{"path":"a","oldString":"three","newString":"four"}'
answers 400 'modern, a client that cannot ask'
says '.error.code == -32021' 'modern, a client that cannot ask'
meta=${meta/'clientCapabilities":{}'/'clientCapabilities":{"elicitation":{"form":{}}}'}
modern tools/call fs_edit '{"path":"a","oldString":"three","newString":"four"}'
answers 200 'modern'
says '.result.resultType == "input_required" and (.result.requestState | type == "string")' 'modern'
[ "$(cat workspace/a)" = three ] || fail 'a call was run without a yes'
jq -r 'select(.approval) | .approval' workspace/.agentcli/audit/*.log | sort -u > out
for record in 'yes (client)' 'no (client): declined' \
  'no (client): the connection to the client was lost'; do
  grep -qxF "$record" out || fail "the audit lacks: $record"
done
