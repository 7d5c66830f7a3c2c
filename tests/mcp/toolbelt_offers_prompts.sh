# Prompt files of the user, and trusted ones of the workspace, are prompts for clients of both eras;
# arguments are filled in once; at SIGHUP clients are told if the list is another one.
. "$(dirname "$0")/../shell.sh"
. "$(dirname "$0")/http.bash"
export HOME=$dir XDG_CONFIG_HOME=$dir/config XDG_STATE_HOME=$dir/state
mine=$XDG_CONFIG_HOME/agentcli/prompts
mkdir -p "$mine" workspace/.agentcli/prompts
printf -- '---\ndescription: Review a file\nargument-hint: FILE [FOCUS]\n---\nReview $1 for $2.\n' \
  > "$mine/review.md"
echo 'Say hello.' > "$mine/hello.md"
echo 'Not trusted.' > workspace/.agentcli/prompts/other.md
head -c 70000 /dev/zero | tr '\0' x > "$mine/large.md"
prompts() { # ID METHOD PARAMS
  send '{"jsonrpc":"2.0","id":'"$1"',"method":"'"$2"'","params":'"$3"'}' && receive
}
refuses() { # PARAMS MESSAGE: of prompts/get
  prompts 9 prompts/get "$1"
  is '.error.code == -32602 and (.error.message | contains("'"$2"'"))' "$1"
}

start_server env --default-signal=HUP "$bin/agentcli" mcp -C workspace \
  --tools "$bin/../share/agentcli/tools.json"
initialize 2025-11-25 && receive
is '.result.capabilities | .prompts == {"listChanged":true} and has("completions")' initialize
prompts 1 prompts/list '{}'
is '[.result.prompts[].name] == ["hello","large","review"]' 'the list'
is '.result | has("nextCursor") or has("ttlMs") | not' 'the list of a legacy client'
is '.result.prompts[2] == {"name":"review","description":"Review a file","arguments":
  [{"name":"FILE","required":true},{"name":"FOCUS","required":false}]}' 'a prompt'
prompts 2 prompts/list '{"cursor":"x"}'
is '.error.code == -32602' 'a cursor of nobody'
prompts 3 prompts/get '{"name":"review","arguments":{"FILE":"$2 of a.c","FOCUS":"$1"}}'
is '.result == {"description":"Review a file","messages":[{"role":"user","content":
  {"type":"text","text":"Review $2 of a.c for $1."}}]}' 'the values are filled in once'
prompts 4 prompts/get '{"name":"hello","arguments":{"arguments":"To Ada."}}'
is '.result.messages[0].content.text == "Say hello.\n\nTo Ada."' 'a text without placeholders'
refuses '{"name":"review"}' "'FILE' is missing"
refuses '{"name":"review","arguments":{"FILE":1}}' "'FILE' is not a string"
refuses '{"name":"review","arguments":{"FILE":"a","file":"b"}}' "'file' is not one of this prompt"
refuses '{"name":"review","arguments":[]}' 'params.arguments is not an object'
refuses '{"name":"other"}' "unknown prompt 'other'"
refuses '{"name":7}' "'name' is missing"
refuses '{}' "'name' is missing"
refuses '{"name":"large"}' 'more than 64 KiB'
prompts 5 completion/complete \
  '{"ref":{"type":"ref/prompt","name":"review"},"argument":{"name":"FILE","value":"a"}}'
is '.result.completion == {"values":[],"total":0,"hasMore":false}' 'completion'
prompts 6 completion/complete '{"ref":{"type":"ref/other"},"argument":{"name":"a","value":""}}'
is '.error.code == -32602' 'completion of something else'
prompts 7 completion/complete '{"ref":{"type":"ref/prompt","name":"review"}}'
is '.error.code == -32602' 'completion without an argument'

echo 'Say goodbye.' > "$mine/goodbye.md"
kill -s HUP "$server"
receive
is '. == {"jsonrpc":"2.0","method":"notifications/prompts/list_changed"}' 'a new prompt'
prompts 8 prompts/list '{}'
is '[.result.prompts[].name] == ["goodbye","hello","large","review"]' 'the new list'
for number in $(seq 120); do echo "Number $number." > "$mine/p$number.md"; done
prompts 10 prompts/list '{}'
is '(.result.prompts | length) == 100 and .result.nextCursor == "100"' 'the first page'
prompts 11 prompts/list '{"cursor":"100"}'
is '(.result.prompts | length) == 24 and (.result | has("nextCursor") | not)' 'the second page'
rm "$mine"/p*.md
end_input
wait_until 'the server outlives its input' is_gone "$server"

listen -C workspace --tools "$bin/../share/agentcli/tools.json"
modern server/discover
says '.result.capabilities.prompts == {"listChanged":true}' 'the modern era'
modern prompts/list
says '.result | .resultType == "complete" and .ttlMs == 60000 and .cacheScope == "private"' \
  'a list of the modern era'
modern prompts/get review '{"FILE":"a.c"}'
says '.result | .resultType == "complete" and (has("ttlMs") | not)' 'a prompt of the modern era'
says '.result.messages[0].content.text == "Review a.c for ."' 'a word that is missing'
begin_session
says '.result.capabilities.prompts == {}' 'nobody can be told in a session'
kill -KILL "$server"

listen -C workspace --tools "$bin/../share/agentcli/tools.json" --no-prompts --no-resources
begin_session
says '.result.capabilities | has("prompts") or has("resources") or has("completions") | not' \
  'without prompts and resources'
for method in prompts/list prompts/get resources/list resources/read completion/complete; do
  in_session '{"jsonrpc":"2.0","id":1,"method":"'"$method"'","params":{"name":"review"}}'
  says '.error.code == -32601' "$method without prompts and resources"
done
