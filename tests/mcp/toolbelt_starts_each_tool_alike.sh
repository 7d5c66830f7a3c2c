# A tool begins in the same way whether its supervisor was forked for it or ahead: with default
# actions of signals and an empty mask, in a session of its own, and with its three descriptors.
. "$(dirname "$0")/../shell.sh"
needs jq pgrep
. "$(dirname "$0")/client.bash"
cd "$dir"
mkdir workspace
cat > look << 'END'
grep -E '^Sig(Blk|Ign):' /proc/self/status
[ "$(cut -d ' ' -f 6 "/proc/$$/stat")" = $$ ] && echo 'a session of its own'
for number in $(seq 0 40); do
  [ ! -e "/proc/$$/fd/$number" ] || echo "descriptor $number"
done
END
jq -c -n --rawfile script look '{tools: [{name: "look", schema: {}, timeoutSec: 10,
  command: ["sh", "-c", $script]}]}' > tools.json
cat > expected << 'END'
SigBlk:	0000000000000000
SigIgn:	0000000000000000
a session of its own
descriptor 0
descriptor 1
descriptor 2
END
start_server env --ignore-signal=HUP,QUIT,USR1 "$bin/agentcli" mcp -C workspace \
  --tools ../tools.json 3< look 7< look

one_waits() { pgrep -P "$(pgrep -P "$server" -x root-supervisor)" -x tool-supervisor -r S > out; }
for id in 1 2 3; do
  call "$id" look '{}' && receive
  text_of_answer | diff expected - || fail "call $id"
  wait_until 'no supervisor waits for the next tool' one_waits
done
end_input
