# SIGHUP and SIGINT that were ignored when agentcli started (nohup, & in a script) stay ignored;
# SIGTERM still ends the run.
. "$(dirname "$0")/../../shell.sh"
set -o pipefail
env --ignore-signal=HUP true 2> /dev/null || { echo "env cannot ignore signals here"; exit 77; }
cd "$dir"
echo '{"tools":[{"name":"send","schema":{},"command":["./send"],"timeoutSec":5}]}' > tools.json
cat > send << 'END'
#!/bin/sh
until [ -s pid ]; do sleep 0.02; done
signal=$(sed 's/[^A-Z]//g')
kill -s "$signal" "$(cat pid)"
[ "$signal" != TERM ] || sleep 5 # until it is ended
printf sent
END
chmod +x send
cat > talk.ndjson << 'END'
{"asked":[{"role":"user","content":"<any>"}],"message":{"role":"assistant","tool_calls":[{"id":"a","type":"function","function":{"name":"send","arguments":"{\"x\":\"HUP\"}"}},{"id":"b","type":"function","function":{"name":"send","arguments":"{\"x\":\"INT\"}"}}]}}
{"asked":[{"role":"tool","tool_call_id":"a","content":"sent"},{"role":"tool","tool_call_id":"b","content":"sent"}],"message":{"role":"assistant","tool_calls":[{"id":"c","type":"function","function":{"name":"send","arguments":"{\"x\":\"TERM\"}"}}]}}
END
env --ignore-signal=HUP,INT,TERM "$1/agentcli" --tools tools.json --replay talk.ndjson --system '' \
  --prompt hello > out 2> err &
echo $! > pid.new
mv pid.new pid
status=0
wait $! || status=$?
[ "$status" = 143 ] && [ "$(cat out err)" = "agentcli: interrupted" ] && exit
echo "exit status $status"
cat out err
exit 1
