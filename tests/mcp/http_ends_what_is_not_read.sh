# A client that listens, but does not read, is told nothing more once 1 MiB waits for it: its stream
# and its subscriptions end.
. "$(dirname "$0")/../shell.sh"
. "$(dirname "$0")/http.bash"
export XDG_STATE_HOME=$dir/state XDG_CONFIG_HOME=$dir/config
echo '{"tools":[]}' > tools.json
jq -n --arg peer "$bin/mcp_peer" '{mcpServers: {one: {command: $peer, sandbox: false,
  args: ["--subscriptions"]}}}' > servers.json
listen -C workspace --tools ../tools.json --mcp ../servers.json --with-servers

# An update of the last of these resources is one of all.
uri=test://$(printf 'a%.0s' $(seq 7000)) uris=
for _ in $(seq 100); do
  uri+=/1
  uris+=',"mcp://one/'$uri'"'
done
modern_fields subscriptions/listen
dial
unread=$wire
request POST /mcp '{"jsonrpc":"2.0","id":"l","method":"subscriptions/listen","params":{'\
'"notifications":{"resourceSubscriptions":['"${uris#,}]},$meta"'}}' "${posting[@]}" "${fields[@]}" \
  'Connection: close' >&"$unread"
is_subscribed() {
  modern tools/call one__subscribed '{}'
  [ "$(messages | tail -1 | jq -r '.result.content[0].text')" != '[]' ]
}
wait_until 'the server does not know of it' is_subscribed
is_ended() {
  modern tools/call one__notify \
    '{"method":"notifications/resources/updated","params":{"uri":"'"$uri"'"}}'
  ! is_subscribed
}
wait_until 'the client is told without end' is_ended
timeout 20 cat <&"$unread" > received || fail 'its stream goes on'
exec {unread}>&-
modern tools/call one__echo '{"text":"on"}'
says '.result.content[0].text == "on"' 'a call afterwards'
