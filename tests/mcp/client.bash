# Sourced after shell.sh: an MCP client of one server, which is a coprocess.

start_server() { # COMMAND…: its pid is $server
  coproc client { exec "$@" 2> "$dir/server.err"; }
  server=$client_PID
  disown "$server" # its end is no news
  exec {to}>&"${client[1]}" {from}<&"${client[0]}"
  eval "exec ${client[1]}>&-"
  eval "exec ${client[0]}<&-"
  at_end 'kill -KILL $server 2> /dev/null'
}

send() { printf '%s\n' "$1" >&"$to"; } # LINE

receive() { # one line, into $line
  line=
  IFS= read -r -t 30 line <&"$from" || fail "no answer: $(cat "$dir/server.err")"
}

call() { # ID TOOL ARGUMENTS
  send '{"jsonrpc":"2.0","id":'"$1"',"method":"tools/call","params":{"name":"'"$2"'","arguments":'"$3"'}}'
}

cancel() { # ID
  send '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":'"$1"'}}'
}

end_input() { exec {to}>&-; }

# The text of the line that answers a call; "error: " precedes that of a failed one.
text_of_answer() {
  jq -r '(if .result.isError then "error: " else "" end) + .result.content[0].text' <<< "$line"
}

wait_until() { # MESSAGE COMMAND…
  local message=$1
  shift
  for _ in $(seq 300); do
    ! "$@" > /dev/null 2>&1 || return 0
    sleep 0.1
  done
  fail "$message"
}

# A program that starts another one and waits for it; the file pid has the number of that.
make_nap() { # it is ./nap
  cat > nap << 'END'
sleep 300 &
echo $! > pid.new
mv pid.new pid
wait
END
}

is_gone() { [ ! -e "/proc/$1" ] || grep -q '^State:.*Z' "/proc/$1/status"; } # PID

# The line that was received last has this.
is() { # FILTER WHAT
  jq -e "$1" > /dev/null <<< "$line" || fail "$2: $line"
}

initialize() { # VERSION
  local client='"clientInfo":{"name":"test","version":"1"}'
  send '{"jsonrpc":"2.0","id":"i","method":"initialize","params":{"protocolVersion":"'\
"$1"'","capabilities":{},'"$client"'}}'
}
