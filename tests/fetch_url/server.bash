# For the scripts here: start_server [CERTIFICATE KEY] starts server.py in the directory $dir and
# sets $port and $server; its requests are in $dir/requests.
start_server() {
  rm -f "$dir/port"
  python3 "$source/tests/fetch_url/server.py" "$@" > "$dir/port" 2> "$dir/requests" &
  server=$!
  at_end 'kill $server 2> /dev/null'
  for _ in $(seq 200); do [ -s "$dir/port" ] && break; sleep 0.05; done
  port=$(cat "$dir/port")
  [ -n "$port" ] || fail 'the server did not start'
}

ask() { # STATUS FLAGS… -- REQUEST: the answer is in `out`, the error in `err`
  local wanted=$1 status=0 flags=()
  shift
  while [ "$1" != -- ]; do flags+=("$1"); shift; done
  "$bin/fetch_url" "${flags[@]}" <<< "$2" > out 2> err || status=$?
  [ "$status" = "$wanted" ] || fail "exit $status, not $wanted: $2"
}
has() { grep -qF -- "$1" out || fail "the answer has no $1"; }
says() { grep -qF -- "$1" err || fail "the error does not say: $1"; }
