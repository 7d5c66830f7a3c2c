# B10: each client is given what starts the server, in its own form, with absolute paths.
. "$(dirname "$0")/../shell.sh"
needs jq
cd "$dir"
mkdir workspace
export HOME="$dir/home"
command='["'"$bin"'/agentcli","mcp","-C","'"$dir"'/workspace","--tools","'"$dir"'/tools.json"]'
shown() { "$bin/agentcli" mcp config "$@" -C workspace --tools ../tools.json; }
is() { # CLIENT FILTER: the command
  [ "$(shown $1 | jq -c "$2")" = "$command" ] || fail "$1: $(shown $1)"
}
usual='[.command] + .args'
is '' ".mcpServers.agentcli | $usual"
is claude-code ".mcpServers.agentcli | select(.type == \"stdio\") | $usual"
is gemini ".mcpServers.agentcli | $usual"
is opencode '.mcp.agentcli | select(.type == "local" and .enabled) | .command'
is vscode ".servers.agentcli | select(.type == \"stdio\") | $usual"
is zed ".context_servers.agentcli | $usual"
cat > expected << END
[mcp_servers.agentcli]
command = "$bin/agentcli"
args = $(jq -c '.[1:]' <<< "$command")
END
shown codex | cmp -s expected - || fail "codex: $(shown codex)"
! shown unknown > out 2> err || fail 'an unknown client'
grep -q 'claude-code' err || fail 'the clients are not named'

# What is printed is what a client starts.
"$bin/agentcli" mcp config -C workspace | jq -r '.mcpServers.agentcli | .command, .args[]' > words
mapfile -t words < words
cd /
"${words[@]}" <<< '{"jsonrpc":"2.0","id":1,"method":"ping"}' > "$dir/out" || fail 'no server'
answer=$(cat "$dir/out")
[ "$answer" = '{"jsonrpc":"2.0","id":1,"result":{}}' ] || fail "the server answers $answer"
