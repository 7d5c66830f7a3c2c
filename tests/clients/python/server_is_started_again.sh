# clients/python/agentcli.py waits for a server that is started again: it reports the run that was
# lost, and begins the next one when the server is there.
. "$(dirname "$0")/../../shell.sh"
. "$source/tests/runner/server/server.bash"
needs python3
python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' || skip 'Python is older than 3.11'
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
said() { # LINES: waits until the client has said so many
  local tries
  for tries in $(seq 1000); do
    [ "$(wc -l < out)" -lt "$1" ] || return 0
    kill -0 "$client" 2> /dev/null || break
    sleep 0.02
  done
  fail "the client has said less than $1 lines"
}
said 1
stop KILL
echo >&4
sleep 0.3
says 'one' > "$dir/talk"
serve --replay "$dir/talk"
said 3
wait "$client" || fail 'the client fails'
[ "$(sed -n 2p out)" = 'the server ended before the run did' ] || fail 'the run is not lost'
[ "$(sed -n 3p out)" = CONFLICT ] || fail 'the second run does not continue the session'
stop
