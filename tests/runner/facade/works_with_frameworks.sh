# LangGraph and the OpenAI Agents SDK get the same results from a profile as from the server of its
# model: two rounds of calls, a replayed checkpoint, and a handoff.
. "$(dirname "$0")/../../shell.sh"
. "$source/tests/mcp/npm.bash"
from_npm
for package in @langchain/langgraph @openai/agents zod; do
  [ -e "$AGENTCLI_NPM/node_modules/$package" ] || skip "AGENTCLI_NPM has no $package"
done
. "$(dirname "$0")/../server/server.bash"
needs python3
start_server "$source/tests/model.py" "$dir/requests"
direct=http://127.0.0.1:$port/v1
serve --base-url "$direct" --model m --tools none --listen 127.0.0.1:0
url=$(jq -r '.listen[0].url' "$dir/listening")
token=$(cat "$(jq -r '.listen[0].tokenFile' "$dir/listening")")
quietly 90 node "$source/tests/runner/facade/clients/frameworks.mjs" "${url%/}" "$token" \
  "$AGENTCLI_NPM" "$direct" > out 2> err || fail 'the frameworks'
[ "$(wc -l < out)" = 3 ] || fail 'a flow is missing'
stop
[ "$status" = 0 ] || fail "it ends with $status"
