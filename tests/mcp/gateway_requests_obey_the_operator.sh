# Requests for prompts and resources of servers are refused where a call of a tool would be asked
# about, or checked by a hook. They count as calls, and each is in the audit trail.
. "$(dirname "$0")/../shell.sh"
needs jq
. "$(dirname "$0")/client.bash"
cd "$dir"
export XDG_STATE_HOME=$dir/state XDG_CONFIG_HOME=$dir/config
mkdir -p workspace config/agentcli
echo '{"tools":[]}' > tools.json
jq -n --arg peer "$bin/mcp_peer" '{mcpServers: {one: {command: $peer, sandbox: false,
  args: ["--prompts=2", "--templates", "--subscriptions"]}}}' > servers.json
serve() { # ARGUMENT…
  rm -rf workspace/.agentcli
  start_server "$bin/agentcli" mcp -C workspace --tools ../tools.json --mcp ../servers.json \
    --with-servers "$@"
  initialize 2025-11-25 && receive
}
finish() { # the audit trail is ./trail
  end_input
  wait_until 'the server outlives its input' is_gone "$server"
  cat workspace/.agentcli/audit/*.log > trail
}
number=10
ask() { # METHOD PARAMS: without braces; the response is in $line
  number=$((number + 1))
  send '{"jsonrpc":"2.0","id":'$number',"method":"'"$1"'","params":{'"$2"'}}'
  receive
  while [ "$(jq .id <<< "$line")" != "$number" ]; do receive; done
}
read_resource() { ask resources/read '"uri":"mcp://one/test://one"'; }
get_prompt() { ask prompts/get '"name":"one__greet0","arguments":{"who":"'"$1"'"}'; }
complete() { # VALUE
  ask completion/complete '"ref":{"type":"ref/prompt","name":"one__greet1"},'\
'"argument":{"name":"who","value":"'"$1"'"}'
}
subscribe() { ask resources/subscribe '"uri":"mcp://one/test://one"'; }
refuses() { # WORDS WHAT
  is '.error | .code != null and (.message | contains("'"$1"'"))' "$2"
}

serve --approve always
for request in read_resource 'get_prompt Ann' 'complete A' subscribe; do
  $request
  refuses '--approve is always' "$request with --approve always"
done
ask resources/list ''
is '[.result.resources[].uri] | contains(["mcp://one/test://one"])' 'a list'
finish

serve --without-tools mcp_read_resource
read_resource && refuses mcp_read_resource 'a resource without the tool'
subscribe && refuses mcp_read_resource 'a subscription without the tool'
get_prompt Ann && is .result.messages 'a prompt without the tool'
finish

echo '{"hooks":{"before-call":[{"command":["/bin/true"],"tools":["mcp_read_resource"],
  "sandbox":false}]}}' > config/agentcli/config.json
serve
read_resource && refuses before-call 'a resource that a hook should see'
get_prompt Ann && is .result.messages 'a prompt that no hook is about'
finish
rm config/agentcli/config.json

serve --max-tool-calls 3
read_resource && is .result.contents 'the first of three'
get_prompt Ann && is .result.messages 'the second'
complete A && is .result.completion 'the third'
for request in read_resource 'get_prompt Ann' 'complete A' subscribe; do
  $request
  refuses 'no more than 3 calls' "$request beyond the limit"
done
call 1 one__echo '{"text":"on"}' && receive
[[ $(text_of_answer) == *'no more than 3 calls'* ]] || fail "a call beyond the limit: $line"
finish

serve
get_prompt Ann
get_prompt Bob
complete Cid
subscribe && is '.result == {}' 'a subscription'
call 1 one__echo '{"text":"on"}' && receive
send '{"jsonrpc":"2.0","id":"s","method":"resources/read",'\
'"params":{"uri":"mcp://one/test://silent"}}'
finish
jq -s 'map(select(.tool != null))' trail > lines
jq -e 'map([.tool, .mcp.prompt // .mcp.uri // .mcp.tool]) == [["prompts/get", "greet0"],
  ["prompts/get", "greet0"], ["completion/complete", "greet1"],
  ["resources/subscribe", "test://one"], ["one__echo", "echo"],
  ["resources/read", "test://silent"]]' lines > out || fail "the lines: $(cat lines)"
jq -e 'map(.requestSha256) | length == (unique | length)' lines > out || fail 'the hashes'
jq -e '.[5] | .failure != null and .mcp.era == "legacy"' lines > out \
  || fail 'the line of what was not answered'
jq -e -s 'map(select(.end != null)) | length == 1 and .[0].calls == 6' trail > out \
  || fail "the end: $(tail -1 trail)"

serve
get_prompt Ann
finish
jq -e -s 'map(select(.end != null)) | length == 1 and .[0].calls == 1' trail > out \
  || fail "the end of prompts alone: $(tail -1 trail)"
