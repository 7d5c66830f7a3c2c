# B3: the supervisor of the next tool is forked ahead. If that process is killed, the next call has
# another one. All of them end with the server.
. "$(dirname "$0")/../shell.sh"
needs jq pgrep
. "$(dirname "$0")/client.bash"
cd "$dir"
mkdir workspace
printf 'text' > workspace/file
"$bin/fs_stat" --describe |
  jq -c --arg program "$bin/fs_stat" \
    '{tools: [.command = [$program, "--max-request-bytes=1000000"]]}' > tools.json
start_server "$bin/agentcli" mcp -C workspace --tools ../tools.json

answers() { # ID
  call "$1" fs_stat '{"path":"file"}' && receive
  [[ $(text_of_answer) == *'"sizeBytes":4'* ]] || fail "call $1: $line"
}
# No tool runs, so the one that sleeps waits for one.
spare() { pgrep -P "$(pgrep -P "$server" -x root-supervisor)" -x tool-supervisor -r S; }
another_waits() { local now && now=$(spare) && [ "$now" != "$before" ]; }

answers 1
before=
wait_until 'no supervisor waits for the next tool' another_waits
before=$(spare)
answers 2
wait_until 'the supervisor of a tool is still there' another_waits
before=$(spare)
kill -KILL "$before"
wait_until 'a killed supervisor is still there' is_gone "$before"
answers 3
wait_until 'no supervisor waits after one was killed' another_waits
root=$(pgrep -P "$server" -x root-supervisor)
last=$(spare)
end_input
for process in "$server" "$root" "$last"; do
  wait_until 'the server or a supervisor is still there' is_gone "$process"
done
