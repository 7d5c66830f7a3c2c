# For tests that play a host of `agentcli host` with the servers of servers.json.
begin_host() { # BEGIN: starts agentcli host, sets $host, and sends the message
  coproc worker { exec "$bin/agentcli" host --model m --base-url http://127.0.0.1:9/v1 \
    --tools tools.json --mcp servers.json --wait-servers 2> err; }
  host=$worker_PID
  exec {to}>&"${worker[1]}" {from}<&"${worker[0]}"
  at_end 'kill -KILL $host 2> /dev/null'
  send "$1"
}
send() { printf '%s\n' "$1" >&"$to"; }
receive() { # EVENT: reads up to the next event with this name, and sets $line
  while IFS= read -r -t 30 line <&"$from"; do
    echo "$line" >> all
    [ "$(jq -r .event <<< "$line")" != "$1" ] || return 0
  done
  fail "no event $1: $(cat err)"
}
is() { # CONDITION NAME: fails if the event $line does not meet the condition of jq
  jq -e "$1" > /dev/null <<< "$line" || fail "$2: $line"
}
call() { # ID TOOL
  send '{"do":"call","id":"'"$1"'","tool":"'"$2"'","arguments":{}}'
}
answer() { # FIELDS: answers the question $line
  send "$(jq -c --argjson fields "$1" '{do: "answer", id: .id} + $fields' <<< "$line")"
}
quits() {
  send '{"do":"quit"}'
  wait "$host" || fail "exit $?: $(cat err)"
}
