# A host that can open pages is asked to sign in to an MCP server, when the server starts and when a
# call requires more access. The call is then sent again. Other hosts get the command that signs in.
. "$(dirname "$0")/../../shell.sh"
needs python3 curl jq
export HOME=$dir/home XDG_STATE_HOME=$dir/state XDG_CONFIG_HOME=$dir/config
mkdir -p "$HOME" "$dir/peer" "$dir/work"
start_server "$source/tests/mcp/oauth_peer.py" "$dir/peer"
cd "$dir/work"
url=http://127.0.0.1:$port/mcp
echo '{"tools":[]}' > tools.json
echo '{"mcpServers":{"tracker":{"url":"'"$url"'"}}}' > servers.json
. "$source/tests/runner/host/host.bash"

# A host that cannot open pages gets a note with the command that signs in.
begin_host '{"do":"begin","channel":2,"serverAsks":["form"]}'
receive run
grep -q "run 'agentcli mcp login tracker'" all || fail "the command is not named: $(cat all)"
quits

# The host is asked right after `begin`, and the browser completes the sign-in.
begin_host '{"do":"begin","channel":2,"serverAsks":["url"]}'
receive run
receive ask
is '.kind == "open-url" and .purpose == "sign-in" and .server == "tracker"
  and (.url | contains("/authorize?")) and (.message | contains("access    read"))' 'a sign-in'
curl -sL -o /dev/null "$(jq -r .url <<< "$line")"
receive asked
is '.kind == "open-url" and .state == "withdrawn"' 'a sign-in that a browser has ended'
for n in {1..50}; do
  call "c$n" tracker__read
  receive result
  ! jq -e '.code' <<< "$line" > /dev/null || continue
  break
done
is '.content | contains("read done")' 'a call after the sign-in'

# A call that requires more access is sent again after a sign-in by a pasted address.
call w1 tracker__write
receive ask
is '.purpose == "sign-in" and (.message | contains("added     write"))' 'a step-up'
address=$(curl -s -o /dev/null -w '%{redirect_url}' "$(jq -r .url <<< "$line")")
answer '{"action":"accept","content":{"address":"http://127.0.0.1:1/callback?code=x&state=y"}}'
receive ask
is '.opened and (.message | contains("not the address of this sign-in"))' 'another address'
answer "$(jq -nc --arg address "$address" '{action: "accept", content: {address: $address}}')"
receive result
is '.content | contains("write done")' 'a call after more access was given'

# Two calls that require different access lead to two questions, one after the other.
quits
"$bin/agentcli" mcp logout tracker --mcp servers.json > out
begin_host '{"do":"begin","channel":2,"serverAsks":["url"]}'
receive run
call s1 tracker__read
receive ask
curl -sL -o /dev/null "$(jq -r .url <<< "$line")"
receive result
call a1 tracker__admin
call a2 tracker__write
results=0
while [ "$results" -lt 2 ]; do
  IFS= read -r -t 30 line <&"$from" || fail "the calls do not end: $(cat err)"
  echo "$line" >> all
  case $(jq -r .event <<< "$line") in
    ask) curl -sL -o /dev/null "$(jq -r .url <<< "$line")" ;;
    result) results=$((results + 1)) ;;
  esac
done
jq -s 'map(select(.event == "result" and (.id == "a1" or .id == "a2")) | .content)' all > results
jq -e 'length == 2 and (join(" ") | contains("admin done") and contains("write done"))' results \
  > /dev/null || fail "two calls: $(cat results)"
quits

# The error text of the authorization server does not reach the model.
"$bin/agentcli" mcp logout tracker --mcp servers.json > out
echo denied > "$dir/peer/mode"
begin_host '{"do":"begin","channel":2,"serverAsks":["url"]}'
receive run
call d1 tracker__read
receive ask
curl -sL -o /dev/null "$(jq -r .url <<< "$line")"
receive result
is '.code == "PERMISSION_DENIED" and (.content | contains("the sign-in has failed"))
  and (.content | contains("you") | not)' 'a sign-in that is denied'
rm "$dir/peer/mode"
quits

# If the host declines, the call fails with the command that signs in.
begin_host '{"do":"begin","channel":2,"serverAsks":["url"]}'
receive run
call r1 tracker__read
receive ask
answer '{"action":"decline"}'
receive result
is '.code == "PERMISSION_DENIED" and (.content | contains("agentcli mcp login tracker"))' \
  'a declined sign-in'
quits
while read -r secret; do
  ! grep -qF -- "$secret" all err || fail 'a token is printed'
done < "$dir/peer/secrets"
