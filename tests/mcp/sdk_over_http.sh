# H3, H6 to H9, P4: the client of the TypeScript SDK is served over HTTP in both eras: each answer
# is whole, 100 calls at once are answered, progress restarts the clock of the client, and a call
# that it cancels ends with all of its processes.
. "$(dirname "$0")/../shell.sh"
. "$source/tests/mcp/npm.bash"
from_npm
sdk=$AGENTCLI_NPM/node_modules/@modelcontextprotocol/client/dist/index.mjs
[ -e "$sdk" ] || skip 'AGENTCLI_NPM has no @modelcontextprotocol/client'
. "$source/tests/mcp/http.bash"
pixel=iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGA
pixel+=hKmMIQAAAABJRU5ErkJggg==
base64 -d <<< "$pixel" > workspace/pixel.png
listen -C workspace --tools "$bin/../share/agentcli/tools.json" --no-token
naps() { pgrep -f 'sleep 290' | xargs -r -I{} readlink /proc/{}/cwd | grep -qF "$dir"; }
idle() { ! naps; }
for era in legacy modern auto; do
  echo Tea > workspace/notes.txt
  rm -f workspace/begun
  quietly 60 node "$source/tests/mcp/clients/sdk.mjs" "$sdk" "$url" "$era" "$pixel" > out 2> err \
    || fail "the era $era"
  [ "$(cat workspace/notes.txt)" = "$era" ] || fail "$era: the file was not edited"
  [ -e workspace/begun ] || fail "$era: the call that is cancelled did not run"
  wait_until "$era: a cancelled call goes on" idle
done
