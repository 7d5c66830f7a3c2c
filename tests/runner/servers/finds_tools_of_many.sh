# With many definitions, a run lists two tools in their place: one finds, the other calls what was
# found. Approval, locks and the audit see the tool that is called. The list is the same in each
# request, until messages were left out.
. "$(dirname "$0")/../../shell.sh"
needs jq python3
export HOME=$dir/home XDG_STATE_HOME=$dir/state XDG_CONFIG_HOME=$dir/config
mkdir "$HOME" "$dir/work"
cd "$dir/work"
cat > server.py << 'END'
import json, sys
schema = {'type': 'object', 'required': ['year'],
          'properties': {'year': {'type': 'integer', 'description': 'The year.'}}}
text = 'Return the report about department {}. ' + 'It has figures. ' * 20
tools = [{'name': f'get_report_{n}', 'description': text.format(n), 'inputSchema': schema}
         for n in range(96)]
def result_of(message):
    method, params = message['method'], message.get('params', {})
    if method == 'initialize':
        return {'protocolVersion': '2025-11-25', 'capabilities': {'tools': {}},
                'serverInfo': {'name': 's', 'version': '1'}}
    if method == 'tools/list':
        return {'tools': tools}
    if method == 'tools/call':
        year = params['arguments']['year']
        return {'content': [{'type': 'text', 'text': f"{params['name']} of {year}"}]}
for line in sys.stdin:
    message = json.loads(line)
    if 'id' in message:
        answer = {'error': {'code': -32601, 'message': 'no such method'}}
        if result := result_of(message):
            answer = {'result': result}
        print(json.dumps({'jsonrpc': '2.0', 'id': message['id'], **answer}), flush=True)
END
entry() { # KEYS
  jq -n --arg server "$dir/work/server.py" --argjson keys "{$1}" \
    '{mcpServers: {reports: ({command: "python3", args: [$server], sandbox: false} + $keys)}}' \
    > servers.json
}
exchange() { # ASKED CONTENT [CALLS]
  echo "{\"asked\":[$1],\"message\":{\"content\":$2${3:+,\"tool_calls\":[$3]}}}"
}
call() { # ID NAME ARGUMENTS
  jq -nc --arg id "$1" --arg name "$2" --arg arguments "$3" \
    '{id: $id, type: "function", function: {name: $name, arguments: $arguments}}'
}
begin='{"role":"system","content":"<any>"},{"role":"user","content":"<any>"}'
{
  exchange "$begin" null "$(call 1 mcp_find_tools '{"query":"report department 42","limit":1}')"
  exchange '{"role":"tool","tool_call_id":"1","content":"<any>"}' null \
    "$(call 2 mcp_call_tool '{"tool":"reports__get_report_42","arguments":{"year":2020}}')"
  exchange '{"role":"tool","tool_call_id":"2","content":"get_report_42 of 2020"}' null \
    "$(call 3 mcp_call_tool '{"tool":"reports__get_report_42","arguments":{"year":"last"}}')"
  exchange '{"role":"tool","tool_call_id":"3","content":"<any>"}' null \
    "$(call 4 reports__get_report_42 '{"year":2021}')"
  exchange '{"role":"tool","tool_call_id":"4","content":"get_report_42 of 2021"}' '"done"'
} > talk
run() { # FLAG…
  "$bin/agentcli" --mcp servers.json --wait-servers "$@" > out 2> err \
    || fail "$*: exit $?: $(cat err)"
}
entry ''
run --replay talk --prompt 'the report' --save-messages messages.json
[ "$(cat out)" = done ] || fail "the answer: $(cat out) $(cat err)"
jq -e '.[] | select(.tool_call_id? == "1").content | fromjson | (.tools | length) == 1
  and .tools[0].name == "reports__get_report_42" and (.more | length) > 10' messages.json > shown \
  || fail "what was found: $(cat messages.json)"
jq -e '.[] | select(.tool_call_id? == "3").content | contains("its inputSchema is {")' \
  messages.json > shown || fail "the schema of a refused call: $(cat messages.json)"
[ "$(grep -ch '"via":"mcp_call_tool"' .agentcli/audit/*.log)" = 2 ] \
  || fail "$(cat .agentcli/audit/*)"
[ "$(grep -ch '"tool":"reports__get_report_42"' .agentcli/audit/*.log)" = 3 ] \
  || fail "$(cat .agentcli/audit/*)"

run --dry-run --model x --prompt hello
jq -c '.tools' out > tools
jq -e 'map(.function.name) | contains(["mcp_find_tools", "mcp_call_tool"])
  and (map(select(startswith("reports__"))) == [])' tools > shown || fail "the tools: $(cat tools)"
bytes=$(jq -c 'map(select(.function.name | startswith("mcp_")))' tools | wc -c)
[ "$bytes" -lt 12000 ] || fail "the two tools have $bytes bytes"

# The operator decides otherwise: for a server, and by naming tools.
run --dry-run --model x --prompt hello --only-tools reports__get_report_1,fs_stat
jq -e '[.tools[].function.name] == ["fs_stat", "reports__get_report_1"]' out > shown \
  || fail "only tools: $(cat out)"
entry '"load":"always"'
run --replay <(exchange "$begin" '"hi"') --prompt hi
run --dry-run --model x --prompt hello
[ "$(jq '[.tools[].function.name | select(startswith("reports__"))] | length' out)" = 96 ] \
  || fail 'always loaded'
entry '"load":"never"'
run --dry-run --model x --prompt hello
grep -q "'load' is 'never'" err || fail "$(cat err)"

# A client of the gateway gets the two tools if the operator wants that.
. "$(dirname "$0")/../../mcp/client.bash"
entry ''
start_server "$bin/agentcli" mcp --mcp servers.json --with-servers --tool-search
initialize 2025-11-25 && receive
send '{"jsonrpc":"2.0","id":2,"method":"tools/list"}' && receive
is '[.result.tools[].name] | contains(["mcp_find_tools", "mcp_call_tool"])' 'the tools'
call 3 mcp_find_tools '{"query":"get_report_7"}' && receive
is '.result.content[0].text | fromjson | .tools[0].name == "reports__get_report_7"' 'what it finds'
call 4 mcp_call_tool '{"tool":"reports__get_report_7","arguments":{"year":1999}}' && receive
is '.result.content[0].text == "get_report_7 of 1999"' 'a call through the gateway'
