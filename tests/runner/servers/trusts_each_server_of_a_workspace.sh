# Each entry of ./.mcp.json needs a yes at the terminal, which is for this entry in this workspace:
# any change ends it. Without a terminal nothing is trusted.
. "$(dirname "$0")/../../shell.sh"
needs script
export HOME=$dir/home XDG_STATE_HOME=$dir/state XDG_CONFIG_HOME=$dir/config TERM=dumb
mkdir -p "$HOME" "$dir/work" "$dir/copy"
cd "$dir/work"
echo "{\"tools\":[],\"roles\":{\"launch\":[\"$bin/exec\"]}}" > "$dir/tools.json"
entry='"one":{"command":"sh","args":["-c","true"]}'
write() { printf '{"mcpServers":{%s}}\n' "$1" > .mcp.json; }
state_of() { # NAME
  "$bin/agentcli" mcp servers --json --tools "$dir/tools.json" 2> err |
    grep -o "\"name\":\"$1\"[^}]*\"state\":\"[a-z]*\"" | sed 's/.*:"//; s/"$//'
}
answer() { # ANSWER…: one for each server that is asked about
  local asked=0 word
  : > "$dir/shown"
  { for word in "$@"; do
      asked=$((asked + 1))
      for _ in $(seq 500); do
        [ "$(grep -o 'n(o) >' "$dir/shown" | wc -l)" -ge $asked ] && break
        sleep 0.01
      done
      echo "$word"
    done; } | script -qefc "'$bin/agentcli' trust .mcp.json" "$dir/shown" > out 2> err || true
}

write "$entry,\"two\":{\"command\":\"sh\"}"
[ "$(state_of one)$(state_of two)" = untrusteduntrusted ] || fail 'nobody has said yes'

status=0
setsid -w "$bin/agentcli" trust .mcp.json > out 2> err < /dev/null || status=$?
[ $status = 2 ] && grep -q 'there is no terminal' err || fail 'without a terminal'

answer y n
grep -q '^trusted: one' out || fail 'it does not say what is trusted'
[ "$(state_of one)" = ready ] || fail 'a yes'
[ "$(state_of two)" = untrusted ] || fail 'a no'

# A second time only the other one is asked about.
answer y
grep -q 'one is trusted already' out || fail 'it asks again'
[ "$(state_of two)" = ready ] || fail 'the second yes'

# The same said otherwise is the same; any change is not.
write '"two": {"command": "sh"}, "one":{"args":["-c","true"],"command":"\u0073h"}'
[ "$(state_of one)$(state_of two)" = readyready ] || fail 'the same in another order'
for change in '"one":{"command":"sh","args":["-c","false"]}' \
  '"one":{"command":"sh","args":["-c","true"],"env":{"A":"b"}}' \
  '"one":{"command":"sh","args":["-c","true"],"icon":"x"}'; do
  write "$change"
  [ "$(state_of one)" = untrusted ] || fail "changed to $change"
done
write '"other":{"command":"sh","args":["-c","true"]}'
[ "$(state_of other)" = untrusted ] || fail 'the same under another name'

# Another workspace is another one.
write "$entry"
cp .mcp.json "$dir/copy"
cd "$dir/copy"
[ "$(state_of one)" = untrusted ] || fail 'another directory'
cd "$dir/work"
[ "$(state_of one)" = ready ] || fail 'the same entry again'

"$bin/agentcli" trust list > out
grep -q "^server  [0-9a-f]*  $dir/work/.mcp.json#one$" out || fail 'trust list'
"$bin/agentcli" trust remove .mcp.json || fail 'trust remove'
[ "$(state_of one)" = untrusted ] || fail 'after trust remove'
status=0
"$bin/agentcli" trust remove .mcp.json 2> err || status=$?
[ $status = 1 ] || fail 'nothing to remove'
