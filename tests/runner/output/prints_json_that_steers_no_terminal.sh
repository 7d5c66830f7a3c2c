# Each command that has --json escapes what steers a terminal, or hides in it: DEL, C1, characters
# that turn the direction, and tags. It is the same JSON.
. "$(dirname "$0")/../../shell.sh"
needs jq python3
export HOME=$dir/home XDG_STATE_HOME=$dir/state XDG_CONFIG_HOME=$dir/config OAI_MODEL=m
mkdir -p "$HOME" "$dir/work/.agentcli/workflows" "$dir/state/agentcli/runs/one"
chmod 700 "$dir"/state/agentcli{,/runs{,/one}}
cd "$dir/work"
hostile=$'a\x7fb\u009bc\u202ed\u2066e\U000e0041f'
escaped='"a\x7fb\x9bc\u202ed\u2066e\U000e0041f"'
raw=$'\x7f|\xc2\x9b|\xe2\x80\xae|\xe2\x81\xa6|\xf3\xa0\x81\x81'

cat > server.py << END
import json, sys
hostile = "$hostile"
schema = {"type": "object"}
text = [{"type": "text", "text": hostile}]
results = {
  "initialize": {"protocolVersion": "2025-06-18",
    "capabilities": {"tools": {}, "resources": {}, "prompts": {}},
    "serverInfo": {"name": hostile, "version": hostile}, "instructions": hostile},
  "tools/list": {"tools": [
    {"name": "t", "title": hostile, "description": hostile, "inputSchema": schema}]},
  "tools/call": {"content": text}, "resources/list": {"resources": []},
  "resources/read": {"contents": [{"uri": "test://one", "text": hostile}]},
  "prompts/list": {"prompts": []},
  "prompts/get": {"messages": [{"role": "user", "content": text[0]}]},
}
for line in sys.stdin:
    message = json.loads(line)
    if "id" in message and "method" in message:
        known = results.get(message["method"])
        answer = {"result": known} if known else {"error": {"code": -32601, "message": hostile}}
        answer.update({"jsonrpc": "2.0", "id": message["id"]})
        print(json.dumps(answer, ensure_ascii=False), flush=True)
END
jq -n --arg hostile "$hostile" --arg server "$dir/work/server.py" \
  '{mcpServers: {peer: {command: "python3", args: [$server, $hostile], sandbox: false}}}' \
  > servers.json
jq -n --arg hostile "$hostile" '{tools: [{name: "look", description: $hostile,
  schema: {type: "object"}, command: ["true", $hostile]}]}' > tools.json
jq -nc --arg hostile "$hostile" '{asked: [{role: "user", content: "<any>"}],
  message: {role: "assistant", content: $hostile}, finish_reason: "stop"}' > talk
cat > .agentcli/workflows/w.yaml << END
description: $escaped
parameters:
  p: {type: string, default: $escaped}
steps:
  - id: s
    set: {v: "{{ params.p }}"}
outputs:
  v: "{{ params.p }}"
END
cat > bad.yaml << END
steps:
  - $escaped: 1
END
run=$dir/state/agentcli/runs/one
jq -nc --arg hostile "$hostile" '{format: 1, workflow: $hostile, sha256: "f", parameters: "p",
  begun: "2026-11-01T00:00:00.000Z", nonce: "n", steps: []}' > "$run/run.json"
jq -nc --arg hostile "$hostile" '{kind: "ended", at: "2026-11-01T00:00:02.000Z", path: $hostile,
  result: {status: "ok", output: $hostile}}' > "$run/journal.ndjson"
chmod 600 "$run"/*

safe() { # COMMAND…: prints JSON with nothing raw, and the characters are in it
  "$bin/agentcli" "$@" --json > out 2> err < /dev/null || [ $? -le 2 ] || fail "$*"
  [ -s out ] && jq -e . out > /dev/null || fail "no JSON: $*"
  ! LC_ALL=C grep -aqE "$raw" out || fail "raw: $*: $(cat -v out)"
}
escapes() { # COMMAND…
  safe "$@"
  for escape in '\u009b' '\u202e' '\udb40\udc41'; do
    grep -qF "$escape" out || fail "it does not have $escape: $*"
  done
}
commands=()
each() { commands+=("$1"); shift; "$@"; } # NAME CHECK…

each run escapes --tools tools.json --system= --prompt hello --replay talk -s one
each 'mcp servers' safe mcp servers --mcp servers.json
each 'mcp tools' safe mcp tools peer --mcp servers.json
each 'mcp call' escapes mcp call peer t --mcp servers.json
each 'mcp read' escapes mcp read peer test://one --mcp servers.json
each 'mcp prompt' escapes mcp prompt peer p --mcp servers.json
each 'mcp prompts' safe mcp prompts peer --mcp servers.json
each 'mcp resources' safe mcp resources peer --mcp servers.json
each 'mcp check' safe mcp check peer --mcp servers.json
mkdir -p "$XDG_CONFIG_HOME/agentcli"
jq -n --arg hostile "$hostile" '{permissions: [{tool: "exec", command: $hostile}]}' \
  > "$XDG_CONFIG_HOME/agentcli/config.json"
each approvals escapes approvals
each 'approvals list' escapes approvals list
rm "$XDG_CONFIG_HOME/agentcli/config.json"
each 'session list' safe session list
each 'session show' escapes session show one
each doctor safe doctor --tools tools.json
start_server "$source/tests/model.py" /dev/null "$(jq -cn --arg name "$hostile" '[$name]')"
each models escapes models --base-url "http://127.0.0.1:$port/v1"
each capabilities safe capabilities --tools tools.json
each config safe config --system "$hostile"
each 'audit verify' safe audit verify
each 'runs list' escapes runs list
each 'runs show' escapes runs show one
each 'workflow run' escapes workflow run w --tools tools.json
each 'workflow check' safe workflow check bad.yaml
each 'workflow list' escapes workflow list
mkdir -p "$XDG_CONFIG_HOME"/agentcli/{prompts,skills/s}
printf -- '---\nname: s\ndescription: %s\n---\nDo it.\n' "$escaped" \
  | tee "$XDG_CONFIG_HOME/agentcli/prompts/p.md" > "$XDG_CONFIG_HOME/agentcli/skills/s/SKILL.md"
each 'prompt list' safe prompt list
each 'skill list' safe skill list
# Their objects are printed like those of a run; and the lines of the trail stay as they are hashed,
# except on a terminal.
commands+=(agent investigate 'audit show')

"$bin/agentcli" generate reference |
  awk '/^## /{name = substr($0, 13)} /^\| `--json`/{print name}' | sort > expected
printf '%s\n' "${commands[@]}" | sort | diff expected - || fail 'other commands have --json'
