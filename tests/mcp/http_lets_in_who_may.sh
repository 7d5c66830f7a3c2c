# H1, H2, H4, H5, H10, H11: who calls this server by another name, from a web page, or without its
# token is refused, whatever else is right about the request.
. "$(dirname "$0")/../shell.sh"
. "$(dirname "$0")/http.bash"
echo '{"tools":[{"name":"now","schema":{},"command":["echo","now"]}]}' > tools.json
serve() { listen -C workspace --tools ../tools.json "$@"; }
end_server() { kill "$server" && wait_until 'the server outlives TERM' is_gone "$server"; }

serve
[ "$(stat -c '%a' run/agentcli "$token_file" | tr '\n' ' ')" = '700 600 ' ] || fail 'modes'
[[ $token =~ ^[0-9a-f]{64}$ ]] || fail "the token is $token"
grep -Fq "$token_file" server.err || fail "the file of the token is not named: $(cat server.err)"
right=$token
# HOST ORIGIN TOKEN STATUS: each pair of what is wrong, and all of it
while read -r host origin token expected; do
  origin=${origin#-} host=${host/PORT/$port} token=${token/right/$right} token=${token#-}
  ask POST /mcp "$initialization" "${posting[@]}" ${origin:+"Origin: ${origin/PORT/$port}"}
  answers "$expected" "Host $host, Origin $origin, token $token"
done << 'END'
127.0.0.1:PORT - right 200
localhost:PORT - right 200
[::1]:PORT - right 200
localhost:PORT http://localhost:PORT right 200
localhost:PORT http://127.0.0.1:PORT right 200
localhost:PORT - - 401
localhost:PORT - wrong 401
localhost:PORT http://localhost:PORT wrong 401
localhost:PORT http://evil.example right 403
localhost:PORT http://localhost:1 right 403
localhost:PORT https://localhost:PORT right 403
localhost:PORT null right 403
localhost:PORT http://evil.example wrong 403
evil.example:PORT - right 403
evil.example - right 403
localhost - right 403
evil.example:PORT http://evil.example:PORT right 403
evil.example:PORT http://localhost:PORT right 403
evil.example:PORT - wrong 403
evil.example:PORT http://evil.example:PORT wrong 403
END
host= token=
ask POST /mcp "$initialization" "${posting[@]}"
[ "$(field www-authenticate)" = Bearer ] || fail "without a token: $(cat answered)"
ask POST /other '' && answers 401 'another path without a token'
for origin in http://evil.example "http://localhost:$port"; do
  ask OPTIONS /mcp '' "Origin: $origin" 'Access-Control-Request-Method: POST'
  ! grep -qi access-control answered || fail "a page is let in: $(cat answered)"
done
token=$right
post "$initialization" "Origin: http://localhost:$port"
! grep -qi access-control answered || fail "a page may read: $(cat answered)"
end_server
! grep -rqF "$token" listening server.err workspace || fail 'the token is told'
[ ! -e "$token_file" ] || fail 'the token of a port that was chosen by chance is kept'

# By name.
serve --allow-host tools.example --allow-origin https://app.example --token-file "$dir/token"
[ "$token_file" = "$dir/token" ] && [ "$(stat -c %a token)" = 600 ] || fail 'the file of the token'
host=tools.example
post "$initialization" && answers 200 'an allowed host'
post "$initialization" 'Origin: https://app.example' && answers 200 'an allowed page'
[ "$(field access-control-allow-origin)" = https://app.example ] || fail "a page: $(cat answered)"
post "$initialization" 'Origin: http://app.example' && answers 403 'another scheme'
right=$token token=
ask OPTIONS /mcp '' 'Origin: https://app.example' 'Access-Control-Request-Method: POST'
answers 204 'the question of a browser'
[[ $(field access-control-allow-headers) == *Authorization* ]] || fail "a browser: $(cat answered)"
post "$initialization" 'Origin: https://app.example' && answers 401 'an allowed page, no token'
[ "$(field access-control-allow-origin)" = https://app.example ] || fail "a page: $(cat answered)"
host=
end_server
[ "$(cat token)" = "$right" ] || fail 'a token that was named is not kept'
serve --token-file "$dir/token"
[ "$token" = "$right" ] || fail 'another token the second time'
end_server

# Where a token is had.
echo '{"resource":"https://tools.example/mcp","authorization_servers":["https://a.example"]}' > meta
serve --resource-metadata ../meta
token=
post "$initialization" && answers 401 'no token'
[ "$(field www-authenticate)" \
  = 'Bearer resource_metadata="https://tools.example/.well-known/oauth-protected-resource"' ] ||
  fail "the metadata is not named: $(cat answered)"
for path in '' /mcp; do
  ask GET "/.well-known/oauth-protected-resource$path" '' && answers 200 'the metadata'
  [ "$(body)" = "$(cat meta)" ] || fail "the metadata: $(cat answered)"
done
host=evil.example
ask GET /.well-known/oauth-protected-resource '' && answers 403 'the metadata by another name'
host=
end_server

# Without one.
serve --no-token
[ -z "$token_file" ] && grep -q 'every user of this machine' server.err || fail 'no warning'
post "$initialization" && answers 200 'without a token'
host=evil.example
post "$initialization" && answers 403 'without a token, by another name'
host=
end_server

refused() { # MESSAGE FLAG…
  local message=$1 status=0
  shift
  timeout 5 "$bin/agentcli" mcp -C workspace --tools ../tools.json "$@" > out 2> err || status=$?
  [ "$status" = 2 ] && grep -Fq -- "$message" err || fail "$*: exit status $status"
}
refused 'is not an address' --listen 8080
refused 'is not an address' --listen localhost:8080
refused '--listen' --no-token
refused '--allow-host NAME' --listen 0.0.0.0:0
refused 'leave out --no-token' --listen 0.0.0.0:0 --allow-host x --no-token
refused 'no token' --listen "unix:$dir/run/s" --no-token
refused 'is in the workspace' --listen 127.0.0.1:0 --token-file token
refused 'open to others' --listen "unix:$dir/workspace/s"
chmod 640 token
refused 'mode 0600' --listen 127.0.0.1:0 --token-file "$dir/token"
(unset XDG_RUNTIME_DIR && refused '--token-file' --listen 127.0.0.1:0)
echo '{}' > meta
refused '"resource"' --listen 127.0.0.1:0 --resource-metadata ../meta
