# Sourced after shell.sh: a server and its clients. The current directory is $dir/workspace.
needs curl jq
state=$dir/state socket=$dir/run/agentcli/serve.sock server=
export HOME=$dir/home XDG_RUNTIME_DIR=$dir/run
mkdir -p "$HOME" "$XDG_RUNTIME_DIR" "$dir/workspace"
cd "$dir/workspace"
at_end '[ -z "$server" ] || kill -KILL $server 2> /dev/null'

# A recording of a model: says TEXT, calls ID TOOL ARGUMENTS, then_says ID TEXT after that call.
any_user='{"role":"user","content":"<any>"}'
says() { # TEXT…
  local text
  for text in "$@"; do
    jq -cn --arg text "$text" "{asked:[$any_user],message:{role:\"assistant\",content:\$text}}"
  done
}
calls() {
  jq -cn --arg id "$1" --arg tool "$2" --arg arguments "$3" "{asked:[$any_user],message:{
    role:\"assistant\",tool_calls:[{id:\$id,type:\"function\",
    function:{name:\$tool,arguments:\$arguments}}]}}"
}
then_says() {
  jq -cn --arg id "$1" --arg text "$2" '{asked:[{role:"tool",tool_call_id:$id,content:"<any>"}],
    message:{role:"assistant",content:$text}}'
}

# after_restart ID TEXT [MESSAGES]: says TEXT in a run that continues after the call ID, or after
# more messages behind its result.
after_restart() {
  jq -cn --arg id "$1" --arg text "$2" "{asked:[$any_user,
    {role:\"assistant\",content:null,tool_calls:[{id:\$id,type:\"function\",
      function:{name:\"<any>\",arguments:\"{}\"}}]},
    {role:\"tool\",tool_call_id:\$id,content:\"<any>\"}${3:+,$3}],
    message:{role:\"assistant\",content:\$text}}"
}

serve() { # FLAG…: its pid is $server
  rm -f "$dir/listening"
  env --default-signal=INT,HUP "$bin/agentcli" serve --state "$state" --drain 10ms \
    --system '' "$@" \
    > "$dir/listening" 2> "$dir/server.err" &
  server=$!
  local tries
  for tries in $(seq 500); do
    [ ! -s "$dir/listening" ] || return 0
    kill -0 "$server" 2> /dev/null || break
    sleep 0.02
  done
  local status=0
  wait "$server" || status=$?
  ! grep -q SANDBOX_UNAVAILABLE "$dir/server.err" || skip 'there is no sandbox for the server here'
  server=
  fail "it does not serve ($status): $(cat "$dir/server.err")"
}

# Starts cutting.py, which cuts the connections to $socket: cut_connections SOCKET
cut_connections() {
  python3 "$source/tests/runner/server/cutting.py" "$socket" "$1" &
  at_end "kill $! 2> /dev/null"
  local tries
  for tries in $(seq 500); do [ ! -S "$1" ] || return 0; sleep 0.02; done
  fail 'cutting.py does not listen'
}

stop() { # [SIGNAL]: its exit status is $status
  kill -"${1:-TERM}" "$server"
  status=0
  wait "$server" || status=$?
  server=
}

# ask METHOD PATH [BODY] [CURL_FLAG…]: the status is $status, the body $answer, the fields $fields
ask() {
  local method=$1 path=$2 more=("${@:4}")
  [ -z "${3:-}" ] || more+=(-H 'Content-Type: application/json' --data-binary "$3")
  status=$(curl -sS --max-time 30 --unix-socket "$socket" -X "$method" -o "$dir/answer" \
    -D "$dir/fields" -w '%{http_code}' "${more[@]}" "http://agentcli$path") ||
    fail "curl: $method $path"
  answer=$(cat "$dir/answer")
  : > "$dir/answer"
  [ -z "${AGENTCLI_RESPONSES:-}" ] || record "$method" "$path"
}
# For responses_are_valid.sh: the last answer as a line of the file $AGENTCLI_RESPONSES.
record() {
  jq -cn --arg method "$1" --arg path "$2" --arg status "$status" \
    --arg type "$(field content-type)" --rawfile body <(printf '%s' "$answer") '$ARGS.named' \
    >> "$AGENTCLI_RESPONSES"
}
# as TOKEN METHOD PATH [BODY] [CURL_FLAG…]: sends a request to the port $url with a token; sets
# $status and $answer
as() {
  local token=$1 body=()
  [ -z "${4:-}" ] || body=(-H 'Content-Type: application/json' --data-binary "$4")
  status=$(curl -sS --max-time 30 -H "Authorization: Bearer $token" -X "$2" -o "$dir/answer" \
    -w '%{http_code}' "${body[@]}" "${@:5}" "$url$3") || fail "curl: $2 $3"
  answer=$(cat "$dir/answer")
  : > "$dir/answer"
}
# make_token NAME SCOPES: adds a token to $dir/tokens, and prints it
make_token() { "$bin/agentcli" serve token "$1" "$2" --tokens "$dir/tokens" 2> "$dir/err"; }
field() { tr -d '\r' < "$dir/fields" | sed -n "s/^$1: //Ip"; } # NAME

is() { # STATUS FILTER WHAT: the status, and what jq says of the body
  [ "$status" = "$1" ] || fail "$3: $status $answer"
  jq -e "$2" <<< "$answer" > /dev/null || fail "$3: $answer"
}

begin_run() { # BODY [CURL_FLAG…]: its id is $id
  ask POST /v1/runs "$@"
  is 201 '.id | length == 26' 'a run begins'
  id=$(jq -r .id <<< "$answer")
}

# All events of the run $id, up to its end, one a line: events [CURL_FLAG…]
events() {
  curl -sS --max-time 30 --unix-socket "$socket" -H 'Accept: application/x-ndjson' "$@" \
    "http://agentcli/v1/runs/$id/events"
}

# Reads the events of the run $id into the file $1, until it asks something; the reader is $reader.
follow() {
  : > "$1"
  curl -sS -N --max-time 30 --unix-socket "$socket" -H 'Accept: application/x-ndjson' \
    "http://agentcli/v1/runs/$id/events" > "$1" 2> /dev/null &
  reader=$!
  local tries
  for tries in $(seq 500); do
    ! grep -q '"event":"waiting"' "$1" || return 0
    sleep 0.02
  done
  fail "the run does not ask: $(cat "$1")"
}

# A model that calls a tool of the host, and a request with that tool: waiting_talk, waiting_run
# [MORE FIELDS].
waiting_talk() { calls c1 slow '{}'; then_says c1 'done'; }
waiting_run() {
  echo '{"prompt":"go","hostTools":[{"name":"slow","description":"Waits",
    "schema":{"type":"object"},"changes":false,"timeoutSeconds":300}]'"${1:-}"'}'
}

# A model that calls a tool which runs until there is a file `go` in the workspace.
busy_talk() {
  calls c1 exec '{"command":"until [ -e go ]; do sleep 0.02; done"}'
  then_says c1 'done'
}
