# SIGQUIT and other signals that end a process by default end a run in order: the call that has
# begun and the end are in the audit.
. "$(dirname "$0")/../../shell.sh"
set -o pipefail
env --default-signal=QUIT true 2> /dev/null || { echo "env cannot set signals here"; exit 77; }
cd "$dir"
echo '{"tools":[{"name":"send","schema":{},"command":["./send"],"timeoutSec":5}]}' > tools.json
cat > send << 'END'
#!/bin/sh
until [ -s pid ]; do sleep 0.02; done
kill -s "$(cat signal)" "$(cat pid)"
sleep 5 # until it is ended
END
chmod +x send
echo \
  '{"asked":[{"role":"user","content":"<any>"}],"message":{"role":"assistant","tool_calls":[{"id":"a","type":"function","function":{"name":"send","arguments":"{}"}}]}}' > talk.ndjson
# SIGALRM is also the signal of --max-seconds: sent by another program it is a signal like the
# others.
for signal in QUIT:131 USR1:138 USR2:140 ALRM:142 XCPU:152 RTMIN+3:165; do
    rm -rf .agentcli pid
    echo "${signal%:*}" > signal
    env --default-signal "$1/agentcli" --tools tools.json --replay talk.ndjson --system '' \
      --max-seconds 60 --prompt hello > out 2> err &
    echo $! > pid.new
    mv pid.new pid
    status=0
    wait $! || status=$?
    [ "$status" = "${signal#*:}" ] || { echo "$signal: exit status $status"; cat out err; exit 1; }
    cat .agentcli/audit/*.log | grep -q '"tool":"send"' || { echo "$signal: the call is missing"
      exit 1; }
    cat .agentcli/audit/*.log | grep -q "\"end\":\"interrupted\",\"exitStatus\":$status" \
      || { echo "$signal: the end is missing"; exit 1; }
done
