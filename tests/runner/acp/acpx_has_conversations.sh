# acpx, a client on the command line with an older SDK, has conversations with `agentcli acp`. Each
# message of both sides is valid by the published schema.
. "$(dirname "$0")/../../shell.sh"
. "$source/tests/mcp/npm.bash"
from_npm acpx
schema=$AGENTCLI_NPM/node_modules/@agentclientprotocol/sdk/schema/v1/schema.json
[ -e "$schema" ] || skip 'AGENTCLI_NPM has no @agentclientprotocol/sdk'
needs python3
python3 -c 'import jsonschema' 2> /dev/null || skip 'there is no python3-jsonschema'
export HOME=$dir/home XDG_STATE_HOME=$dir/state
mkdir "$HOME" "$dir/work"
cd "$dir/work"
messages="python3 -B $source/tests/runner/acp/clients/messages.py"
agent="$messages record $dir/log $bin/agentcli acp --no-agents-md --replay $dir/talk"
acpx() { quietly 60 acpx --cwd "$dir/work" --ttl 5 "$@" > "$dir/out" 2> "$dir/err"; }
ended() { fail "$1: $(cat "$dir/out" "$dir/err")"; }

exchange() { echo '{"asked":['"$1"'],"message":{"role":"assistant",'"$2"'}}'; }
begin='{"role":"system","content":"<any>"},{"role":"user","content":"<any>"}'
call='"content":null,"tool_calls":[{"id":"a","type":"function","function":{'
call+='"name":"fs_write_file","arguments":"{\"path\":\"new.txt\",\"content\":\"one\"}"}}]'
{
  exchange "$begin" "$call"
  exchange '{"role":"tool","tool_call_id":"a","content":"{}"}' '"content":"I wrote it"'
} > "$dir/talk"
acpx --approve-all --agent "$agent" exec 'write it' || ended 'exec'
grep -q 'I wrote it' "$dir/out" || ended 'the answer'
[ "$(cat new.txt)" = one ] || ended 'the file'

exchange "$begin" '"content":"good day"' > "$dir/talk"
acpx --agent "$agent" sessions new || ended 'sessions new'
acpx --agent "$agent" 'hello' || ended 'a prompt'
grep -q 'good day' "$dir/out" || ended 'the second answer'
acpx --agent "$agent" set-mode plan || ended 'set-mode'
acpx --agent "$agent" sessions close || ended 'sessions close'
cd "$dir"
$messages check "$schema" log > out 2>&1 || fail 'a message is not valid'
