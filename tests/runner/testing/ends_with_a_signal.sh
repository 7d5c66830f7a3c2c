# A signal ends the test under way and what that has started, and its directory is removed.
. "$(dirname "$0")/../../shell.sh"
cd "$dir"
export HOME=$dir/home XDG_STATE_HOME=$dir/state TMPDIR=$dir/tmp
mkdir tmp
cat > tools.json << END
{"tools":[{"name":"mark","description":"A tool","schema":{"type":"object"},"command":["./mark"],
"effects":{"sandbox":"none"}}]}
END
printf '#!/bin/sh\necho $$ > "%s/started"\nexec sleep 50\n' "$dir" > mark
chmod +x mark
echo 'steps: [{tool: {name: mark}}]' > w.yaml
printf 'workflow: ./w.yaml\nexpect: {}\n' > t.yaml
"$bin/agentcli" test --tools tools.json -w w.yaml t.yaml t.yaml > out 2> err &
test=$!
for ((i = 0; i < 500; i++)); do
  [ ! -s started ] || break
  sleep 0.02
done
[ -s started ] || fail 'the tool is not started'
kill -TERM $test
status=0
wait $test || status=$?
[ "$status" = 143 ] || fail "exit $status"
! kill -0 "$(cat started)" 2> /dev/null || fail 'the tool is left'
[ -z "$(ls tmp)" ] || fail "it has left $(ls tmp)"
