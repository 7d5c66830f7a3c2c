#!/usr/bin/env bash
# What `agentcli mcp` costs over HTTP: the memory of all of its processes at rest (proportional),
# when it has started, after a thousand calls and after CALLS (100,000) of them, and the median time
# of a call. Needs the release build and perl.
. "$(dirname "$0")/shared.sh"
needs perl
share=$build/share/agentcli
server=
trap 'kill $server 2> /dev/null; wait; rm -rf "$dir"' EXIT
mkdir "$dir/workspace"
cd "$dir/workspace"
seq 100 > notes.txt
XDG_RUNTIME_DIR=$dir "$bin/agentcli" mcp -C . --tools "$share/tools.json" --listen 127.0.0.1:0 \
  > ../listening 2> /dev/null &
server=$!
until [ -s ../listening ]; do sleep 0.1; done
perl "$source/bench/mcp_http.pl" "$server" "$(sed 's/.*:\([0-9]*\)\/mcp.*/\1/' ../listening)" \
  "$(cat "$dir"/agentcli/*.token)" "${CALLS:-$(size 100000 1000)}"
