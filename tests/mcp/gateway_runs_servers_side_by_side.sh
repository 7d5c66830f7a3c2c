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
    time.sleep({"slow": 1, "quick": 0, "hang": 1000}[name])
    respond(id, {"content": [{"type": "text", "text": name}]})
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

since() { echo $((($(date +%s%N) - $1) / 1000000)); } # NANOSECONDS: in ms
take() { # MAX_MS WHAT TOOL…: calls of one client, all at once
  local max=$1 what=$2 begun tool id=0 ms
  shift 2
  begun=$(date +%s%N)
  for tool in "$@"; do call $((++id)) "$tool" '{}'; done
  for tool in "$@"; do receive && is '.result.isError | not' "$what"; done
  ms=$(since "$begun")
  is_sanitized || [ "$ms" -lt "$max" ] || fail "$what: $ms ms"
}

start_server "$bin/agentcli" mcp "${options[@]}"
for name in one two fast writer; do
  call 1 "${name}__quick" '{}' && receive && is '.result.content[0].text == "quick"' "$name"
done
take 2700 'two servers' one__slow two__slow one__slow two__slow
take 1900 'calls that may run at once' fast__slow fast__slow fast__slow
begun=$(date +%s%N)
take 3000 'one after another' one__slow one__slow
[ "$(since "$begun")" -ge 2000 ] || fail 'calls of one client at one server overlap'
begun=$(date +%s%N)
take 3500 'a server that may write the workspace' writer__slow fs_listdir
[ "$(since "$begun")" -ge 1000 ] || fail 'a call has overtaken one that may write'
call 8 one__hang '{}'
take 1500 'beside a call that hangs' two__quick fs_listdir fast__quick
cancel 8
end_input

# Two clients, one of which waits.
listen "${options[@]}"
begin_session
calling() { # TOOL
  echo '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"'"$1"'"}}'
}
in_session "$(calling one__quick)"
says '.result.content[0].text == "quick"' 'the first call'
dial
request POST /mcp "$(calling one__hang)" "${posting[@]}" "Mcp-Session-Id: $session" >&"$wire"
hung=$wire
begin_session
begun=$(date +%s%N)
for tool in one__quick writer__quick fs_listdir; do
  in_session "$(calling $tool)"
  says '.result.isError | not' "$tool"
done
ms=$(since "$begun")
is_sanitized || [ "$ms" -lt 3000 ] || fail "the other client waited $ms ms"
exec {hung}>&-
