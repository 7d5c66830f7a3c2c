# Who may speak to the server, and how it refuses the others: another Host, another Origin, no
# token, no JSON, another method, a field that it does not know.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/server.bash"
says hello > "$dir/talk"
serve --replay "$dir/talk" --listen 127.0.0.1:0 --listen "unix:$socket" \
  --allow-origin http://app.test --header 'Authorization: Bearer sk-concealed-0123456789'
for process in "$server" $(cat "/proc/$server/task/$server/children"); do
  ! grep -qa sk-concealed "/proc/$process/cmdline" || fail 'a key is shown by ps'
done
url=$(jq -r '.listen[0].url' "$dir/listening")
token_file=$(jq -r '.listen[0].tokenFile' "$dir/listening")
token=$(cat "$token_file")
[ "$(stat -c %a "$token_file")" = 600 ] || fail 'others can read the token'
[ "$(stat -c %a "$socket")" = 600 ] || fail 'others can connect'

# by_port METHOD PATH BODY [CURL_FLAG…]
by_port() {
  local body=()
  [ -z "$3" ] || body=(-H 'Content-Type: application/json' --data-binary "$3")
  status=$(curl -sS --max-time 30 -X "$1" -o "$dir/answer" -D "$dir/fields" -w '%{http_code}' \
    "${@:4}" "${body[@]}" "$url$2") || fail "curl: $1 $2"
  answer=$(cat "$dir/answer")
  : > "$dir/answer"
}
bearer=(-H "Authorization: Bearer $token")

by_port GET /v1/runs ''
is 401 '.code == "UNAUTHENTICATED"' 'no token'
by_port GET /v1/runs '' -H 'Authorization: Bearer 0123456789012345678901234567890123456789'
is 401 '.code == "UNAUTHENTICATED"' 'another token'
by_port GET "/v1/runs?access_token=$token" ''
is 401 '.code == "UNAUTHENTICATED"' 'a token in the URL'
by_port GET /v1/nothing ''
is 401 '.code == "UNAUTHENTICATED"' 'a stranger learns no routes'
by_port GET /v1/runs '' "${bearer[@]}"
is 200 '.runs == []' 'the token'
by_port GET /healthz ''
is 200 '.status == "ok"' 'health needs no token'
for path in /healthz /readyz; do
  by_port HEAD $path '' --head
  [ "$status" = 200 ] || fail "HEAD $path needs no token: $status"
done
by_port HEAD /v1/runs '' --head
[ "$status" = 401 ] || fail "HEAD without a token: $status"
by_port GET /v1/runs '' "${bearer[@]}" -H 'Host: evil.test'
is 403 '.code == "FORBIDDEN"' 'another Host'
by_port GET /healthz '' -H "Host: evil.test:${url##*:}"
is 403 '.code == "FORBIDDEN"' 'another Host with our port'
by_port GET /v1/runs '' "${bearer[@]}" -H 'Origin: http://evil.test'
is 403 '.code == "FORBIDDEN"' 'another Origin'
by_port GET /v1/runs '' "${bearer[@]}" -H 'Origin: http://app.test'
is 200 '.runs == []' 'an Origin that is allowed'
[ "$(field access-control-allow-origin)" = http://app.test ] || fail 'no CORS for it'
by_port OPTIONS /v1/runs '' -H 'Origin: http://app.test' -H 'Access-Control-Request-Method: GET'
[ "$status" = 204 ] && field access-control-allow-methods | grep -q GET || fail 'no preflight'
ask GET /v1/runs '' -H 'Origin: http://evil.test'
is 403 '.code == "FORBIDDEN"' 'an Origin at the Unix socket'
ask GET /v1/runs '' -H 'Host: whatever.test'
is 200 '.runs == []' 'the Unix socket takes any Host'

begins() { ask POST /v1/runs "$@"; }
ask POST /v1/runs '' --data-binary '{"prompt":"hello"}' # as a form of a page posts
is 415 '.code == "UNSUPPORTED"' 'no JSON by its type'
begins '{"prompt":'
is 400 '.code == "BAD_REQUEST"' 'no JSON'
begins '{"prompt":"a","prompt":"b"}'
is 400 '.code == "BAD_REQUEST"' 'a field twice'
begins "$(printf '[%.0s' $(seq 80))"
is 400 '.code == "BAD_REQUEST"' 'too deep'
begins '[]'
is 422 '.code == "BAD_REQUEST"' 'no object'
begins '{"promt":"hello"}'
is 422 '(.error | contains("promt")) and .hint == "did you mean '"'prompt'"'?"' 'an unknown field'
begins '{"prompt":"hello","limits":{"step":1}}'
is 422 '(.error | contains("limits")) and (.hint | contains("steps"))' 'an unknown field beneath'
begins '{"prompt":"hello","profile":"another"}'
is 422 '.error | contains("another")' 'an unknown profile'
begins '{"prompt":"hello","session":"../x"}'
is 422 '.code == "BAD_REQUEST"' 'a session that is a path'
begins '{"prompt":"hello","model":"other"}'
is 403 '.code == "FORBIDDEN" and (.hint | contains("--host-may"))' 'a model that may not be set'
begins '{"prompt":"hello","limits":{"steps":1000000}}'
is 403 '.code == "FORBIDDEN" and (.hint | contains("--max-steps"))' 'more steps'
begins '{"prompt":"hello","hostTools":[{"name":"a__b","description":"x","schema":{}}]}'
is 422 '.error | contains("a__b")' 'a host tool with the name of a tool of a server'
begins '{"prompt":"hello","hostTools":[{"name":"a","description":"x","schema":{"type":"odd"}}]}'
is 422 '.error | contains("schema of the host tool '"'a'"'")' 'a schema of a host tool'
begins '{"prompt":"hello","outputSchema":{"pattern":7}}'
is 422 '.error | contains("outputSchema")' 'a schema of the answer'
ask PUT /v1/runs
is 405 '.code == "UNSUPPORTED"' 'another method'
[ "$(field allow)" = 'POST, GET, HEAD' ] || fail "Allow: $(field allow)"
ask GET /v1/run
is 404 '.code == "NOT_FOUND"' 'another path'
ask GET "/v1/runs/..%2f..%2fetc"
is 404 '.code == "NOT_FOUND"' 'a path for an id'
ask GET '/v1/runs?session='
is 422 '.code == "BAD_REQUEST"' 'a session without a name'
ask GET '/v1/runs?staet=ended'
is 422 '.hint == "did you mean '"'state'"'?"' 'an unknown field of the query'
ask GET /v1/runs '' -H 'Accept: image/png'
is 406 '.code == "UNSUPPORTED"' 'another type'
ask GET "/v1/runs?after=$(head -c 5000 /dev/zero | tr '\0' x)"
is 414 '.code == "TOO_LARGE"' 'a long target'
ask GET /v1/runs '' -H "X-Long: $(head -c 20000 /dev/zero | tr '\0' x)"
is 431 '.code == "TOO_LARGE"' 'a long head'
ask GET /v1/runs
is 200 '.runs == []' 'nothing was begun'
# The worker compiles patterns, since this can take long and would block all clients.
for schema in '"outputSchema":{"pattern":"("}' \
  '"hostTools":[{"name":"a","description":"x","schema":{"pattern":"("}}]'; do
  begins "{\"prompt\":\"hello\",$schema}" -H 'Prefer: wait=20'
  is 200 '.result.error.message | contains("pattern")' "the worker refuses $schema"
done
stop
[ "$status" = 0 ] || fail "it ends with $status"
[ ! -e "$token_file" ] || fail 'the token stays'
