# A command of exec can open the audit directory, and lock it; the lock of the audit it can neither
# open nor replace at the level namespaces, and the next line is written at once.
. "$(dirname "$0")/../../shell.sh"
set -o pipefail
mkdir "$dir/w"
cd "$dir/w"
command -v flock > /dev/null || { echo "there is no flock here"; exit 77; }
printf \
  '{"tools":[{"name":"run","schema":{},"command":["%s","--require=namespaces"],"timeoutSec":20}]}' \
  "$1/exec" > tools.json
script='flock -n .agentcli/audit true && echo the folder; for how in -s -x; do flock -n $how .agentcli/audit/lock true && echo held; done; : >> .agentcli/audit/lock && echo opened; chmod 600 .agentcli/audit/lock && echo changed; rm -f .agentcli/audit/lock && echo gone; true'
arguments=$(printf '{\\"cmd\\":\\"bash\\",\\"args\\":[\\"-c\\",\\"%s\\"]}' "$script")
cat > talk.ndjson << END
{"asked":[{"role":"user","content":"<any>"}],"message":{"role":"assistant","tool_calls":[{"id":"a","type":"function","function":{"name":"run","arguments":"$arguments"}}]}}
{"asked":[{"role":"tool","tool_call_id":"a","content":"<any>"}],"message":{"role":"assistant","content":"done"}}
END
"$1/agentcli" --tools tools.json --replay talk.ndjson --system '' --save-messages ../messages \
  --prompt hello > ../out 2> ../err || { cat ../out ../err; exit 1; }
if grep -q SANDBOX_UNAVAILABLE ../messages; then
    echo "namespaces cannot be had here"
    exit 77
fi
grep -qF '\"stdout\":\"the folder\\n\"' ../messages || { echo "the command did more, or less:"
  grep stdout ../messages; exit 1; }
"$1/agentcli" audit verify
