# clients/typescript/agentcli.ts compiles under strict options, and has the conversations of
# conversations.ts with a child process, with a server at a Unix socket whose connections are cut,
# and with a server at a port.
. "$(dirname "$0")/../../shell.sh"
. "$source/tests/mcp/npm.bash"
from_npm tsc
needs python3
. "$source/tests/runner/server/server.bash"
cp "$source/clients/typescript/agentcli.ts" "$source/tests/clients/typescript/conversations.ts" .
echo '{"type":"module"}' > package.json
quietly 120 tsc --strict --noUnusedLocals --noImplicitOverride --exactOptionalPropertyTypes \
  --noUncheckedIndexedAccess --noPropertyAccessFromIndexSignature --verbatimModuleSyntax \
  --erasableSyntaxOnly --rewriteRelativeImportExtensions --target es2022 --module nodenext \
  --typeRoots "$AGENTCLI_NPM/node_modules/@types" --types node --outDir built \
  agentcli.ts conversations.ts > out 2>&1 || fail 'it does not compile'

converse() { # [URL [TOKEN]]
  quietly 240 node built/conversations.js "$bin/agentcli" "$dir/talk" "$@" > out 2> err ||
    fail "conversations ${1:-of a child process}"
}
converse
: > "$dir/talk"
serve --replay "$dir/talk" --listen "unix:$socket" --listen 127.0.0.1:0
cut_connections "$dir/cut.sock"
converse "unix://$dir/cut.sock"
port() { jq -r --arg field "$1" '.listen[] | select(.tokenFile)[$field]' "$dir/listening"; }
converse "$(port url)" "$(cat "$(port tokenFile)")"
stop
[ "$status" = 0 ] || fail "the server ends with $status"
