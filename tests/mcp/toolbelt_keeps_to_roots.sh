# B8: with --roots a call uses those roots of its client alone that lie in the workspace. They are
# asked for before the first call, and after each change; they never widen anything.
. "$(dirname "$0")/../shell.sh"
needs jq
. "$(dirname "$0")/client.bash"
cd "$dir"
mkdir -p workspace/in workspace/out outside
echo hello > workspace/in/a
echo pearl > workspace/out/b
echo other > outside/c
jq --arg bin "$bin" '(.tools, .operator) |= map(.command[0] |= sub(".*/bin/"; $bin + "/"))
  | .tools += [{name: "foreign", schema: {}, command: ["cat", "out/b"]}]' "$source/tools.json" \
  > tools.json
start_server "$bin/agentcli" mcp -C workspace --tools ../tools.json --roots
introduce() { # CAPABILITIES
  send '{"jsonrpc":"2.0","id":"i","method":"initialize","params":{"protocolVersion":"2025-11-25",'\
'"capabilities":'"$1"',"clientInfo":{"name":"test","version":"1"}}}'
  receive
}
share() { # URI…: the roots, which have just been asked for
  is '.method == "roots/list"' 'the roots are not asked for'
  # shellcheck disable=SC2016 # it is jq's
  local filter='{jsonrpc, id, result: {roots: [$ARGS.positional[] | {uri: .}]}}'
  send "$(jq -c "$filter" --args "$@" <<< "$line")"
}
change() { send '{"jsonrpc":"2.0","method":"notifications/roots/list_changed"}'; }
works() { # TOOL ARGUMENTS
  call 1 "$1" "$2" && receive
  is '.id == 1 and (.result.isError | not)' "$1 $2"
}
is_kept_out() { # TOOL ARGUMENTS
  call 1 "$1" "$2" && receive
  is '.id == 1 and .result.isError' "$1 $2"
  ! grep -q pearl <<< "$line" || fail "$1 $2 reads outside: $line"
}

# A client without roots has all of the workspace.
introduce '{}'
works fs_read_file '{"path":"out/b"}'

introduce '{"roots":{"listChanged":true}}'
call 1 fs_read_file '{"path":"in/a"}'
call 2 fs_read_file '{"path":"out/b"}'
receive
share "file://$dir/outside" "file://$dir/workspace/in" 'https://example.org/'
for _ in 1 2; do # in any order
  receive
  is '(.id == 2) == (.result.isError == true)' 'the first calls'
done
is_kept_out fs_read_file '{"path":"out/b"}'
is '.result.content[0].text | contains("'"'in'"'")' 'the hint'
works fs_edit '{"path":"in/a","oldString":"hello","newString":"hullo"}'
works fs_listdir '{"path":"in"}'
works fs_search '{"query":"hullo","path":"in"}'
works fs_move '{"from":"in/a","to":"in/n"}'
works apply_patch '{"patch":"*** Begin Patch\n*** Add File: in/a\n+hello\n*** End Patch\n"}'
works get_time '{}'
works exec '{"command":"cat in/a; cat out/b; echo w > out/w; true"}'
is '.result.content[0].text | fromjson | .stdout == "hello\n"' 'a command'
! grep -q pearl <<< "$line" || fail "a command reads elsewhere: $line"
[ ! -e workspace/out/w ] || fail 'a command writes elsewhere'
for tool in fs_read_file fs_read_lines fs_stat fs_rm; do is_kept_out $tool '{"path":"out/b"}'; done
is_kept_out fs_listdir '{"path":"."}'
is_kept_out fs_search '{"query":"pearl"}'
is_kept_out fs_write_file '{"path":"out/n","content":"x"}'
is_kept_out fs_edit '{"path":"out/b","oldString":"pearl","newString":"x"}'
is_kept_out fs_read_file '{"path":"../outside/c"}' # a root that lies elsewhere
is_kept_out foreign '{}' # it can't be kept to a root
is '.result.content[0].text | contains("--within")' 'a tool of others'

# Commands in the background are kept to what their call had.
works exec '{"command":"sleep 0.1; cat out/b in/a","background":"job"}'
works exec '{"background":"job","wait":true}'
is '.result.content[0].text | fromjson | .output | contains("hello")' 'a command in the background'

# After a change they are asked for again.
change
call 1 fs_read_file '{"path":"out/b"}' && receive
share "file://$dir/workspace/out"
receive && is '.id == 1 and (.result.isError | not)' 'another root'
is_kept_out fs_read_file '{"path":"in/a"}'

# None in the workspace: no call is run, and both are named.
change
call 1 fs_read_file '{"path":"out/b"}' && receive
share "file://$dir/outside"
receive && is '.id == 1 and .result.isError' 'no root in the workspace'
is '.result.content[0].text | contains("'"$dir"'/outside")' 'the root is named'
is '.result.content[0].text | contains("'"$dir"'/workspace'"'"'")' 'the workspace is named'
is_kept_out fs_read_file '{"path":"../outside/c"}'
is_kept_out foreign '{}'

# A root that holds the workspace leaves all of it, and nothing beside it.
change
call 1 fs_read_file '{"path":"out/b"}' && receive
share "file://$dir"
receive && is '.id == 1 and (.result.isError | not)' 'a root that holds the workspace'
call 1 fs_read_file '{"path":"../outside/c"}' && receive
is '.result.isError' 'a root widens'

# A client that does not say them has none.
change
call 1 fs_stat '{"path":"in/a"}' && receive
send "$(jq -c '{jsonrpc, id, error: {code: -32601, message: "unknown"}}' <<< "$line")" && receive
is '.result.content[0].text | contains("the roots of the client are not known")' 'no roots'
# Who cancels a call that waits for them leaves the question to the next one.
call 5 fs_stat '{"path":"in/a"}' && receive
cancel 5 && receive
is '.method == "notifications/cancelled"' 'a cancelled question'
call 6 fs_stat '{"path":"in/a"}' && receive
share "file://$dir/workspace"
receive && is '.id == 6 and (.result.isError | not)' 'after a cancelled question'

# Resources are those in the roots, and which others there are is not told.
context() { # METHOD PARAMS
  send '{"jsonrpc":"2.0","id":7,"method":"'"$1"'","params":'"$2"'}' && receive
}
mkdir -p workspace/deep/er
change
context resources/list '{}'
share "file://$dir/workspace/in" "file://$dir/workspace/deep/er"
receive
for _ in 1 2; do
  is '[.result.resources[].uri] == ["workspace:///in/a","workspace:///in/n"]' 'the list'
  context resources/list '{}'
done
completes() { # VALUE VALUES
  local ref='"ref":{"type":"ref/resource","uri":"workspace:///{+path}"}'
  context completion/complete '{'"$ref"',"argument":{"name":"path","value":"'"$1"'"}}'
  is ".result.completion.values == $2" "the completion of '$1'"
}
completes i '["in/"]'
completes in/ '["in/a","in/n"]'
completes deep/ '["deep/er/"]'
completes ou '[]'
for name in out/b out/absent; do
  context resources/read '{"uri":"workspace:///'$name'"}'
  is '.error.code == -32002' "$name"
  context resources/subscribe '{"uri":"workspace:///'$name'"}'
  is '.error.code == -32602' "$name"
done
context resources/read '{"uri":"workspace:///in/a"}'
is '.result.contents[0].text == "hello\n"' 'a resource in a root'
context resources/subscribe '{"uri":"workspace:///in/a"}'
is '.result == {}' 'a subscription'
echo more >> workspace/in/a
receive
is '.params.uri == "workspace:///in/a"' 'a change'
change
call 1 fs_read_file '{"path":"out/b"}' && receive
share "file://$dir/workspace/out"
receive && is '.id == 1 and (.result.isError | not)' 'other roots'
echo more >> workspace/in/a
sleep 0.6
context ping '{}'
is '.id == 7' 'a change outside of the roots is told'
