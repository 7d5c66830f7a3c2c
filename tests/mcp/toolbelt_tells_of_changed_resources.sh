# Clients that subscribe to a file or directory of the workspace are told when it changes, comes or
# goes: by resources/subscribe in a session over stdio, by subscriptions/listen in the modern era.
. "$(dirname "$0")/../shell.sh"
. "$(dirname "$0")/http.bash"
export HOME=$dir XDG_CONFIG_HOME=$dir/config XDG_STATE_HOME=$dir/state
mkdir -p workspace/.git workspace/d/src workspace/d/build outside
echo /d/build/ > workspace/.gitignore
echo one > workspace/d/src/file
echo one > workspace/d/src/other
ln -s ../outside workspace/link
resources() { # ID METHOD URI
  send '{"jsonrpc":"2.0","id":'"$1"',"method":"resources/'"$2"'","params":{"uri":"'"$3"'"}}'
  receive
}
updated='notifications/resources/updated'
hears() { # URI: of what has changed
  receive
  is '.method == "'$updated'" and .params == {"uri":"workspace:///'"$1"'"}' "a change of $1"
}
hears_nothing() { # what comes next is the answer to a request
  sleep 0.6
  send '{"jsonrpc":"2.0","id":"p","method":"ping"}' && receive
  is '.id == "p"' "$1"
}

start_server "$bin/agentcli" mcp -C workspace --tools "$bin/../share/agentcli/tools.json"
initialize 2025-11-25 && receive
resources 1 subscribe workspace:///d/src/file
is '.id == 1 and .result == {}' 'a subscription'
resources 2 subscribe workspace:///d/src
is '.id == 2 and .result == {}' 'a directory'
echo two >> workspace/d/src/other
hears_nothing 'another file'
for number in 1 2 3 4 5; do echo "$number" >> workspace/d/src/file; done
hears d/src/file
hears_nothing 'changes that were merged'
echo new > workspace/d/src/file.new
hears d/src
mv workspace/d/src/file.new workspace/d/src/file
receive; first=$line; receive # in any order
[ "$(printf '%s\n' "$first" "$line" | jq -r .params.uri | sort | tr '\n' ' ')" \
  = 'workspace:///d/src workspace:///d/src/file ' ] || fail "a file that is replaced: $first $line"
resources 3 unsubscribe workspace:///d/src
is '.id == 3 and .result == {}' 'the end of a subscription'
rm workspace/d/src/file
hears d/src/file
echo again > workspace/d/src/file
hears d/src/file
rm -r workspace/d/src
hears d/src/file
mkdir workspace/d/src
echo again > workspace/d/src/file
hears d/src/file
resources 4 unsubscribe workspace:///d/src/file
echo more >> workspace/d/src/file
hears_nothing 'a subscription that has ended'

# A directory above is renamed, out of the workspace.
mkdir -p workspace/p/q
echo one > workspace/p/q/f
resources 4 subscribe workspace:///p/q/f
is '.id == 4 and .result == {}' 'a file in p/q'
mv workspace/p moved
hears p/q/f
echo two > moved/q/f
hears_nothing 'a file outside of the workspace'
mv moved workspace/p
hears p/q/f
echo three > workspace/p/q/f
hears p/q/f
resources 4 unsubscribe workspace:///p/q/f

mkdir workspace/d/rules
head -c 600000 /dev/zero | tr '\0' x > workspace/d/rules/.gitignore
resources 5 subscribe workspace:///d/rules/a
is '.error | .code == -32602 and (.message | contains("too large"))' 'large ignore rules'
deep=$(printf 'n/%.0s' {1..64})a
mkdir -p "workspace/${deep%/a}"
resources 5 subscribe "workspace:///$deep"
is '.error | .code == -32602 and (.message | contains("64 names"))' 'a deep path'

for uri in workspace:///../outside/a workspace:///link/a workspace:///absent/a \
  file:///etc/passwd; do
  resources 5 subscribe "$uri"
  is '.id == 5 and .error.code == -32002' "$uri"
done
for uri in workspace:///d/build/a workspace:///.git/HEAD; do
  resources 6 subscribe "$uri"
  is '.id == 6 and .error.code == -32602' "$uri"
done
for number in $(seq 64); do
  resources "$((100 + number))" subscribe "workspace:///d/src/n$number"
  is '.result == {}' "subscription $number"
done
resources 7 subscribe workspace:///d/src/file
is '.error | .code == -32602 and (.message | contains("at most 64"))' 'too many subscriptions'
touch workspace/unheard
hears_nothing 'a list that nobody has asked for'
send '{"jsonrpc":"2.0","id":8,"method":"resources/list"}' && receive
is '.id == 8 and .result.resources' 'the list'
touch workspace/new
receive
is '. == {"jsonrpc":"2.0","method":"notifications/resources/list_changed"}' 'the list'
end_input
wait_until 'the server outlives its input' is_gone "$server"

listen -C workspace --tools "$bin/../share/agentcli/tools.json"
modern resources/list
modern_fields subscriptions/listen
dial
filter='{"resourcesListChanged":true,'
filter+='"resourceSubscriptions":["workspace:///d/src/file","workspace:///d/build/a"]}'
body='{"jsonrpc":"2.0","id":5,"method":"subscriptions/listen",'
body+='"params":{"notifications":'"$filter,$meta"'}}'
request POST /mcp "$body" "${posting[@]}" "${fields[@]}" >&"$wire"
heard() { # FILTER WHAT
  line=
  until [[ $line == data:* ]]; do read -r -t 20 line <&"$wire" || fail "$2: no message"; done
  line=${line#data: }
  is "$1" "$2"
}
heard '.params.notifications
  == {"resourcesListChanged":true,"resourceSubscriptions":["workspace:///d/src/file"]}' \
  'the first message'
echo three >> workspace/d/src/file
heard '.method == "'$updated'" and .params.uri == "workspace:///d/src/file"
  and .params._meta == {"io.modelcontextprotocol/subscriptionId":5}' 'a change by HTTP'
rm workspace/new
heard '.method == "notifications/resources/list_changed"' 'the list by HTTP'
hang_up
