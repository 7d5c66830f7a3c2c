# A log that a clone has brought, of one line without an end, is not read whole: the run ends and
# says why, in bounded memory.
. "$(dirname "$0")/../../shell.sh"
set -o pipefail
mkdir -p -m 700 "$dir/.agentcli/audit"
cd "$dir"
echo '{"asked":[{"role":"user","content":"<any>"}],"message":{"content":"done"}}' > talk
truncate -s 8T .agentcli/audit/20270101.log 2> /dev/null \
  || truncate -s 1T .agentcli/audit/20270101.log
echo '{"tools":[]}' > tools.json
status=0
"$1/agentcli" --tools tools.json --replay talk --system '' --prompt x > out 2> err || status=$?
[ "$status" = 1 ] \
  && grep -q "'.agentcli/audit/20270101.log' ends with a line of more than 16 MiB" err \
  || { echo "FAILED: $status: $(cat out err)"; exit 1; }
"$1/agentcli" --tools tools.json --replay talk --system '' --prompt x --audit best-effort > out \
  2> err || { echo "FAILED: $(cat err)"; exit 1; }
[ "$(cat out)" = done ] || { echo "FAILED: $(cat out)"; exit 1; }
