# Sourced after server.bash: a receiver of webhooks and traces, and what it has received.
needs python3
log=$dir/received secret=whsec_$(head -c 32 /dev/zero | tr '\0' a | base64)
old_secret=whsec_$(head -c 24 /dev/zero | tr '\0' b | base64)
receiver=
at_end '[ -z "$receiver" ] || kill $receiver 2> /dev/null'

receive() { # [PORT]: its port is $port, its pid $receiver
  rm -f "$dir/port"
  python3 "$source/tests/runner/server/receiver.py" "$log" "${1:-0}" "$secret" "$old_secret" \
    > "$dir/port" 2> "$dir/receiver.err" &
  receiver=$!
  local tries
  for tries in $(seq 500); do [ ! -s "$dir/port" ] || break; sleep 0.02; done
  port=$(cat "$dir/port")
  [ -n "$port" ] || fail "the receiver does not listen: $(cat "$dir/receiver.err")"
}

plan() { printf '%s\n' "$@" > "$log.plan"; } # STEP…: the next responses
count() { [ -e "$log" ] && wc -l < "$log" || echo 0; }

# Waits until there are that many requests, or a line on the server's stderr.
await_requests() { # NUMBER
  local tries
  for tries in $(seq 1000); do
    [ "$(count)" -lt "$1" ] || return 0
    sleep 0.02
  done
  fail "$1 requests do not come: $(cat "$log" "$dir/server.err" 2>&1)"
}
await_line() { # TEXT
  local tries
  for tries in $(seq 1000); do
    ! grep -qF -- "$1" "$dir/server.err" || return 0
    sleep 0.02
  done
  fail "the server does not say '$1': $(cat "$dir/server.err")"
}

received() { # FILTER WHAT: what jq says of the list of requests
  jq -se "$1" "$log" > /dev/null || fail "$2: $(cat "$log")"
}
