# clients/python/agentcli.py has the conversations of conversations.py with a child process, with a
# server at a Unix socket whose connections are cut, and with a server at a port.
. "$(dirname "$0")/../../shell.sh"
. "$source/tests/runner/server/server.bash"
export PYTHONPATH=$source/clients/python PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1
needs_python 3.11
mkdir -p "$HOME/.config/agentcli/workflows"
cat > "$HOME/.config/agentcli/workflows/release.yaml" << 'END'
parameters: {version: {}}
steps:
  - {id: number, ask: {kind: text, message: "Which number?"}}
  - {set: {released: "{{ params.version }} as {{ steps.number.output }}"}}
END
converse() { # [URL [TOKEN]]
  timeout 500 python3 -X dev -W error "$source/tests/clients/python/conversations.py" \
    "$bin/agentcli" "$dir/talk" "$@" > out 2> err || fail "conversations ${1:-of a child process}"
  cat out
}

converse
: > "$dir/talk"
serve --replay "$dir/talk" --workflows release --listen "unix:$socket" --listen 127.0.0.1:0
cut_connections "$dir/cut.sock"
converse "unix://$dir/cut.sock"
read -r url token < <(jq -r '.listen[] | select(.tokenFile) | "\(.url) \(.tokenFile)"' \
  "$dir/listening")
converse "$url" "$(cat "$token")"
stop
[ "$status" = 0 ] || fail "the server ends with $status"
