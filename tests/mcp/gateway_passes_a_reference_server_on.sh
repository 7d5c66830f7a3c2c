# The prompts, resources, completion and subscriptions of npm's server-everything, which uses the
# official SDK, through the gateway to a client of each revision.
. "$(dirname "$0")/../shell.sh"
. "$source/tests/mcp/npm.bash"
from_npm mcp-server-everything
needs jq
. "$(dirname "$0")/client.bash"
cd "$dir"
export HOME=$dir/home XDG_STATE_HOME=$dir/state XDG_CACHE_HOME=$dir/cache XDG_CONFIG_HOME=$dir
mkdir home workspace
echo '{"tools":[]}' > tools.json
jq -n --arg node "$(readlink -f "$AGENTCLI_NPM/node_modules/.bin/node")" \
  --arg file "$AGENTCLI_NPM/node_modules/@modelcontextprotocol/server-everything/dist/index.js" \
  '{mcpServers: {every: {command: $node, args: [$file, "stdio"], sandbox: false}}}' > servers.json
serve() {
  start_server "$bin/agentcli" mcp -C workspace --tools ../tools.json --mcp ../servers.json \
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
text=mcp://every/demo://resource/dynamic/text
for era in old new; do
  serve
  [ $era = new ] || { initialize 2025-11-25 && receive; }
  ask prompts/list ''
  is '[.result.prompts[].name] | contains(["every__simple-prompt", "every__args-prompt"])' 'prompts'
  ask prompts/get '"name":"every__args-prompt","arguments":{"city":"Rome"}'
  is '.result.messages[0].content.text | contains("Rome")' 'a prompt with arguments'
  ask prompts/get '"name":"every__args-prompt","arguments":{}'
  is '.error.code == -32602' 'a prompt without its argument'
  ask prompts/get '"name":"every__resource-prompt","arguments":{"resourceType":"Text",'\
'"resourceId":"1"}'
  is ".result.messages[1].content.resource.uri == \"$text/1\"" 'a prompt with a resource'
  ask resources/list ''
  is '[.result.resources[].uri | select(startswith("mcp://every/demo://"))] | length > 3' \
    'resources'
  ask resources/templates/list ''
  is "[.result.resourceTemplates[].uriTemplate] | contains([\"$text/{resourceId}\"])" 'templates'
  ask resources/read '"uri":"'$text'/1"'
  is ".result.contents[0] | .uri == \"$text/1\" and (.text | startswith(\"Resource 1\"))" 'a text'
  ask resources/read '"uri":"mcp://every/demo://resource/dynamic/blob/1"'
  is '.result.contents[0].blob | length > 0' 'a blob'
  ask resources/read '"uri":"mcp://every/demo://nothing"'
  is '.error.code == -32602' 'an unknown resource'
  ask completion/complete '"ref":{"type":"ref/prompt","name":"every__completable-prompt"},'\
'"argument":{"name":"department","value":"S"}'
  is '.result.completion.values == ["Sales", "Support"]' 'completion'
  if [ $era = old ]; then
    ask resources/subscribe '"uri":"'$text'/1"'
    ask tools/call '"name":"every__toggle-subscriber-updates","arguments":{}'
    receive
    while ! jq -e '.method == "notifications/resources/updated"' > out <<< "$line"; do
      receive
    done
    is ".params.uri == \"$text/1\"" 'an update'
  fi
  end_input
  wait_until 'the server outlives its input' is_gone "$server"
done
