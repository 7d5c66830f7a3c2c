# EventSources of npm whose connections are cut at random resume, and have read the log in the end,
# byte for byte; 204 ends them. AGENTCLI_STREAMS is how many [100].
. "$(dirname "$0")/../../shell.sh"
. "$source/tests/mcp/npm.bash"
from_npm
module=$AGENTCLI_NPM/node_modules/eventsource/dist/index.js
[ -e "$module" ] || skip 'AGENTCLI_NPM has no eventsource'
. "$(dirname "$0")/server.bash"
says "$(seq 300)" > "$dir/talk"
serve --replay "$dir/talk"
ask POST /v1/runs '{"prompt":"go"}' -H 'Prefer: wait=20'
is 200 '.state == "ended"' 'the run'
id=$(jq -r .id <<< "$answer")
streams=${AGENTCLI_STREAMS:-100}
quietly 300 node "$source/tests/runner/server/clients/eventsource.mjs" "$module" "$socket" \
  "$id" "$state/runs/$id/events.ndjson" "$streams" > out 2> err || fail 'the streams'
jq -e --argjson streams "$streams" '.whole == $streams and .cuts > $streams / 4' out > /dev/null ||
  fail 'too few'
stop
[ "$status" = 0 ] || fail "it ends with $status"
