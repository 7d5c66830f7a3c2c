# Each command has examples in its help, which are those of its page, and each of them runs: one
# after another in one workspace, with the local model of the pages in place of a server at
# 127.0.0.1:8080. `agentcli mcp` is the MCP server "files".
. "$(dirname "$0")/../shell.sh"
needs git jq man perl
mkdir "$dir/workspace" "$dir/home"
export PATH="$bin:$PATH" HOME=$dir/home XDG_RUNTIME_DIR=$dir
unset XDG_CONFIG_HOME XDG_STATE_HOME OAI_API_KEY
exec {output}< <(exec perl "$source/tests/docs/local_model.pl")
at_end "kill $!"
read -r port <&"$output"
export OAI_BASE_URL=http://127.0.0.1:$port/v1 OAI_MODEL=local

cd "$dir/workspace"
git init -q .
mkdir -p tests/agent .agentcli/workflows "$HOME/.config/agentcli/prompts" \
  "$HOME/.config/agentcli/workflows"
echo '{"tools":[{"name":"hello","schema":{},"command":["echo","hello"]}]}' > tools.json
printf 'Tea\nCocoa\nMilk\n' > menu.txt
printf 'account 4711-22\n' > report.txt
cat > tests/agent/mint.yaml << 'END'
prompt: Which drinks are in menu.txt?
files: {menu.txt: Tea}
expect: {answer: {contains: Tea}}
END
tee .agentcli/workflows/files.yaml > "$HOME/.config/agentcli/workflows/count.yaml" << 'END'
description: Print a pattern
parameters:
  pattern: {default: "*"}
steps:
  - exec: {argv: [echo, "{{ params.pattern }}"]}
END
cat > "$HOME/.config/agentcli/prompts/review.md" << 'END'
---
description: Review a file
argument-hint: FILE
---
Review $1.
END
cat > "$HOME/.config/agentcli/config.json" << 'END'
{"profiles": {"local": {"max-steps": 5}},
 "mcpServers": {"files": {"command": "agentcli", "args": ["mcp"], "sandbox": false}}}
END
echo '{"mcpServers": {"notes": {"command": "fs_stat", "args": ["--mcp"]}}}' > "$HOME/.claude.json"

request='"arguments":"{\"path\":\"menu.txt\",\"content\":\"Mint\"}"'
exchange() { # WHAT IS ASKED, ANSWER
  echo '{"asked":[{'"$1"',"content":"<any>"}],"message":{'"$2"'}}'
}
call() { # ID
  echo '"tool_calls":[{"id":"'"$1"'","function":{"name":"fs_append_file",'"$request"'}}]'
}
{
  exchange '"role":"user"' "$(call a)"
  exchange '"role":"tool","tool_call_id":"a"' "$(call b)"
  exchange '"role":"tool","tool_call_id":"b"' '"content":"Done"'
} > talk
agentcli --replay talk --system '' -p 'Add mint' > out 2>&1 || fail 'no changes'
for turn in 1 2 3; do agentcli --session mint -p "Turn $turn" > out 2>&1 || fail 'no session'; done

agentcli serve token first read --tokens ~/tokens > out
agentcli -w count > out 2>&1 || fail 'no run'

# Prints what a command says that cannot succeed here: it wants a person, or another machine.
refusal_of() { # COMMAND
  case $1 in
    trust | 'mcp login') echo 'no terminal' ;;
    'trust remove') echo 'not trusted' ;;
    'mcp logout') echo 'not signed in' ;;
    chat) echo 'a chat needs a terminal' ;;
    run) echo '--yes' ;; # of an undo
    'approvals remove') echo "'7f3a'" ;;
    *) echo '^$' ;;
  esac
}

run_example() { # COMMAND LINE
  local status=0 line=${2//127.0.0.1:8080/127.0.0.1:$port}
  [ "$1" != serve ] || line="timeout 2 ${line/:8700/:0}; [ \$? = 124 ]" # until a signal ends it
  setsid --wait timeout 60 bash -c "$line" > out 2>&1 < /dev/null || status=$?
  [ "$status" = 0 ] || grep -q -- "$(refusal_of "$1")" out \
    || fail "agentcli $1: '$2' exits with $status"
  count=$((count + 1))
}

page_of() { # COMMAND: the page without escapes
  local word=${1%% *}
  [ "$word" != run ] || word=
  agentcli generate man ${word:+"agentcli-$word"} | perl -pe 's/\\\((aq|dq|ti|ha|ga)/{aq => "\x27",
    dq => "\"", ti => "~", ha => "^", ga => "`"}->{$1}/ge; s/\\-/-/g; s/\\e/\\/g'
}

count=0
while read -r command; do
  agentcli help $command | sed -n '/^Examples:$/,/^$/s/^    //p' > ../examples
  [ -s ../examples ] || fail "agentcli $command has no example"
  page_of "$command" > ../page
  while IFS= read -r line <&3; do
    [ ${#line} -le 96 ] || fail "an example is too wide: $line"
    grep -qxF -- "$line" ../page || fail "the page of $command does not have: $line"
    run_example "$command" "$line"
  done 3< ../examples
done < <(agentcli generate reference | sed -n 's/^## agentcli //p')
echo "$count examples ran"
[ "$count" -gt 70 ]
