# clients/python/agentcli.py waits for a server that is restarted: its run continues and asks again,
# and the next run begins after the restart.
. "$(dirname "$0")/../../shell.sh"
. "$source/tests/runner/server/server.bash"
needs_python 3.11
cat > "$dir/client.py" << 'END'
import sys
import agentcli

with agentcli.Agent(url=sys.argv[1], session="desk", approve=lambda ask: agentcli.LATER) as agent:
    @agent.tool(approve=True)
    def slow():
        "Is called once."
        return "called"
    for turn in range(2):
        for event in agent.run("Go"):
            if isinstance(event, agentcli.ApprovalAsk):
                print("asked", event.id, flush=True)
            if isinstance(event, agentcli.TurnEnds):
                print("ended", event.answer, flush=True)
                sys.stdin.readline()
END
waiting_talk > "$dir/talk"
serve --replay "$dir/talk"
mkfifo "$dir/go"
PYTHONPATH=$source/clients/python PYTHONDONTWRITEBYTECODE=1 timeout 120 \
  python3 "$dir/client.py" "unix://$socket" < "$dir/go" > out 2> err &
client=$!
at_end 'kill $client 2> /dev/null'
exec 4> "$dir/go"
wait_for_lines() { # COUNT: waits until the client has printed COUNT lines
  local tries
  for tries in $(seq 1000); do
    [ "$(wc -l < out)" -lt "$1" ] || return 0
    kill -0 "$client" 2> /dev/null || break
    sleep 0.02
  done
  fail "the client has printed fewer than $1 lines: $(cat out err)"
}
wait_for_lines 1
stop KILL
after_restart c1 'done' > "$dir/talk"
serve --replay "$dir/talk"
wait_for_lines 2
ask GET /v1/runs
id=$(jq -r '.runs[0].id' <<< "$answer")
question=$(sed -n 's/^asked //p' out | tail -1)
ask POST "/v1/runs/$id/answers" '{"id":"'"$question"'","verdict":"yes"}'
is 200 '.id' 'the second question is answered'
wait_for_lines 3
after_restart c1 'one' '{"role":"assistant","content":"done"},'"$any_user" > "$dir/talk"
echo >&4
wait_for_lines 4
echo >&4
wait "$client" || fail "the client fails: $(cat err)"
[ "$(sed 's/ a[0-9]*$//' out | paste -sd ,)" = 'asked,asked,ended done,ended one' ] ||
  fail "it prints: $(cat out)"
stop
