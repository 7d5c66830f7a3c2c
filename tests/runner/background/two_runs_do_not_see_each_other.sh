# The commands of a run are its own: another run beside it, in the same workspace, lists none of
# them, and can't reach one by its name.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/runs.bash"
manifest workspace-write
mkfifo "$work/go"
talk '{"command":"echo mine > mine; sleep 1000","background":"web"}' '{"command":"cat go"}' \
  '{"background":"web","stop":true}' > "$dir/first"
(run_talk first) &
first=$!
for _ in $(seq 100); do [ ! -e "$work/mine" ] || break; sleep 0.1; done
[ -e "$work/mine" ] || fail "the first run has started nothing"
ask '{"list":true}' '{"background":"web"}' \
  '{"command":"exit 4","background":"web","wait":true}' '{"command":"echo > go"}'
has 1 '{"running":[],"ended":[]}'
has 2 '"code":"NOT_FOUND"' 'no command in the background is named'
has 3 '"background":{"name":"web","state":"ended"},"exitCode":4'
wait $first || fail "the first run: $(cat "$dir/first.out")"
grep -q 'web\\",\\"state\\":\\"stopped' "$dir/first.saved" || fail "the first has lost its command"
