# The npm packages openai, @ai-sdk/openai and @langchain/openai have conversations with the server:
# text, streams, tools over three requests, an answer of a form, an abort, and a failure after a
# call of a tool that they do not repeat.
. "$(dirname "$0")/../../shell.sh"
. "$source/tests/mcp/npm.bash"
from_npm
for package in openai @ai-sdk/openai ai @langchain/openai; do
  [ -e "$AGENTCLI_NPM/node_modules/$package" ] || skip "AGENTCLI_NPM has no $package"
done
. "$(dirname "$0")/../server/server.bash"
: > "$dir/talk"
serve --replay "$dir/talk" --listen 127.0.0.1:0 --listen "unix:$socket"
url=$(jq -r '.listen[0].url' "$dir/listening")
token=$(cat "$(jq -r '.listen[0].tokenFile' "$dir/listening")")
quietly 90 node "$source/tests/runner/facade/clients/sdks.mjs" "${url%/}" "$token" "$dir/talk" \
  "$AGENTCLI_NPM" > out 2> err || fail 'the conversations'
[ "$(wc -l < out)" = 5 ] || fail 'a client is missing'
stop
[ "$status" = 0 ] || fail "it ends with $status"
