# agentcli mcp --with-servers passes on prompts, resources, templates, completion and subscriptions
# of servers, across both revisions of the protocol. What is not found, or is malformed, is an error
# of the client's revision.
. "$(dirname "$0")/../shell.sh"
needs jq
. "$(dirname "$0")/client.bash"
cd "$dir"
export XDG_STATE_HOME=$dir/state XDG_CONFIG_HOME=$dir/config
mkdir workspace
echo '{"tools":[]}' > tools.json
jq -n --arg peer "$bin/mcp_peer" \
  '["--prompts=2", "--templates", "--subscriptions"] as $args | {mcpServers: {
  old: {command: $peer, args: $args, sandbox: false},
  new: {command: $peer, args: ($args + ["--modern"]), sandbox: false},
  none: {command: $peer, sandbox: false},
  asks: {command: $peer, args: $args, sandbox: false, approve: true}}}' > servers.json
serve() { # FILE
  start_server "$bin/agentcli" mcp -C workspace --tools ../tools.json --mcp "../$1" \
    --with-servers
}
mcp=io.modelcontextprotocol
meta='"_meta":{"'$mcp'/protocolVersion":"2026-07-28","'$mcp'/clientCapabilities":{}}'
number=10
ask() { # METHOD PARAMS: without braces; the response is in $line
  number=$((number + 1))
  local params=$2
  [ $era = old ] || params+="${params:+,}$meta"
  send '{"jsonrpc":"2.0","id":'$number',"method":"'"$1"'","params":{'"$params"'}}'
  receive
  while [ "$(jq .id <<< "$line")" != "$number" ]; do receive; done
}
make() { # SERVER TOOL ARGUMENTS
  ask tools/call '"name":"'"$1__$2"'","arguments":'"$3"
}
not_found() { [ $era = old ] && echo -32002 || echo -32602; }

for era in old new; do
  serve servers.json
  if [ $era = old ]; then
    initialize 2025-11-25 && receive
    is '.result.capabilities | .prompts.listChanged and .resources.listChanged
      and .resources.subscribe and has("completions")' 'the capabilities'
  fi
  ask prompts/list ''
  is '[.result.prompts[].name] == ["old__greet0", "old__greet1", "new__greet0", "new__greet1",
    "asks__greet0", "asks__greet1"]' 'the prompts'
  is '.result.prompts[0].arguments[0] == {name: "who", required: true}' 'their arguments'
  ask resources/list ''
  is '[.result.resources[].uri | select(startswith("mcp:"))]
    == ["mcp://old/test://one", "mcp://new/test://one", "mcp://asks/test://one"]' 'the resources'
  ask resources/templates/list ''
  is '[.result.resourceTemplates[].uriTemplate] | contains(["mcp://old/test://{+path}"])' \
    'the templates'
  for name in old new; do
    ask prompts/get '"name":"'$name'__greet0","arguments":{"who":"Ann"}'
    is '.result.messages[0] == {role: "user", content: {type: "text", text: "Greet Ann!"}}' \
      "a prompt of $name"
    is ".result.messages[1].content.resource.uri == \"mcp://$name/test://one\"" 'its resource'
    ask resources/read '"uri":"mcp://'$name'/test://one"'
    is ".result.contents == [{uri: \"mcp://$name/test://one\", mimeType: \"text/plain\",
      text: \"the text of test://one\"}]" "a resource of $name"
    ask resources/read '"uri":"mcp://'$name'/test://missing"'
    is ".error.code == $(not_found)" "a missing resource of $name"
    ask completion/complete '"ref":{"type":"ref/prompt","name":"'$name'__greet1"},'\
'"argument":{"name":"who","value":"A"},"context":{"arguments":{"how":"loud"}}'
    is '.result.completion == {values: ["A1", "greet1 who{\"how\":\"loud\"}"], total: 2,
      hasMore: false}' "completion of a prompt of $name"
    ask completion/complete '"ref":{"type":"ref/resource","uri":"mcp://'$name'/test://{+path}"},'\
'"argument":{"name":"path","value":"o"}'
    is '.result.completion.values == ["o1", "test://{+path} path{}"]' 'completion of a template'
  done
  ask resources/read '"uri":"mcp://nobody/test://one"'
  is ".error.code == $(not_found)" 'a resource of an unknown server'
  for name in old__greet9 nobody__greet0 none__greet0; do
    ask prompts/get '"name":"'$name'"'
    is '.error.code == -32602' "the unknown prompt $name"
  done
  ask resources/read '"uri":"mcp://none/test://one"'
  is '.error.code == -32602' 'a resource of a server without resources'
  for request in 'resources/read "uri":"mcp://asks/test://one"' \
    'prompts/get "name":"asks__greet0"'; do
    ask "${request%% *}" "${request#* }"
    is '.error | .code == -32603 and (.message | contains("approve"))' 'approval'
  done
  ask resources/read '"uri":"mcp://old/test://ghp_0123456789abcdefghijklmnopqrstuvwxyz"'
  is '.error.code == -32603' 'a secret in a URI'

  end_input
  wait_until 'the server outlives its input' is_gone "$server"
done

# The tools for the model have the prefix, too. They need a yes if any entry wants one.
jq 'del(.mcpServers.asks)' servers.json > fewer.json
era=old
serve fewer.json
initialize 2025-11-25 && receive
ask tools/call '"name":"mcp_read_resource","arguments":{"server":"old",'\
'"uri":"mcp://old/test://one"}'
is '.result.content[0].resource
  | .uri == "mcp://old/test://one" and .text == "the text of test://one"' 'the tool'
ask tools/call '"name":"mcp_list_resources","arguments":{"server":"old"}'
is '.result.content[0].text | fromjson | .resources[0].uri == "mcp://old/test://one"' 'its list'
ask tools/call '"name":"mcp_read_resource","arguments":{"server":"old",'\
'"uri":"mcp://old/mcp://old/index"}'
is '.result.content[0].resource.text == "the text of mcp://old/index"' 'a URI with two prefixes'
ask resources/read '"uri":"mcp://old/test://one","ref":{"type":"ref/prompt","name":1},"name":2'
is '.result.contents[0].text == "the text of test://one"' 'members of another method'
end_input
wait_until 'the server outlives its input' is_gone "$server"

# A client with a session subscribes, and is told of no other resource.
era=old
serve servers.json
initialize 2025-11-25 && receive
updated() { # SERVER URI
  make "$1" notify '{"method":"notifications/resources/updated","params":{"uri":"'"$2"'"}}'
}
is_subscribed() { # SERVER URIS
  make "$1" subscribed '{}'
  [ "$(text_of_answer)" = "$2" ]
}
for name in old new; do
  ask resources/subscribe '"uri":"mcp://'$name'/test://one"'
  is '.result == {}' "a subscription at $name"
  wait_until "$name does not know of it" is_subscribed $name '["test://one"]'
  updated $name test://two
  call 1 ${name}__notify \
    '{"method":"notifications/resources/updated","params":{"uri":"test://one"}}'
  receive && first=$line && receive
  printf '%s\n' "$first" "$line" | grep -F '"method":"notifications/resources/updated"' > update \
    || fail "no update: $first $line"
  jq -e ".params.uri == \"mcp://$name/test://one\"" update > out || fail "an update: $(cat update)"
  ask resources/unsubscribe '"uri":"mcp://'$name'/test://one"'
  is '.result == {}' 'its end'
  wait_until "$name does not know of the end" is_subscribed $name '[]'
done
ask resources/subscribe '"uri":"mcp://nobody/test://one"'
is '.error.code == -32002' 'a subscription to an unknown server'
ask resources/subscribe '"uri":"mcp://none/test://one"'
is '.error.code == -32602' 'a subscription at a server without resources'
for count in $(seq 257); do
  ask resources/subscribe '"uri":"mcp://old/test://'$count'"'
done
is '.error.code == -32602' 'the 257th subscription'

# Changes of lists.
ask prompts/list ''
for name in old new; do
  call 1 ${name}__notify '{"method":"notifications/prompts/list_changed"}'
  receive && first=$line && receive
  printf '%s\n' "$first" "$line" | grep -qF '"notifications/prompts/list_changed"' \
    || fail "no news of the prompts of $name: $first $line"
  ask prompts/list ''
done
end_input
wait_until 'the server outlives its input' is_gone "$server"

# A client without sessions listens.
era=new
serve servers.json
ask prompts/list ''
send '{"jsonrpc":"2.0","id":"l","method":"subscriptions/listen","params":{"notifications":{'\
'"promptsListChanged":true,"resourceSubscriptions":["mcp://old/test://one","mcp://new/test://one",'\
'"mcp://nobody/x"]},'"$meta"'}}'
receive
is '.method == "notifications/subscriptions/acknowledged" and .params.notifications
  == {promptsListChanged: true,
      resourceSubscriptions: ["mcp://new/test://one", "mcp://old/test://one"]}' 'what is agreed'
for name in old new; do
  wait_until "$name does not know of it" is_subscribed $name '["test://one"]'
  for method in resources/updated prompts/list_changed; do
    send '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"'$name'__notify",'\
'"arguments":{"method":"notifications/'$method'","params":{"uri":"test://one"}},'"$meta"'}}'
    receive && first=$line && receive
    printf '%s\n' "$first" "$line" | grep -F '"method":"notifications/'$method'"' > news \
      || fail "no news of $name: $first $line"
    jq -e '.params._meta["'$mcp'/subscriptionId"] == "l"' news > out || fail "news: $(cat news)"
  done
  jq -e -s '.[0].method == "notifications/prompts/list_changed"' news > out || fail 'the list'
  ask prompts/list ''
done
cancel '"l"'
for name in old new; do
  wait_until "$name does not know of the end" is_subscribed $name '[]'
done

cat workspace/.agentcli/audit/*.log > trail
jq -e -s 'map(select(.tool == "prompts/get" and .mcp.server == "old" and .failure == null))[0]
  | .mcp.prompt == "greet0" and .mcp.era == "legacy" and .via.transport == "stdio"
    and (.answerSha256 | length == 64)' trail > out || fail 'the line of a prompt'
jq -e -s 'map(select(.tool == "resources/read" and .mcp.server == "new"))
  | .[0].mcp.uri == "test://one" and .[0].failure == null and .[1].failure != null' trail > out \
  || fail 'the lines of resources'
