# A sign-in by OAuth at an MCP server over HTTP: by the browser and by a pasted address; the token
# is sent, renewed, shared between processes, widened, revoked. A hostile response of a server ends
# the sign-in with an error. No output, audit or command line has a token, and a run never signs in.
. "$(dirname "$0")/../../shell.sh"
needs python3 curl jq script
export HOME=$dir/home XDG_STATE_HOME=$dir/state XDG_CONFIG_HOME=$dir/config TERM=dumb
unset BROWSER DISPLAY WAYLAND_DISPLAY
mkdir "$HOME" "$dir/peer" "$dir/work"
start_server "$source/tests/mcp/oauth_peer.py" "$dir/peer"
url=http://127.0.0.1:$port/mcp
cd "$dir/work"
echo '{"mcpServers":{"tracker":{"url":"'"$url"'"}}}' > servers.json
mode() { echo "$1" > "$dir/peer/mode"; }
count() { grep -cx -- "$1" "$dir/peer/log" || true; } # REQUEST
cli() { # STATUS WORD…
  local expected=$1 status=0
  shift
  timeout 40 "$bin/agentcli" "$@" --mcp servers.json > out 2> err < /dev/null || status=$?
  cat out err >> "$dir/all"
  [ "$status" = "$expected" ] || fail "exit $status, not $expected: $*"
}
command_lines() { cat /proc/[0-9]*/cmdline 2> /dev/null | tr '\0' '\n' >> "$dir/words" || true; }
says() { grep -qF -- "$1" out err || fail "it does not say: $1"; }
tokens() { echo "$XDG_STATE_HOME"/agentcli/mcp/oauth/tokens/*.json; }

mkfifo lines
exec {lines}<>lines
login() { # STATUS WAY: WAY is browser, pasted, or left, which ends the wait
  local expected=$1 way=$2 status=0 pid page
  : > line
  timeout 40 "$bin/agentcli" mcp login tracker --no-browser --mcp servers.json \
    < lines > line 2> err &
  pid=$!
  for _ in {1..300}; do [ ! -s line ] && kill -0 "$pid" 2> /dev/null || break; sleep 0.1; done
  : > out
  if [ -s line ]; then
    command_lines
    page=$(jq -r .url line)
    ! grep -q 'code_verifier' line || fail 'the verifier is printed'
    if [ "$way" = left ]; then
      kill "$pid"
    elif [ "$way" = browser ]; then
      status_of=$(curl -s -o /dev/null -w '%{http_code}' "$(jq -r .redirect line)?code=x&state=y")
      [ "$status_of" = 400 ] || fail 'a response with another state is accepted'
      curl -sL "$page" > page || true
    else
      echo 'http://127.0.0.1:1/callback?code=x&state=y' > lines
      curl -s -o /dev/null -w '%{redirect_url}\n' "$page" > lines
    fi
  fi
  wait "$pid" || status=$?
  cat line err >> "$dir/all"
  [ "$way" != left ] || [ "$status" = 0 ] || status=$expected
  [ "$status" = "$expected" ] || fail "a sign-in ($way) ends with $status, not $expected"
}

# Without a sign-in: one request without a token, and no other way to begin is tried.
cli 1 mcp call tracker read
says "needs a sign-in: run 'agentcli mcp login tracker'"
[ "$(count 'initialize without')" = 0 ] || fail 'it goes on after 401'
cli 2 mcp login tracker
says 'there is no terminal to sign in at'
cli 1 mcp logout tracker

login 0 browser
grep -q 'You can close this page' page || fail 'the page'
[ "$(stat -c %a "$(tokens)" "$XDG_STATE_HOME/agentcli/mcp/oauth" | tr '\n' ' ')" = '600 700 ' ] ||
  fail 'modes of the files'
cli 0 mcp call tracker read
says 'read done'
cli 0 mcp call tracker tell
says '[redacted]'
cli 0 mcp servers
says "signed in at 'http://127.0.0.1"
cli 0 mcp check tracker --json
jq -e '.servers[0].signIn | .state == "signed-in" and .scopes == "read"' out > /dev/null ||
  fail 'a check'
cli 0 doctor
says 'signed in at'

# A token that is refused is renewed, and the call is sent again, once.
jq -c '.obtained = 1' "$(tokens)" > old && cat old > "$(tokens)"
cli 0 mcp call tracker expire
cli 0 mcp call tracker read
says 'read done'
[ "$(count 'POST /token')" = 2 ] || fail "it is not renewed once: $(count 'POST /token')"

# One that expires is renewed before it is sent, by one of several processes.
jq -c '.expires = 5' "$(tokens)" > old && cat old > "$(tokens)"
pids=()
for n in 1 2 3; do
  timeout 40 "$bin/agentcli" mcp call tracker read --mcp servers.json > "call$n" 2>&1 < /dev/null &
  pids+=($!)
done
for pid in "${pids[@]}"; do
  wait "$pid" || fail "a call beside others: $(cat call1 call2 call3)"
done
cat call1 call2 call3 >> "$dir/all"
[ "$(count 'POST /token')" = 3 ] || fail "they renew it several times: $(count 'POST /token')"

# A step-up: the call fails, the next sign-in asks for both scopes. Bytes that are no scope are not
# taken.
mode scope-bytes
cli 1 mcp call tracker write
says 'needs more access (write)'
mode ''
cli 1 mcp call tracker write
says 'needs more access (write)'
cli 0 mcp servers
says 'a call needs more: read write'
login 0 pasted
cli 0 mcp call tracker write
says 'write done'
[ "$(count 'POST /register')" = 1 ] || fail 'a client is registered again'

# A run uses the token, and its audit trail records what happened to it.
jq -c '.expires = 5' "$(tokens)" > old && cat old > "$(tokens)"
begin='{"role":"system","content":"<any>"},{"role":"user","content":"<any>"}'
call='{"id":"1","type":"function","function":{"name":"tracker__tell","arguments":"{}"}}'
cat > talk << END
{"asked":[$begin],"message":{"content":null,"tool_calls":[$call]}}
{"asked":[{"role":"tool","tool_call_id":"1","content":"<any>"}],"message":{"content":"done"}}
END
cli 0 --replay talk --prompt ask
cat .agentcli/audit/* > trail
grep -q '"state":"token-renewed"' trail || fail 'no renewal in the audit'
grep -q '"state":"signed-in"' trail || fail 'no sign-in in the audit'

# A client that the authorization server has lost is registered again, even if only the browser has
# shown that.
mode client-lost
jq -c '.expires = 5' "$(tokens)" > old && cat old > "$(tokens)"
cli 1 mcp call tracker read
says 'needs a sign-in'
mode ''
login 0 browser
[ "$(count 'POST /register')" = 2 ] || fail 'a lost client is used again'
login 1 left
login 0 browser
[ "$(count 'POST /register')" = 3 ] || fail 'a client that a browser did not accept is used again'

# The refresh token is refused: signed out, and a run says how to sign in.
mode refresh-ends
jq -c '.expires = 5' "$(tokens)" > old && cat old > "$(tokens)"
cli 1 mcp call tracker read
says 'needs a sign-in'
mode ''
login 0 browser
cli 0 mcp logout tracker
[ "$(count 'POST /revoke')" = 1 ] || fail 'it is not revoked'
[ "$(tokens)" = "$XDG_STATE_HOME/agentcli/mcp/oauth/tokens/*.json" ] || fail 'a token is left'

# The user's config sets the client id, a URL, for all authorization servers that support URLs.
mkdir -p "$XDG_CONFIG_HOME/agentcli" .agentcli
config='{"oauth":{"clientMetadataUrl":"https://example.com/agentcli.json"}}'
echo "$config" > "$XDG_CONFIG_HOME/agentcli/config.json"
registered=$(count 'POST /register')
mode client-url
login 0 browser
grep -qF 'client_id=https%3A%2F%2Fexample.com%2Fagentcli.json&' line ||
  fail 'the client of the config'
[ "$(count 'POST /register')" = "$registered" ] || fail 'a client is registered as well'
cli 0 mcp call tracker read
cli 0 mcp logout tracker
echo '{"oauth":{"clientId":"x"}}' > "$XDG_CONFIG_HOME/agentcli/config.json"
cli 2 mcp servers
says "'oauth' is not {\"clientMetadataUrl\": URL}"
rm "$XDG_CONFIG_HOME/agentcli/config.json"
echo "$config" > .agentcli/config.json
cli 2 mcp servers
says "'oauth' belongs in the config of the user"
rm .agentcli/config.json
mode ''

# Invalid responses of servers.
for case in 'resource-other|which is not the server' 'issuer-http|has http' \
  'issuer-private|private network' 'issuer-file|is not an https URL' 'metadata-other|not of' \
  'no-s256|PKCE' 'token-private|private network' 'authorize-script|is not an https URL' \
  'iss-other|not of the issuer' 'iss-missing|does not name its issuer' 'denied|access_denied' \
  'token-mac|another type than Bearer' 'token-redirects|redirects' \
  'token-endless|more than 64 KiB' \
  'token-nonsense|not JSON' 'token-cut|failed' 'token-fails|500' 'metadata-redirects|redirects' \
  'metadata-endless|more than 256 KiB' 'metadata-cut|failed' 'metadata-fails|500' \
  'resource-redirects|redirects' 'resource-endless|more than 256 KiB' 'resource-fails|500' \
  'register-redirects|redirects' 'register-fails|500' 'register-other|other redirect URIs'; do
  mode "${case%%|*}"
  rm -f "$XDG_STATE_HOME"/agentcli/mcp/oauth/clients/*
  login 1 browser
  says "${case##*|}"
  ! grep -q $'\x1b' err || fail "${case%%|*}: a control character is printed"
done
mode register-localhost
rm -f "$XDG_STATE_HOME"/agentcli/mcp/oauth/clients/*
login 0 browser
mode refuses-all
cli 1 mcp call tracker read
says 'refuses a new token'
mode ''

# Each text from a server is printed on a line of its own, before the browser is opened.
mode forges-lines
shows() { for _ in {1..300}; do ! grep -qs -- "$1" shown || break; sleep 0.1; done; } # TEXT
{ shows 'Waiting for'
  printf '\003'; sleep 1; } |
  script -qefc "'$bin/agentcli' mcp login tracker --no-browser --mcp servers.json" shown \
    > /dev/null 2>&1 || true
grep -q '^also .*evil.example' shown || fail "no other authorization server: $(cat shown)"
[ "$(grep -c '^sign in ' shown)" = 1 ] || fail "a server forges a line: $(cat shown)"
[ "$(grep -c '^also ' shown)" = 6 ] || fail "not 5 others, and how many more: $(cat shown)"
cat shown >> "$dir/all"
mode ''

# `mcp call` at a terminal asks for a sign-in or more access, and then makes the call.
cli 0 mcp logout tracker
for tool in read write; do
  : > shown
  { shows 'Sign in now?'
    echo y
    shows 'Waiting for'
    curl -sL "$(grep -o 'http://127[^ ]*authorize[^ ]*' shown | tail -1 | tr -d '\r')" > page
    shows " done"; } |
    script -qefc "'$bin/agentcli' mcp call tracker $tool --mcp servers.json" shown \
      > /dev/null 2>&1 || fail "no call after a sign-in: $(cat shown)"
  grep -q "^$tool done" shown || fail "not the result of $tool: $(cat shown)"
  cat shown >> "$dir/all"
done
grep -q 'with more access: write' shown || fail "the access is not named: $(cat shown)"

# --ca-file also applies to a server that is not configured.
: > empty.pem
! timeout 40 "$bin/agentcli" mcp tools "https${url#http}" --ca-file empty.pem > out 2> err ||
  fail 'authorities without a certificate are enough'
says 'holds no certificate'

# Without a person: the credentials of a client.
export ROBOT_SECRET=s3cr3t-one
echo '{"mcpServers":{"tracker":{"url":"'"$url"'","oauth":{"clientId":"robot","clientSecret":
"${ROBOT_SECRET}","grant":"client_credentials"}}}}' > servers.json
cli 0 mcp login tracker
says 'signed in at'
jq -c '.expires = 5' "$(tokens)" > old && cat old > "$(tokens)"
cli 0 mcp call tracker read
says 'read done'

cat "$dir"/work/.agentcli/audit/* > trail
while read -r secret; do
  ! grep -qF -- "$secret" trail || fail 'the audit has a token'
  ! grep -qF -- "$secret" "$dir/all" || fail 'a token is printed'
  ! grep -qF -- "$secret" "$dir/words" || fail 'a command line has a token'
done < "$dir/peer/secrets"
