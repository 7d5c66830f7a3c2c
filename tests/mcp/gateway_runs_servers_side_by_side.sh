# Calls of one client at one server run one after another; those at different servers, and of
# different clients, side by side. A server that hangs holds up nobody else, unless it may write the
# workspace.
. "$(dirname "$0")/../shell.sh"
. "$(dirname "$0")/http.bash"
needs python3
export HOME=$dir/home XDG_STATE_HOME=$dir/state XDG_CONFIG_HOME=$dir/config
export XDG_CACHE_HOME=$dir/cache
mkdir home programs
cat > programs/slow.py << 'END'
import json, sys, threading, time
lock = threading.Lock()
def respond(id, result):
    with lock:
        print(json.dumps({"jsonrpc": "2.0", "id": id, "result": result}), flush=True)
def call(id, name):
    begin = time.monotonic() # of the machine
    time.sleep({"slow": 1, "quick": 0, "hang": 1000}[name])
    span = {"begin": begin, "end": time.monotonic()}
    respond(id, {"content": [{"type": "text", "text": json.dumps(span)}]})
for line in sys.stdin:
    message = json.loads(line)
    method, id = message.get("method"), message.get("id")
    if method == "initialize":
        respond(id, {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}},
                     "serverInfo": {"name": "slow", "version": "1"}})
    elif method == "tools/list":
        respond(id, {"tools": [{"name": name, "inputSchema": {"type": "object"}}
                               for name in ("slow", "quick", "hang")]})
    elif method == "tools/call":
        threading.Thread(target=call, args=(id, message["params"]["name"]), daemon=True).start()
    elif id is not None:
        respond(id, {})
END
jq -n --arg python "$(command -v python3)" --arg slow "$dir/programs/slow.py" \
  --arg programs "$dir/programs" \
  '{command: $python, args: [$slow], sandbox: {network: "off", show: [$programs]}} as $it
  | {mcpServers: {one: $it, two: $it, fast: ($it + {parallel: true}),
      writer: ($it | .sandbox.policy = "workspace-write")}}' > servers.json
options=(-C workspace --mcp ../servers.json --with-servers)

spans=() # when each call has begun and ended
order=   # of the answers
take() { # TOOL…: calls of one client, all at once
  local tool id=0
  for tool in "$@"; do call $((++id)) "$tool" '{}'; done
  spans=() order=
  for tool in "$@"; do
    receive && is '.result.isError | not' "a call of $*"
    id=$(jq .id <<< "$line")
    spans[id]=$(jq -c '.result.content[0].text | fromjson? // {}' <<< "$line")
    order+=$id
  done
}
compare() { # FILTER ID ID WHAT
  jq -en --argjson a "${spans[$2]}" --argjson b "${spans[$3]}" "$1" > /dev/null ||
    fail "$4: ${spans[*]}"
}
overlap() { compare '$a.begin < $b.end and $b.begin < $a.end' "$1" "$2" 'one after another'; }
follow() { compare '$a.end <= $b.begin' "$1" "$2" 'at once'; }

start_server "$bin/agentcli" mcp "${options[@]}"
for name in one two fast writer; do
  call 1 "${name}__quick" '{}' && receive && is '.result.isError | not' "$name"
done
take one__slow two__slow one__slow two__slow
follow 1 3 && follow 2 4
overlap 1 2 && overlap 3 4
take fast__slow fast__slow fast__slow
overlap 1 2 && overlap 2 3 && overlap 1 3
take writer__slow fs_listdir
[ "$order" = 12 ] || fail 'a call has overtaken one that may write'
call 8 one__hang '{}'
take two__quick fs_listdir fast__quick # each within 30 s, before the other one is given up
cancel 8
end_input

# Two clients, one of which waits.
listen "${options[@]}"
begin_session
calling() { # TOOL
  echo '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"'"$1"'"}}'
}
in_session "$(calling one__quick)"
says '.result.isError | not' 'the first call'
dial
request POST /mcp "$(calling one__hang)" "${posting[@]}" "Mcp-Session-Id: $session" >&"$wire"
hung=$wire begun=$SECONDS
begin_session
for tool in one__quick writer__quick fs_listdir; do
  in_session "$(calling $tool)"
  says '.result.isError | not' "$tool"
done
[ "$SECONDS" -lt $((begun + 45)) ] || fail 'the other client has waited for the hung call to end'
exec {hung}>&-
