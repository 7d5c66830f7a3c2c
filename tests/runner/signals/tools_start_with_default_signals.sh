# Signals that agentcli's parent ignores or blocks, SIGCHLD above all, change nothing about the
# tools: they answer, and start with default actions and an empty mask.
. "$(dirname "$0")/../../shell.sh"
set -o pipefail
env --ignore-signal=CHLD true 2> /dev/null || { echo "env cannot ignore signals here"; exit 77; }
cd "$dir"
echo \
  '{"tools":[{"name":"look","schema":{},"command":["grep","-E","^Sig(Blk|Ign|Cgt):","/proc/self/status"],"timeoutSec":5}]}' > tools.json
cat > talk.ndjson << 'END'
{"asked":[{"role":"user","content":"<any>"}],"message":{"role":"assistant","tool_calls":[{"id":"a","type":"function","function":{"name":"look","arguments":"{}"}}]}}
{"asked":[{"role":"tool","tool_call_id":"a","content":"SigBlk:\t0000000000000000\nSigIgn:\t0000000000000000\nSigCgt:\t0000000000000000"}],"message":{"role":"assistant","content":"done"}}
END
env --ignore-signal=CHLD,PIPE,TERM,HUP,INT,QUIT,USR1 --block-signal=CHLD,TERM,ALRM,USR2 \
    "$1/agentcli" --tools tools.json --replay talk.ndjson --system '' --prompt hello > out 2> err
[ "$(cat out err)" = done ] && exit
cat out err
exit 1
