# A command in the background is started, read, written to, waited for and stopped by calls of one
# run; each start and stop is a line of the audit, and what still runs at the end is stopped, and
# is a line too. What is stopped gets SIGTERM first, and removes its lock.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/runs.bash"
loop='echo ready; while read line && [ $line != quit ]; do echo got $line; done; echo over; exit 3'
locks='exec 2> /dev/null; trap \"rm -f lock; exit\" TERM; touch lock; while :; do sleep 0.1; done'
for policy in workspace-write read-only unrestricted; do
  rm -rf "$work"
  mkdir -p "$work"
  manifest $policy
  ask '{"command":"'"$loop"'","background":"echo","waitFor":"ready"}' \
    '{"background":"echo","stdin":"one\n","waitFor":"got one"}' \
    '{"background":"echo"}' \
    '{"cmd":"sleep","args":["1000"],"background":"sleeper"}' \
    '{"list":true}' \
    '{"command":"echo plain"}' \
    '{"background":"sleeper","stop":true}' \
    '{"background":"echo","stdin":"quit\n","wait":true}' \
    '{"background":"echo"}' \
    '{"command":"'"$locks"'","background":"last","waitFor":"never","timeoutSec":1}'
  has 1 '"background":{"name":"echo","state":"running"},"found":true,"output":"ready'
  has 1 '"running":["echo"]'
  has 2 '"found":true,"output":"got one'
  has 3 '"state":"running"},"output":""'
  has 4 '"background":{"name":"sleeper","state":"running"}'
  has 5 '{"running":["echo","sleeper"],"ended":[]}'
  has 6 '"stdout":"plain' '"running":["echo","sleeper"]'
  has 7 '"background":{"name":"sleeper","state":"stopped"},"exitCode":143,"signal":"SIGTERM"'
  has 7 '"running":["echo"]'
  has 8 '"background":{"name":"echo","state":"ended"},"exitCode":3,"output":"over'
  has 9 '"code":"NOT_FOUND"'
  has 10 '"background":{"name":"last","state":"running"}'
  lines() { grep -c "\"background\":{\"name\":\"$1\",\"state\":\"$2\"}" "$dir/trail"; }
  [ "$(lines echo running)" = 3 ] || fail "$policy: the start is not in the trail"
  [ "$(lines sleeper stopped)" = 1 ] || fail "$policy: the stop is not in the trail"
  [ "$(lines last stopped)" = 1 ] || fail "$policy: the end of the run is not in the trail"
  [ ! -e "$work/lock" ] || fail "$policy: the lock of a stopped command is there"
  tail -n 1 "$dir/trail" | grep -q '"end":"answered".*"calls":10' || fail "$policy: the last line"
  [ "$(cat "$work"/.agentcli/output/*.output | tr '\n' ' ')" = 'ready got one over ' ] ||
    fail "$policy: the file of the output"
done
