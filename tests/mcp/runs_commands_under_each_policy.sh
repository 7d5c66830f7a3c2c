# S8: exec over MCP answers what a plain call answers, under each policy and at each level.
. "$(dirname "$0")/../shell.sh"
needs jq
cd "$dir"
mkdir workspace temporary
export TMPDIR=$dir/temporary
# The directory for temporary files has another name each time.
request='{"command":"pwd; cat; echo err >&2; [ -w \"$TMPDIR\" ]","stdin":"in","cwd":"."}'

compare() { # COMMAND…
  "$@" --root workspace <<< "$request" > plain || fail "$*: a plain call: $(cat plain)"
  jq -nc --argjson arguments "$request" \
    '{jsonrpc:"2.0",id:1,method:"tools/call",params:{name:"exec",arguments:$arguments}}' |
    "$@" --root workspace --mcp | jq -r '.result.content[0].text' > served
  sed -i 's/"durationMs":[0-9]*/"durationMs":0/' plain served
  cmp -s plain served || fail "$*: $(cat served), and a plain call: $(cat plain)"
  [ -z "$(ls -A temporary)" ] || fail "$*: temporary files are left: $(ls -A temporary)"
}

for policy in workspace-write read-only unrestricted; do
  compare "$bin/exec" "--policy=$policy"
  compare "$bin/without_namespaces" clone "$bin/exec" "--policy=$policy"
done
