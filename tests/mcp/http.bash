# Sourced after shell.sh: a client of a server that listens, by HTTP. bash itself connects, so that
# each byte of a request is the test's own. The current directory is $dir, with a workspace in it.
needs jq
. "$(dirname "${BASH_SOURCE[0]}")/client.bash"
LC_ALL=C # bytes are counted
cd "$dir"
mkdir workspace

listen() { # ARGUMENT…: of agentcli mcp; its pid is $server, its port $port, its token $token
  export XDG_RUNTIME_DIR=$dir/run
  mkdir -p "$XDG_RUNTIME_DIR"
  rm -f listening
  env --default-signal=INT,HUP "$bin/agentcli" mcp --listen 127.0.0.1:0 "$@" > listening \
    2> server.err &
  server=$!
  disown "$server"
  at_end 'kill -KILL $server 2> /dev/null'
  wait_until 'it does not listen' test -s listening
  url=$(jq -r .url listening) port=${url%/mcp} port=${port##*:}
  token_file=$(jq -r '.tokenFile // ""' listening) token=
  [ -z "$token_file" ] || token=$(cat "$token_file")
}

dial() { exec {wire}<> "/dev/tcp/127.0.0.1/$port"; } # the connection is $wire
hang_up() { exec {wire}>&-; }

# A request with its length, and the token unless there is none: request METHOD TARGET BODY FIELD…
# It is one write: of several the second would wait for an acknowledgement.
request() {
  local body=$3 field text
  text="$1 $2 HTTP/1.1"$'\r\n'"Host: ${host:-127.0.0.1:$port}"$'\r\n'
  [ -z "$token" ] || text+="Authorization: Bearer $token"$'\r\n'
  for field in "${@:4}"; do text+=$field$'\r\n'; done
  printf %s "$text"$'Content-Length: '"${#body}"$'\r\n\r\n'"$body"
}

read_answer() { # up to the end of the connection: into answered
  timeout 20 cat <&"$wire" | tr -d '\r' > answered
  hang_up
  IFS=' ' read -r _ status _ < answered || status=none
}

ask() {
  dial
  request "$@" 'Connection: close' >&"$wire"
  read_answer
}

field() { sed -n "1,/^\$/s/^$1: //Ip" answered; } # NAME: of the answer

body() { sed '1,/^$/d' answered; }

# The messages of an answer, one a line, whether or not it is a stream.
messages() {
  case $(field content-type) in
    text/event-stream) sed -n 's/^data: //p' answered ;;
    *) body ;;
  esac
}

answers() { # STATUS WHAT
  [ "$status" = "$1" ] || fail "$2: $(cat answered)"
}

says() { # FILTER WHAT: of the last message
  line=$(messages | tail -1)
  is "$1" "$2"
}

posting=('Content-Type: application/json' 'Accept: application/json, text/event-stream')
post() { # BODY FIELD…
  local body=$1
  shift
  ask POST /mcp "$body" "${posting[@]}" "$@"
}

initialization='{"jsonrpc":"2.0","id":"i","method":"initialize","params":{"protocolVersion":"2025-11-25",'
initialization+='"capabilities":{},"clientInfo":{"name":"test","version":"1"}}}'
begin_session() { # its id is $session
  post "$initialization"
  session=$(field mcp-session-id)
}
in_session() { post "$1" "Mcp-Session-Id: $session"; } # BODY

meta='"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",'
meta+='"io.modelcontextprotocol/clientCapabilities":{}}'
modern_fields() { # METHOD [NAME]: into $fields
  fields=('MCP-Protocol-Version: 2026-07-28' "Mcp-Method: $1")
  [ $# = 1 ] || fields+=("Mcp-Name: $2")
}
modern() { # METHOD [NAME ARGUMENTS]
  local params=$meta
  [ $# = 1 ] || params='"name":"'$2'","arguments":'$3','$meta
  modern_fields "${@:1:2}"
  post '{"jsonrpc":"2.0","id":1,"method":"'"$1"'","params":{'"$params"'}}' "${fields[@]}"
}
