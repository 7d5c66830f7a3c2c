# A sign-in at oidc-provider, a certified authorization server: a person logs in and consents at its
# pages. The token is used, renewed when it has expired, by one of two processes, widened by a
# second sign-in, and revoked. The refresh tokens of this server can be used once.
. "$(dirname "$0")/../shell.sh"
here=$source/tests/mcp
. "$here/npm.bash"
[ -d "${AGENTCLI_NPM:-}/node_modules/oidc-provider" ] || skip 'there is no oidc-provider'
from_npm
needs jq curl
export HOME=$dir/home XDG_STATE_HOME=$dir/state XDG_CONFIG_HOME=$dir/config TERM=dumb
unset BROWSER DISPLAY WAYLAND_DISPLAY
mkdir "$HOME" "$dir/work"
node "$here/oauth_provider.mjs" "$AGENTCLI_NPM" 15 > "$dir/provider" 2> "$dir/provider.err" &
at_end "kill $! 2> /dev/null"
for _ in {1..200}; do [ ! -s "$dir/provider" ] || break; sleep 0.1; done
url=$(head -n 1 "$dir/provider" | jq -r .mcp)
cd "$dir/work"
cli() { timeout 60 "$bin/agentcli" mcp "$1" "$url" "${@:2}" > out 2> err < /dev/null; }
count() { grep -cx -- "$1" "$dir/provider" || true; }

get() { curl -sS -L -b jar -c jar -o page -w '%{url_effective}' "$@"; }
person() { # URL: logs in and consents, and ends at the redirect URI
  local at prompt action
  at=$(get "$1")
  for _ in 1 2 3; do
    [[ $at = */interaction/* ]] || break
    prompt=$(grep -o 'name="prompt" value="[a-z]*"' page | cut -d '"' -f 4)
    action=$(grep -o 'action="[^"]*"' page | head -n 1 | cut -d '"' -f 2)
    [[ $action = http* ]] || action=${at%%/interaction/*}$action
    at=$(get -d "prompt=$prompt" -d login=ann -d password=x "$action")
  done
  grep -q 'You can close this page' page || fail "the person ends at $at"
}
sign_in() {
  local pid status=0
  : > line
  timeout 60 "$bin/agentcli" mcp login "$url" --no-browser > line 2> err < /dev/null &
  pid=$!
  for _ in {1..300}; do [ ! -s line ] && kill -0 "$pid" 2> /dev/null || break; sleep 0.1; done
  [ -s line ] || fail 'there is no URL'
  person "$(jq -r .url line)"
  wait "$pid" || status=$?
  [ $status = 0 ] || fail "the sign-in ends with $status"
}

! cli call read || fail 'a call without a sign-in'
grep -qF "run 'agentcli mcp login $url'" err || fail 'it does not say how to sign in'
sign_in
cli call read || fail 'a call'
grep -q 'read done' out || fail 'what the call says'
before=$(count 'token request')
sleep 16 # the token lives for 15 s
timeout 60 "$bin/agentcli" mcp call "$url" slow > slow 2>&1 < /dev/null &
beside=$!
cli call slow || fail 'a call after the end of the token'
wait $beside || fail "a call beside it: $(cat slow)"
[ "$(count 'token request')" = $((before + 1)) ] || fail 'the token is not renewed once'

! cli call write || fail 'a call that needs another scope'
grep -q 'needs more access (tools:write)' err || fail 'it does not name the scope'
sign_in
cli call write || fail 'a call with the other scope'
cli logout || fail 'the sign-out'
[ "$(count revocation)" = 1 ] || fail 'the token is not revoked'
! cli call read || fail 'a call after the sign-out'
