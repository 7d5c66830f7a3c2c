# Files of the workspace are resources for clients of both eras: listed, read and completed by calls
# of tools that only read, in their sandbox and with their lines in the audit trail.
. "$(dirname "$0")/../shell.sh"
. "$(dirname "$0")/http.bash"
export HOME=$dir XDG_CONFIG_HOME=$dir/config XDG_STATE_HOME=$dir/state
cd workspace
mkdir -p .git src/deep 'a b' build
printf '/build/\nAGENTS.md\n' > .gitignore
echo '# Title' > README.md
echo 'Be brief.' > AGENTS.md
printf 'int main() {}\n' > src/main.cpp
printf '\x89PNG\r\n\x1a\n\xff' > src/picture.png
echo hidden > .env
echo odd > 'a b/100%#?.txt'
echo pearl > ../outside
ln -s ../outside link
head -c 100000 /dev/zero | tr '\0' x > long.txt
head -c 1500000 /dev/zero | tr '\0' x > large.txt
cd ..
resources() { # ID METHOD PARAMS
  send '{"jsonrpc":"2.0","id":'"$1"',"method":"'"$2"'","params":'"$3"'}' && receive
}
reads() { # URI FILTER: of the content
  resources 1 resources/read '{"uri":"'"$1"'"}'
  is '.id == 1 and (.result.contents | length) == 1 and .result.contents[0].uri == "'"$1"'"' "$1"
  is ".result.contents[0] | $2" "$1"
}
refuses() { # URI CODE
  resources 2 resources/read '{"uri":"'"$1"'"}'
  is '.id == 2 and .error.code == '"$2" "$1"
}

start_server "$bin/agentcli" mcp -C workspace --tools "$bin/../share/agentcli/tools.json"
initialize 2025-11-25 && receive
is '.result.capabilities.resources == {"listChanged":true,"subscribe":true}' initialize
resources 1 resources/list '{}'
is '[.result.resources[].uri[13:]]
  == ["AGENTS.md","README.md","a%20b","large.txt","link","long.txt","src"]' 'the list'
is '.result.resources[1] == {"uri":"workspace:///README.md","name":"README.md",
  "mimeType":"text/markdown","size":8}' 'a file'
is '.result.resources[6] == {"uri":"workspace:///src","name":"src","mimeType":"inode/directory"}' \
  'a directory'
resources 2 resources/templates/list '{}'
is '[.result.resourceTemplates[].uriTemplate] == ["workspace:///{+path}"]' 'the templates'

reads workspace:///README.md '.mimeType == "text/markdown" and .text == "# Title\n"'
reads workspace:///src/main.cpp '.mimeType == "text/plain" and .text == "int main() {}\n"'
reads workspace:///src/picture.png '.mimeType == "image/png" and (.blob | @base64d | length) > 0'
is '.result.contents[0] | has("text") | not' 'a binary file'
reads workspace:///long.txt '(.text | length) == 100000'
reads 'workspace:///a%20b/100%25%23%3F.txt' '.text == "odd\n"'
reads 'workspace:///a b/100%25#?.txt' '.text == "odd\n"'
reads workspace:///src '.mimeType == "application/json"'
is '[.result.contents[0].text | fromjson.entries[].path]
  == ["src/deep","src/main.cpp","src/picture.png"]' \
  'the entries of a directory'
reads workspace:/// '[.text | fromjson.entries[].path] | index("README.md")'
for uri in workspace:///absent workspace:///../outside workspace:///%2e%2e/outside \
  workspace:////etc/passwd workspace:///link file:///etc/passwd workspace:///a%; do
  refuses "$uri" -32002
  is '.error.data.uri == "'"$uri"'"' "$uri"
done
resources 3 resources/read '{"uri":"workspace:///large.txt"}'
is '.error | .code == -32602 and (.message | contains("fs_read_lines"))' 'a large file'
resources 4 resources/read '{}'
is '.error.code == -32602' 'no URI'

completes() { # VALUE VALUES
  local ref='"ref":{"type":"ref/resource","uri":"workspace:///{+path}"}'
  resources 5 completion/complete '{'"$ref"',"argument":{"name":"path","value":"'"$1"'"}}'
  is ".result.completion.values == $2" "the completion of '$1'"
}
completes src/ '["src/deep/","src/main.cpp","src/picture.png"]'
completes src/m '["src/main.cpp"]'
completes R '["README.md"]'
completes bui '[]'
completes absent/ '[]'
completes ../ '[]'
completes /etc/ '[]'
mkdir workspace/many
receive
is '.method == "notifications/resources/list_changed"' 'a new directory'
(cd workspace/many && seq -f 'f%05g' 6000 | xargs touch)
completes many/f0512 "$(jq -nc '[range(10) | "many/f0512\(.)"]')"
is '.result.completion | .total == 10 and .hasMore == false' 'names beyond the first page'
completes many/ "$(jq -nc '[range(100001; 100101) | "many/f\(tostring[1:])"]')"
is '.result.completion | .hasMore and (has("total") | not)' 'more names than one answer'
end_input
wait_until 'the server outlives its input' is_gone "$server"
"$bin/agentcli" audit verify workspace/.agentcli/audit > out || fail 'the audit is broken'
jq -se '[.[] | select(.via.method == "resources/read") | .tool] | unique
  == ["fs_listdir","fs_read_file"]' workspace/.agentcli/audit/*.log > out \
  || fail 'reading is not in the audit'

start_server "$bin/agentcli" mcp -C workspace/many --tools "$bin/../share/agentcli/tools.json"
initialize 2025-11-25 && receive
resources 1 resources/list '{"cursor":"5950"}'
is '.result | (.resources | length) == 50 and .resources[49].name == "f06000"' 'a long list'
resources 1 resources/list '{"cursor":"18446744073709551615"}'
is '.result == {"resources":[]}' 'a cursor beyond the end'
end_input
wait_until 'the server outlives its input' is_gone "$server"
rm -r workspace/many

listen -C workspace --tools "$bin/../share/agentcli/tools.json"
modern_read() { # URI
  modern_fields resources/read "$1"
  post '{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"'"$1"'",'"$meta"'}}' \
    "${fields[@]}"
}
modern server/discover
says '.result.capabilities.resources == {"listChanged":true,"subscribe":true}' 'the modern era'
modern resources/list
says '.result | .resultType == "complete" and .ttlMs == 0 and .cacheScope == "private"' 'a list'
modern_read workspace:///README.md
says '.result | .contents[0].text == "# Title\n" and .ttlMs == 0' 'the modern era'
modern_read workspace:///absent
says '.error | .code == -32602 and .data.uri == "workspace:///absent"' 'the modern era'
begin_session
says '.result.capabilities.resources == {}' 'nobody can be told in a session'
in_session '{"jsonrpc":"2.0","id":1,"method":"resources/subscribe",
  "params":{"uri":"workspace:///README.md"}}'
says '.error.code == -32601' 'a subscription in a session'
kill -KILL "$server"

# Without the tools that read there is nothing to read by.
listen -C workspace --tools "$bin/../share/agentcli/tools.json" --without-tools fs_read_file
begin_session
says '.result.capabilities | has("resources") | not' 'without fs_read_file'
kill -KILL "$server"

# Each read is asked about if every call is.
start_server "$bin/agentcli" mcp -C workspace --tools "$bin/../share/agentcli/tools.json" \
  --approve always
initialize 2025-11-25 && receive
resources 1 resources/read '{"uri":"workspace:///README.md"}'
is '.error.message | contains("was not run")' 'a client that cannot be asked'
asking() { # METHOD CAPABILITIES MORE: of the modern era
  local meta='"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",'
  meta+='"io.modelcontextprotocol/clientCapabilities":'"$2"'}'
  resources 1 "$1" '{"uri":"workspace:///README.md",'"$meta${3:-}"'}'
}
able='{"elicitation":{"form":{}}}'
yes='"inputResponses":{"approval":{"action":"accept","content":{"answer":"yes"}}}'
asking resources/read '{}'
is '.error | .code == -32021 and .data == {"requiredCapabilities":{"elicitation":{}}}' \
  'a client that cannot ask'
asking resources/list "$able"
is '.error.code == -32021' 'a list'
asking resources/read "$able"
is '.result | .resultType == "input_required" and .inputRequests.approval' 'a question'
state=$(jq -r .result.requestState <<< "$line")
asking resources/read "$able" ",$yes,\"requestState\":\"x$state\""
is '.error.code == -32602' 'a state that is none'
asking resources/read "$able" ",$yes,\"requestState\":\"$state\""
is '.result.contents[0].text == "# Title\n"' 'after a yes'
