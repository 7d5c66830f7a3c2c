# An editor offers the models of the server. The chosen model gets the requests from the next prompt
# on, even after the session was closed and loaded. 'agentcli models' lists the same models.
. "$(dirname "$0")/../../shell.sh"
needs python3 jq
cd "$dir"
models='["first","second","first","a\u001b[31m","","third"]'
start_server "$source/tests/model.py" "$dir/requests" "$models"
url=http://127.0.0.1:$port/v1

sed "s|\$URL|$url|" "$source/tests/runner/acp/clients/chosen_model.txt" > "$dir/chosen.talk"
python3 -B "$source/tests/runner/acp/editor.py" "$bin/agentcli" "$dir/chosen.talk" > out 2>&1 \
  || fail "$(cat out)"
[ "$(jq -r .model "$dir/requests" | xargs)" = 'second third third second' ] ||
  fail "the models: $(cat "$dir/requests")"

# The names are printed unchanged, without control characters.
export HOME=$dir/home
mkdir "$HOME"
"$bin/agentcli" models --base-url "$url" > out 2> err || fail "models: $(cat err)"
[ "$(head -n 3 out)" = 'first
second
first' ] || fail "the names: $(cat out)"
! grep -q $'\x1b' out || fail 'a name steers the terminal'
"$bin/agentcli" models --base-url "$url" --json > out || fail 'models --json'
[ "$(jq -c '.models | [length, last]' out)" = '[5,"third"]' ] || fail "as JSON: $(cat out)"
"$bin/agentcli" models --base-url "$url/none" > out 2> err && fail 'a server without a list'
[ -s err ] || fail 'no error'
