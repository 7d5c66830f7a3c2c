#!/usr/bin/env bash
# What a warm call of a tool as an MCP server costs, and one through `agentcli mcp`, against a plain
# call of it and against the server-filesystem of the protocol's authors, in one run; and the memory
# of all at rest. Needs the release build, Node.js and npm; PEER names an installed server, PLOT a
# file for a plot of the ratios to that server.
. "$(dirname "$0")/shared.sh"
. bench/plot.sh
plot=${PLOT:+$(realpath "$PLOT")}
peer=${PEER:-}
if [ -z "$peer" ] && is_tiny; then
  echo "no peer: PEER names no server; the tool takes its place"
elif [ -z "$peer" ]; then
  from_npm "$dir/npm" @modelcontextprotocol/server-filesystem
  peer=$(find "$dir/npm" -path '*server-filesystem/dist/index.js' | head -n 1)
fi
# A tool with a limit for requests is started for each call.
manifest() { printf '{"tools":[%s]}' "$("$bin/$1" "${@:2}" --describe)"; } # TOOL FLAG…
for tool in fs_stat fs_read_lines; do
  manifest "$tool" > "$dir/$tool.json"
  manifest "$tool" --max-request-bytes=1000000 > "$dir/$tool.plain.json"
done
mkdir "$dir/workspace"
cd "$dir/workspace"
seq 100 > notes.txt
path=$PWD/notes.txt
measure() { # TOOL REQUEST PEERS_TOOL PEERS_REQUEST
  local theirs=("$3" "$4" node "$peer" "$PWD")
  [ -n "$peer" ] || theirs=("$1" "$2" "$bin/$1" --mcp)
  "$programs/mcp" "$bin/$1" "$2" "$dir/$1.json" "$dir/$1.plain.json" -- "${theirs[@]}" |
    tee -a "$dir/printed"
}
measure fs_stat '{"path":"notes.txt"}' get_file_info '{"path":"'"$path"'"}'
measure fs_read_lines '{"path":"notes.txt"}' read_text_file '{"path":"'"$path"'"}'
[ -z "$plot" ] && exit
sed -n 's/^\([a-z_]*\) *warm.* \([0-9.]*\) of [^p][a-z_]*;.*/\1 --mcp\t\2\t/p
  s/^\([a-z_]*\) *agentcli mcp: warm [^,]*, \([0-9.]*\) of .*/\1, agentcli mcp\t\2\t/p' \
  "$dir/printed" > "$dir/ratios"
draw "$dir/ratios" 'a call' server-filesystem "One call at a time, warm." > "$plot"
