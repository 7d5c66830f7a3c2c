# Each response that the other tests of this directory get is one that /openapi.json describes. They
# run again for it: skipped unless AGENTCLI_HEAVY is set.
. "$(dirname "$0")/../../shell.sh"
[ -n "${AGENTCLI_HEAVY:-}" ] || skip 'AGENTCLI_HEAVY is not set'
needs python3
python3 -c 'import jsonschema' 2> /dev/null || skip 'there is no python3-jsonschema'
. "$(dirname "$0")/server.bash"
says hello > "$dir/talk"
serve --replay "$dir/talk"
ask GET /openapi.json
is 200 '.openapi == "3.1.0"' 'OpenAPI'
printf '%s' "$answer" > "$dir/openapi.json"
stop
for test in "$source"/tests/runner/server/*.sh; do
  case $test in */responses_are_valid.sh) continue ;; esac
  status=0
  AGENTCLI_RESPONSES=$dir/responses timeout 120 bash "$test" "$bin" > out 2>&1 || status=$?
  [ "$status" = 0 ] || [ "$status" = 77 ] || fail "$test: $status"
done
python3 -B "$source/tests/runner/server/responses.py" "$dir/openapi.json" "$dir/responses" \
  > out 2> err || fail 'a response is not valid'
