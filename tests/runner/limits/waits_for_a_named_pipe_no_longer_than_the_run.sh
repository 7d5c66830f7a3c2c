# A pipe that a flag names is waited for until its writer has ended, the time of the run is up, or
# a signal ends agentcli.
. "$(dirname "$0")/../../shell.sh"
cd "$dir"
export HOME=$dir/home XDG_STATE_HOME=$dir/state OAI_BASE_URL=http://127.0.0.1:1 OAI_MODEL=m
unset XDG_CONFIG_HOME
mkfifo pipe
echo '{"tools":[]}' > tools.json
echo '{"mcpServers":{}}' > servers.json
echo 'steps: [{set: {a: 1}}]' > w.yaml
echo 'parameters: {x: {}}' > p.yaml
echo 'steps: [{set: {a: 1}}]' >> p.yaml
run() { # STATUS ARGUMENT…
  local expected=$1 status=0
  shift
  timeout 60 "$bin/agentcli" "$@" > out 2> err < /dev/null || status=$?
  [ "$status" = "$expected" ] || fail "exit $status, not $expected: $*"
}
ask=(--prompt x --tools tools.json)

# Nobody opens it.
run 5 --max-seconds 0.2 --prompt x --tools pipe
grep -q 'no answer within 200ms' err || fail 'it does not say why'
for flag in --mcp --replay --system-file --load-messages --output-schema; do
  run 5 --max-seconds 0.2 "${ask[@]}" "$flag" pipe
done
run 5 --max-seconds 0.2 -w ./pipe
grep -q "the time is up, and './pipe', a pipe, has not come to its end" err || fail 'nor this'
run 5 --max-seconds 0.2 -w ./p.yaml --params pipe
run 5 --max-seconds 0.2 -w ./w.yaml --tools pipe
run 75 --max-seconds 0.2 -w ./pipe --batch

# One writes and does not end.
(while :; do echo; sleep 0.05 > null; done > pipe) &
writer=$!
run 5 --max-seconds 0.3 --prompt x --tools pipe
kill $writer 2> /dev/null || true
wait

# A signal ends it, with and without a deadline.
for signal in TERM:143 HUP:129 INT:130; do
  for flag in --tools --mcp --replay --workflow; do
    for limit in '' --max-seconds=60; do
      value=pipe
      prompt=(--prompt x)
      [ $flag != --workflow ] || { value=./pipe; prompt=(); }
      status=0
      env --default-signal=INT timeout --foreground --preserve-status -s "${signal%:*}" -k 30 0.2 \
        "$bin/agentcli" "${prompt[@]}" $limit $flag $value > out 2> err < /dev/null || status=$?
      [ "$status" = "${signal#*:}" ] || fail "exit $status after $signal: $flag $limit"
    done
  done
done

# Its content is used, if it comes in time.
(sleep 0.3; cat w.yaml) > pipe &
run 0 --max-seconds 60 --tools tools.json -w ./pipe
(sleep 0.3; echo '{"x":"1"}') > pipe &
run 0 --tools tools.json -w ./p.yaml --params pipe
