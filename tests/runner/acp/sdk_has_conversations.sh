# The client of the TypeScript SDK of the protocol has conversations with `agentcli acp`: approval,
# cancellation, modes, and sessions that are closed, loaded, resumed and deleted. Each message of
# both sides is valid by the published schema.
. "$(dirname "$0")/../../shell.sh"
. "$source/tests/mcp/npm.bash"
from_npm
sdk=$AGENTCLI_NPM/node_modules/@agentclientprotocol/sdk
[ -e "$sdk" ] || skip 'AGENTCLI_NPM has no @agentclientprotocol/sdk'
needs python3
python3 -c 'import jsonschema' 2> /dev/null || skip 'there is no python3-jsonschema'
export HOME=$dir/home XDG_STATE_HOME=$dir/state
mkdir "$HOME" "$dir/work"
cd "$dir"
messages="python3 -B $source/tests/runner/acp/clients/messages.py"
quietly 60 node "$source/tests/runner/acp/clients/sdk.mjs" "$sdk/dist/v1/stable/acp.js" \
  "$dir/work" "$dir/talk" $messages record log "$bin/agentcli" acp --system '' \
  --replay "$dir/talk" > out 2> err || fail 'the conversation'
[ "$(cat work/a.txt)" = one ] || fail 'the file'
$messages check "$sdk/schema/v1/schema.json" log > out 2>&1 || fail 'a message is not valid'
