# The linter of Redocly has no warnings for /openapi.json, and a client works with the types that
# openapi-typescript generates from it.
. "$(dirname "$0")/../../shell.sh"
. "$source/tests/mcp/npm.bash"
from_npm redocly openapi-typescript tsc
. "$(dirname "$0")/server.bash"
says hello > "$dir/talk"
serve --replay "$dir/talk"
ask GET /openapi.json
is 200 '.openapi == "3.1.0"' 'OpenAPI'
printf '%s' "$answer" > openapi.json
stop
export REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true
quietly 60 redocly lint openapi.json --format json > out 2> err || fail 'it has errors'
jq -e '.totals.errors == 0 and .totals.warnings == 0' out > /dev/null || fail 'it has warnings'
quietly 60 openapi-typescript openapi.json -o types.ts > out 2>&1 || fail 'no types'

# A client that handles each event and ask compiles under --strict and works. Mistakes do not
# compile.
cp "$source"/tests/runner/server/clients/{typed,mistyped}.ts .
quietly 60 tsc --strict --noEmit mistyped.ts > out 2>&1 || fail 'mistakes compile'
quietly 60 tsc --strict --target es2022 --module commonjs typed.ts > out 2>&1 ||
  fail 'a client does not compile'
{ calls c1 open_orders '{"customer":4711}' | jq -c ".asked += [$any_user]" # with the context
  then_says c1 'Order 9 is late.'; } > "$dir/talk"
serve --replay "$dir/talk" --listen 127.0.0.1:0
url=$(jq -r '.listen[0].url' "$dir/listening")
token=$(cat "$(jq -r '.listen[0].tokenFile' "$dir/listening")")
quietly 60 node typed.js "$url" "$token" > out 2> err || fail 'the client fails'
for line in 'BAD_REQUEST GET /v1/profiles' 'ask approval' 'ask hostTool' 'asked approval answered' \
  'asked hostTool answered' 'result \[{"id":9,"customer":4711}\]' 'turn answered true' \
  'end ended answered' 'all start false' 'all begun 26' 'all ask hostTool' \
  'all end ended answered'; do
  grep -q "^$line" out || fail "the client does not print: $line"
done
stop
[ "$status" = 0 ] || fail "it ends with $status"
