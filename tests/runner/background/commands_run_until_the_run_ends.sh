# A command in the background is started, read, written to, waited for and stopped by calls of one
# run; each start and stop is a line of the audit, and what still runs at the end is stopped, and
# is a line too.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/runs.bash"
loop='echo ready; while read line && [ $line != quit ]; do echo got $line; done; echo over; exit 3'
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
    '{"command":"sleep 1000","background":"last"}'
  has 1 '"background":{"name":"echo","state":"running"},"found":true,"output":"ready'
  has 1 '"running":["echo"]'
  has 2 '"found":true,"output":"got one'
  has 3 '"state":"running"},"output":""'
  has 4 '"background":{"name":"sleeper","state":"running"}'
  has 5 '{"running":["echo","sleeper"],"ended":[]}'
  has 6 '"stdout":"plain' '"running":["echo","sleeper"]'
  has 7 '"background":{"name":"sleeper","state":"stopped"},"exitCode":137,"signal":"SIGKILL"'
  has 7 '"running":["echo"]'
  has 8 '"background":{"name":"echo","state":"ended"},"exitCode":3,"output":"over'
  has 9 '"code":"NOT_FOUND"'
  has 10 '"background":{"name":"last","state":"running"}'
  lines() { grep -c "\"background\":{\"name\":\"$1\",\"state\":\"$2\"}" "$dir/trail"; }
  [ "$(lines echo running)" = 3 ] || fail "$policy: the start is not in the trail"
  [ "$(lines sleeper stopped)" = 1 ] || fail "$policy: the stop is not in the trail"
  [ "$(lines last stopped)" = 1 ] || fail "$policy: the end of the run is not in the trail"
  tail -n 1 "$dir/trail" | grep -q '"end":"answered".*"calls":10' || fail "$policy: the last line"
  [ "$(cat "$work"/.agentcli/output/*.output | tr '\n' ' ')" = 'ready got one over ' ] ||
    fail "$policy: the file of the output"
done
