# --peer: other users of the machine connect to a socket of --listen, and do there what the scopes
# of their uid name; whoever is not named is not let in.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/server.bash"
needs_root 'to be another user'
needs setpriv
{ calls c1 fs_write_file '{"path":"made","content":"x"}'; then_says c1 'done'; } > "$dir/talk"
"$bin/fs_write_file" --describe |
  jq -c --arg tool "$bin/fs_write_file" '{tools:[.command[0] = $tool]}' > "$dir/tools.json"
reader=4101 bot=4102 owner=4103 stranger=4104
socket=$dir/peers/serve.sock

# Flags that do not say who.
refused() { # MESSAGE FLAG…
  local status=0
  "$bin/agentcli" serve --state "$state" --replay "$dir/talk" "${@:2}" \
    > "$dir/out" 2> "$dir/err" || status=$?
  [ "$status" = 2 ] && grep -q "$1" "$dir/err" || fail "$2 $3: $status $(cat "$dir/err")"
}
here=(--listen "unix:$socket")
refused 'requires --listen' --peer $bot=run
refused 'there is none' --peer $bot=run --listen 127.0.0.1:0
for wrong in $bot bot=run =run -1=run 4294967295=run "$bot=run x" 99999999999=run; do
  refused 'is not UID=SCOPES\|no scope' --peer "$wrong" "${here[@]}"
done
refused 'no scope' --peer $bot=write "${here[@]}"
refused 'needs a scope' --peer $bot= "${here[@]}"
refused twice --peer $bot=run --peer $bot=read "${here[@]}"
refused 'has all scopes' --peer 0=read "${here[@]}"
refused 'another namespace' --peer "$(cat /proc/sys/kernel/overflowuid)=read" "${here[@]}"
for mode in 700 755 777 1711; do
  mkdir -m $mode "$dir/peers"
  refused 'mode 0711 is needed' --peer $bot=run "${here[@]}"
  rmdir "$dir/peers"
done

serve --replay "$dir/talk" --tools "$dir/tools.json" --approve changes --listen "unix:$socket" \
  --peer $reader=read:all --peer $bot=read,run --peer $owner=approve:all,run,read
[ "$(stat -c %a "$dir/peers") $(stat -c %a "$socket")" = '711 666' ] || fail 'the modes'
grep -q "users $reader, $bot, $owner" "$dir/server.err" || fail 'the start names no user'
chmod 711 "$dir"
other() { setpriv --reuid="$1" --regid="$1" --clear-groups -- "${@:2}"; } # UID COMMAND…
other $reader test -x "$dir/peers" || skip 'there is no other user here'
! other $reader ls "$dir/peers" > "$dir/out" 2>&1 || fail 'a peer lists the directory'
! other $reader rm -f "$socket" 2> "$dir/out" || fail 'a peer removes the socket'

as() { # UID METHOD PATH [BODY] [CURL_FLAG…]
  local body=()
  [ -z "${4:-}" ] || body=(-H 'Content-Type: application/json' --data-binary "$4")
  answer=$(other "$1" curl -sS --max-time 30 --unix-socket "$socket" -X "$2" -w '\n%{http_code}' \
    "${body[@]}" "${@:5}" "http://agentcli$3" 2> "$dir/err") ||
    answer=$'\n'"curl: $(cat "$dir/err")"
  status=${answer##*$'\n'} answer=${answer%$'\n'*}
}
as $reader GET /healthz
is 200 '.status == "ok"' 'a peer'
as $reader GET /v1/runs
is 200 '.runs == []' 'a reader reads'
as $reader POST /v1/runs '{"prompt":"go"}'
is 403 '.code == "FORBIDDEN" and (.error | contains("run"))' 'a reader begins a run'
as $reader GET /v1/runs '' -H 'Origin: http://evil.test'
is 403 '.code == "FORBIDDEN"' 'an Origin'
as $bot POST /v1/runs '{"prompt":"go"}' -H 'Prefer: wait=20'
is 202 '.state == "waiting" and .asks[0].kind == "approval"' 'a bot begins a run'
id=$(jq -r .id <<< "$answer") asked=$(jq -r '.asks[0].id' <<< "$answer")
yes='{"id":"'$asked'","verdict":"yes"}'
for peer in $reader $bot; do
  as $peer POST "/v1/runs/$id/answers" "$yes"
  is 403 '.code == "FORBIDDEN"' 'a peer without the scope approves'
done
as $reader DELETE "/v1/runs/$id"
is 403 '.code == "FORBIDDEN"' 'a reader deletes'
for path in /healthz /v1/runs "/v1/runs/$id"; do
  as $stranger GET "$path"
  case $status in curl:*) [ -z "$answer" ] || fail "a stranger reads $answer" ;;
    *) fail "a stranger is answered: $status $answer" ;;
  esac
done
[ ! -e made ] || fail 'the call was made'
as $owner POST "/v1/runs/$id/answers" "$yes"
is 200 '.id' 'who may approve does'
as $reader GET "/v1/runs/$id"
is 200 ".owner == \"user:$bot\"" 'the run of another peer'
as $reader GET "/v1/runs/$id/events" '' -H 'Accept: application/x-ndjson'
tail -1 <<< "$answer" | jq -e '.run.result.answer == "done"' > /dev/null || fail "$answer"
ask GET /v1/runs
is 200 '.runs | length == 1' 'the own user'
ask DELETE "/v1/runs/$id"
[ "$status" = 204 ] || fail "the own user deletes: $status"
# The peers of a socket that was opened with them alone: no connection keeps what another may do.
other $reader curl -sS --max-time 30 --unix-socket "$socket" http://agentcli/v1/runs \
  --next -sS --max-time 30 --unix-socket "$socket" -d '{"prompt":"go"}' \
  -H 'Content-Type: application/json' http://agentcli/v1/runs > "$dir/out"
tail -1 "$dir/out" | jq -e '.code == "FORBIDDEN"' > /dev/null || fail "$(cat "$dir/out")"
stop
[ "$status" = 0 ] || fail "it ends with $status"
[ ! -e "$socket" ] || fail 'the socket stays'
