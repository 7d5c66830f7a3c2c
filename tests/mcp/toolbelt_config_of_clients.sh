# B10: each client is given what starts the server, in its own form, with absolute paths.
. "$(dirname "$0")/../shell.sh"
needs jq python3 script
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
for client in claude-desktop cline cursor jetbrains windsurf; do
  is $client ".mcpServers.agentcli | $usual"
done
is gemini ".mcpServers.agentcli | select(.trust == true) | $usual"
is opencode '.mcp.agentcli | select(.type == "local" and .enabled) | .command'
is vscode ".servers.agentcli | select(.type == \"stdio\") | $usual"
is zed ".context_servers.agentcli | $usual"
cat > expected << END
[mcp_servers.agentcli]
command = "$bin/agentcli"
args = $(jq -c '.[1:]' <<< "$command")
default_tools_approval_mode = "approve"
END
shown codex | cmp -s expected - || fail "codex: $(shown codex)"
! shown unknown > out 2> err || fail 'an unknown client'
grep -q 'claude-code' err || fail 'the clients are not named'
! shown claude > out 2> err || fail 'a client that does not exist'
grep -q "did you mean 'claude-code' or 'claude-desktop'" err || fail "no suggestion: $(cat err)"
shown goose | python3 -c '
import json, sys, yaml
entry = yaml.safe_load(sys.stdin)["extensions"]["agentcli"]
assert (entry["type"], entry["enabled"], entry["name"]) == ("stdio", True, "agentcli"), entry
assert [entry["cmd"], *entry["args"]] == json.loads(sys.argv[1]), entry' "$command" || fail 'goose'

# On a terminal, a note has the command by which the client adds it itself.
mkdir "$dir/a b"
for client in claude codex; do
  name=$client
  [ $client = codex ] || name=claude-code
  script -qec "'$bin/agentcli' mcp config $name -C 'a b'" /dev/null < /dev/null > out
  grep -q "or run: $client mcp add agentcli -- $bin/agentcli mcp -C '$dir/a b'" out ||
    fail "$client: $(cat out)"
done
script -qec "'$bin/agentcli' mcp config gemini -C workspace" /dev/null < /dev/null > out
grep -q 'lets Gemini CLI call these tools without a question' out || fail "gemini: $(cat out)"

# What is printed is what a client starts.
"$bin/agentcli" mcp config -C workspace | jq -r '.mcpServers.agentcli | .command, .args[]' > words
mapfile -t words < words
cd /
"${words[@]}" <<< '{"jsonrpc":"2.0","id":1,"method":"ping"}' > "$dir/out" || fail 'no server'
answer=$(cat "$dir/out")
[ "$answer" = '{"jsonrpc":"2.0","id":1,"result":{}}' ] || fail "the server answers $answer"
