# When the reader of stdout is gone, a run ends with status 141 and a line in the audit, before and
# after its first call; other commands end silently.
. "$(dirname "$0")/../../shell.sh"
set -o pipefail
cd "$dir"
fail() { echo "FAILED: $1"; cat err .agentcli/audit/*.log; exit 1; }
cat > talk.ndjson << 'END'
{"asked":[{"role":"user","content":"<any>"}],"message":{"role":"assistant","content":"a text that nobody reads"}}
END
ends() { # ARGUMENT…: status, with a stdout whose reader is gone
    status=0
    { sleep 0.1; env --default-signal=PIPE "$@" 2> err || echo $? > status; } | true
    status=$(cat status 2> /dev/null || echo 0)
    rm -f status
}
for how in --stream --events --json --verbose; do
    ends "$1/agentcli" --replay talk.ndjson --system '' --prompt hello $how
    [ "$status" = 141 ] || fail "$how exits with $status"
    [ "$(cat err)" = "agentcli: cannot write the answer to stdout: broken pipe" ] \
      || fail "$how says something else"
done
[ "$(cat .agentcli/audit/*.log | grep -c '"end":')" = 4 ] || fail "a run has no end in the audit"
[ "$(cat .agentcli/audit/*.log | grep -c '"end":"stdout-closed","exitStatus":141')" = 4 ] \
  || fail "the audit has no reason"
rm -r .agentcli
for how in --stream --events --json --verbose; do
    status=0
    "$1/agentcli" --replay talk.ndjson --system '' --prompt hello $how > /dev/full 2> err \
      || status=$?
    [ "$status" = 1 ] || fail "$how exits with $status where there is no room"
done
[ "$(cat .agentcli/audit/*.log | grep -c '"end":"failed","exitStatus":1')" = 4 ] \
  || fail "the audit has another status"
for command in 'audit show' 'audit verify' help doctor; do
    ends "$1/agentcli" $command
    [ "$status" = 141 ] && [ ! -s err ] || fail "$command exits with $status"
done
