# The first example of "Other servers" in docs/mcp.md, as it is there: one command downloads a
# server with npx, the other one has it write into the workspace without the network. Before, the
# start fails and names the first command, which needs an empty cache.
. "$(dirname "$0")/../shell.sh"
needs npx jq
export HOME=$dir/home XDG_STATE_HOME=$dir/state XDG_CONFIG_HOME=$dir/config
export XDG_CACHE_HOME=$dir/cache
mkdir -p "$HOME" "$dir/work"
cd "$dir/work"
page=$source/docs/mcp.md
sed -n '/^## Other servers/,/^## /p' "$page" > section
sed -n '/^```json$/,/^```$/p' section | sed '1d;/^```$/,$d' > servers.json
jq -e '.mcpServers.files.command == "npx"' servers.json > /dev/null || fail 'the example'
sed -n '/^```text$/,/^```$/p' section | sed '1d;/^```$/,$d' > session
grep '^\$ ' session | sed 's/^\$ //' > commands
grep -v '^\$ ' session > expected
[ "$(wc -l < commands)" = 2 ] || fail 'the commands of the example'
agentcli() { timeout -k 5 120 "$bin/agentcli" "$@" < /dev/null; }

agentcli mcp check files --mcp servers.json > out 2> err && fail 'it starts without its package'
grep -qF "'agentcli mcp warm files'" out || fail 'the hint names no command'
grep -qF "'agentcli mcp forget files'" out || fail 'the hint does not say how the cache is emptied'
agentcli mcp warm files --mcp servers.json > out 2> err && fail 'it has the network and a cache'
grep -q 'its cache is not empty' err || fail 'why it is not started with the network'
agentcli mcp forget files --mcp servers.json || fail 'the cache of a failed start'
: > printed
while read -r command; do
  eval "$command" >> printed 2> err || {
    ! grep -qE 'ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ECONNRESET|E50[234]' err ||
      skip 'the npm registry cannot be reached'
    fail "$command"
  }
done < commands
diff expected printed > out || fail 'the output differs'
[ "$(cat report.md)" = 'done' ] || fail 'the file'
[ "$(find "$dir" -name report.md)" = "$dir/work/report.md" ] || fail 'a file elsewhere'

# Another sandbox finds the same cache.
sed 's/"workspace": "write"/"workspace": "read"/' servers.json > read.json
mv read.json servers.json
agentcli mcp call files write_file '{"path":"report.md","content":"other"}' --mcp servers.json \
  > out 2> err && fail 'it writes'
grep -q EROFS out && grep -q PERMISSION_DENIED out || fail 'a write that is denied'
agentcli mcp call files read_text_file '{"path":"report.md"}' --mcp servers.json > out 2> err ||
  fail 'a read'
grep -q '^done$' out || fail 'what it reads'
agentcli mcp forget files --mcp servers.json || fail 'mcp forget'
[ -z "$(ls "$dir/cache/agentcli/mcp")" ] || fail 'the cache is left'
