# A host that says so in its first message shows the forms and pages of servers; those of another
# host are declined.
. "$(dirname "$0")/../../shell.sh"
needs jq
export HOME=$dir/home XDG_STATE_HOME=$dir/state XDG_CONFIG_HOME=$dir/config
mkdir -p "$HOME" "$dir/work"
cd "$dir/work"
echo '{"tools":[]}' > tools.json
cat > servers.json << END
{"mcpServers":{"peer":{"command":"$bin/mcp_peer","args":["--asks"],"sandbox":false}}}
END
. "$source/tests/runner/host/host.bash"

begin_host '{"do":"begin","channel":2,"serverAsks":["form","url"]}'
call c1 peer__ask && receive ask
is '.kind == "form" and .server == "peer" and .message == "Which?"
  and .schema.properties.number.type == "integer"' 'a form'
ask=$line
answer '{"verdict":"yes"}' && receive error
is '.text | contains("of kind form")' 'an answer of another kind'
line=$ask
answer '{"action":"accept","content":{"number":7}}' && receive result
is '.content | contains("\"content\":{\"number\":7}")' 'an accepted form'
call c2 peer__page && receive ask
is '.kind == "open-url" and .host == "example.com" and .url == "https://example.com/in?a=1"
  and .message == "Sign in"' 'a page'
answer '{"action":"cancel"}' && receive result
is '.content | contains("\"action\":\"cancel\"")' 'a page that is dismissed'
call c3 peer__ask && receive ask
send '{"do":"interrupt"}' && receive asked
is '.kind == "form" and .state == "withdrawn"' 'a form of a call that was interrupted'
quits

begin_host '{"do":"begin","channel":2}'
call c1 peer__ask && receive result
is '.content | contains("\"action\":\"decline\"")' 'a host that shows no forms'
quits
