# A server that has the network and whose entry names a path in the workspace is started after a
# question about it, once. It starts in the workspace, never elsewhere: what it can't see there is
# empty, and a write fails with the key that allows it. `mcp forget` removes answer and cache.
. "$(dirname "$0")/../../shell.sh"
needs jq script
export HOME=$dir/home XDG_STATE_HOME=$dir/state XDG_CONFIG_HOME=$dir/config TERM=dumb
export XDG_CACHE_HOME=$dir/cache
mkdir -p "$HOME" "$dir/work/data" "$dir/programs"
cp "$bin/mcp_peer" "$dir/programs"
cd "$dir/work"
echo '{"cmd":"true"}' | "$bin/exec" --require=namespaces > out 2> err ||
  skip 'there are no namespaces'
echo "{\"tools\":[],\"roles\":{\"launch\":[\"$bin/exec\"]}}" > "$dir/tools.json"
echo 'of the workspace' > file
echo SECRET=1 > .env
configure() { # ARGUMENT [SANDBOX]: the server of ../servers.json
  jq -nc --arg program "$dir/programs/mcp_peer" --arg argument "$1" --argjson sandbox "${2:-{\}}" \
    '{mcpServers:{peer:{command:$program,args:[$argument],sandbox:$sandbox}}}' \
    > "$dir/servers.json"
}
run() { # STATUS WORD…
  local expected=$1 status=0
  shift
  setsid -w "$bin/agentcli" mcp "$@" --tools "$dir/tools.json" --mcp "$dir/servers.json" > out \
    2> err < /dev/null || status=$?
  [ "$status" = "$expected" ] || fail "exit $status, not $expected: $*"
}
says() { grep -qF -- "$1" out err || fail "it does not say: $1"; }
at_terminal() { # ANSWERS COMMAND…: each answer after a question that ends with '>'
  local answers=$1 asked=0 word
  shift
  : > "$dir/shown"
  { for word in $answers; do
      asked=$((asked + 1))
      for _ in $(seq 500); do
        [ "$(grep -oE 'n\(o\) >|either >' "$dir/shown" | wc -l)" -ge $asked ] && break
        sleep 0.01
      done
      echo "$word"
    done; } | script -qefc "'$bin/agentcli' $*" "$dir/shown" \
      > out 2> err || true
}
write() { run "$1" call peer write '{"path":"made"}'; }

# Nothing is named: it starts in a workspace that is empty for it, and can make nothing there.
configure --x
run 0 call peer directory
[ "$(cat out)" = "$dir/work" ] || fail 'it starts elsewhere'
write 1
says 'Read-only file system'
says PERMISSION_DENIED
says '\"workspace\": \"write\"'
[ -z "$(find "$dir" -name made)" ] || fail 'it writes elsewhere'

# A path is named: without an answer it is not started, and a line says how to give one.
configure --repo=data
run 2 call peer echo
says "it names 'data' in the workspace, and nobody has said"
says "'agentcli mcp approve peer'"
says '"workspace": "read"'
run 0 servers --json
jq -e '.servers[0].state == "unanswered"' out > /dev/null || fail 'mcp servers'
run 1 check peer
for list in prompts resources; do
  run 1 $list
  says "it names 'data' in the workspace, and nobody has said"
done
exchange='{"asked":[{"role":"system","content":"<any>"},{"role":"user","content":"<any>"}]'
echo "$exchange,\"message\":{\"content\":\"hello\"}}" > "$dir/talk"
"$bin/agentcli" --replay "$dir/talk" --prompt hello --mcp "$dir/servers.json" > out 2> err \
  < /dev/null || fail 'a run'
says "nobody has said whether it may read that"
says 'the server is not used'

at_terminal r mcp approve peer --mcp "$dir/servers.json" --tools "$dir/tools.json"
grep -qF 'read this workspace, and send it over the network?' "$dir/shown" || fail 'the question'
grep -qF "'data'" "$dir/shown" || fail 'the path'
run 0 check peer --json
jq -e '.servers[0].sandbox | contains("can read this workspace and send it")' out > /dev/null ||
  fail 'mcp check'
jq -e '.servers[0].paths[0].text | contains("not change it")' out > /dev/null || fail 'a note'
write 1
says 'Read-only file system'
# The answer is for this entry: a changed one is asked about again, and has the same cache.
cache=$(echo "$dir"/cache/agentcli/mcp/peer-*)
[ -d "$cache" ] || fail 'the cache'
configure --repo=./data
run 2 call peer echo
at_terminal w mcp approve peer --mcp "$dir/servers.json" --tools "$dir/tools.json"
write 0
[ -e made ] || fail 'with write'
rm made
[ "$(echo "$dir"/cache/agentcli/mcp/peer-*)" = "$cache" ] || fail 'another cache'
"$bin/agentcli" trust list > out
says '#peer in '
says 'workspace: write'
run 0 forget peer
[ ! -e "$cache" ] || fail 'the cache is left'
run 2 call peer echo
at_terminal n mcp approve peer --mcp "$dir/servers.json" --tools "$dir/tools.json"
run 2 call peer echo
says "'./data' is hidden from it"

# The key of the entry is an answer, too. Files with secrets stay hidden.
configure --repo=./data '{"workspace":"read"}'
run 0 call peer echo
jq -c --arg programs "$dir/programs" '.mcpServers.peer |= (.command = "sh" | .args = ["-c",
  "cat file .env > $XDG_CACHE_HOME/seen; exec \($programs)/mcp_peer"] |
  .sandbox.show = [$programs])' "$dir/servers.json" > "$dir/new.json"
mv "$dir/new.json" "$dir/servers.json"
run 0 check peer
[ "$(cat "$cache/seen")" = 'of the workspace' ] || fail "it sees $(cat "$cache/seen")"

# A write to a database warns before the start, and the stderr of a server that ends is looked at.
configure --db=./test.db '{"network":"off"}'
run 0 servers
says "warning: it cannot write './test.db'; \"write\": [\".\"]"
jq -c '.mcpServers.peer |= (.command = "sh" | .args = ["-c", "echo x > made"])' \
  "$dir/servers.json" > "$dir/new.json"
mv "$dir/new.json" "$dir/servers.json"
run 1 check peer
says '"sandbox": {"workspace": "write"}'

# In .mcp.json the question comes with that about trust.
jq -nc --arg program "$dir/programs/mcp_peer" \
  '{mcpServers:{theirs:{command:$program,args:["--repo=."]}}}' > .mcp.json
at_terminal 'y r' trust .mcp.json
says 'trusted: theirs'
run 0 call theirs write '{"path":"/dev/null"}'
run 1 call theirs write '{"path":"made"}'
run 0 forget theirs
run 0 servers --json
jq -e '.servers[] | select(.name == "theirs") | .state == "unanswered" and .trusted' out \
  > /dev/null || fail 'trust without an answer'
"$bin/agentcli" trust remove .mcp.json || fail 'trust remove'
run 2 call theirs echo

# trust.json is UTF-8: a directory with another name is refused with an error of its own.
mkdir "$dir/bad"$'\377'
sed 's|--repo=\.|--repo=${PLACE}|' .mcp.json > "$dir/bad"$'\377/.mcp.json'
cd "$dir/bad"$'\377'
export PLACE=$PWD
at_terminal 'y r' trust .mcp.json
grep -q 'is not UTF-8' "$dir/shown" || fail 'a directory that is not UTF-8'
