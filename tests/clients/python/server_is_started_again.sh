# clients/python/agentcli.py waits for a server that is restarted: it reports the lost run, and
# begins the next run after the restart.
. "$(dirname "$0")/../../shell.sh"
. "$source/tests/runner/server/server.bash"
needs_python 3.11
cat > "$dir/client.py" << 'END'
import sys
import agentcli

with agentcli.Agent(url=sys.argv[1], session="desk", approve=lambda ask: agentcli.LATER) as agent:
    @agent.tool(approve=True)
    def slow():
        "Is not called."
    for asked in range(2):
        try:
            for event in agent.run("Go"):
                if isinstance(event, agentcli.ApprovalAsk):
                    print("asked", flush=True)
                    sys.stdin.readline()
        except agentcli.WorkerDied as error:
            print(error.message, flush=True)
        except agentcli.TurnFailed as error:
            print(error.code, flush=True)
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
  fail "the client has printed fewer than $1 lines"
}
wait_for_lines 1
stop KILL
echo >&4
sleep 0.3
says 'one' > "$dir/talk"
serve --replay "$dir/talk"
wait_for_lines 3
wait "$client" || fail 'the client fails'
[ "$(sed -n 2p out)" = 'the server ended before the run did' ] || fail 'the run is not lost'
[ "$(sed -n 3p out)" = CONFLICT ] || fail 'the second run does not continue the session'
stop
