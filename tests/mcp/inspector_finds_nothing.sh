# P1 to P8, A4, R2: the inspector of MCP uses tools, resources and prompts of agentcli mcp in both
# eras, over stdio and HTTP, and has nothing to say about them.
. "$(dirname "$0")/../shell.sh"
. "$source/tests/mcp/npm.bash"
from_npm mcp-inspector
. "$source/tests/mcp/http.bash"
export HOME=$dir
printf 'one\ntwo\n' > workspace/file

mkdir -p .config/agentcli/prompts
printf -- '---\nargument-hint: FILE\n---\nReview $1.\n' > .config/agentcli/prompts/review.md
unset XDG_CONFIG_HOME

inspect() { # STATUS ARGUMENT…
  local expected=$1 status=0
  shift
  quietly 60 mcp-inspector --cli "$@" > out 2> err || status=$?
  [ "$status" = "$expected" ] && { [ "$status" != 0 ] || [ ! -s err ]; } || fail "$status: $*"
}
inspect_all() { # TARGET…
  local era
  for era in legacy modern auto; do
    inspect 0 "$@" --protocol-era "$era" --method tools/list --strict
    jq -e '[.tools[].name] | index("fs_stat") and index("exec")' out > told || fail "$era: the list"
    inspect 0 "$@" --protocol-era "$era" --method tools/call --tool-name fs_read_lines \
      --tool-arg path=file
    jq -e '.content[0].text | fromjson.content == "one\ntwo\n"' out > told || fail "$era: a call"
    inspect 0 "$@" --protocol-era "$era" --method resources/read --uri workspace:///file
    jq -e '.contents[0].text == "one\ntwo\n"' out > told || fail "$era: a resource"
    inspect 0 "$@" --protocol-era "$era" --method prompts/get --prompt-name review \
      --prompt-args FILE=file
    jq -e '.messages[0].content.text == "Review file."' out > told || fail "$era: a prompt"
    inspect 5 "$@" --protocol-era "$era" --method tools/call --tool-name fs_read_lines \
      --tool-arg path=absent
    grep -q NOT_FOUND out err || fail "$era: a call that fails"
  done
  inspect 0 "$@" --method tools/call --tool-name fs_stat --tool-arg path=file \
    --load --load-requests 200
  jq -e '.ok == 200' out > told || fail 'calls at once'
}
inspect_all "$bin/agentcli" mcp -C "$PWD/workspace" --tools "$bin/../share/agentcli/tools.json"
listen -C workspace --tools "$bin/../share/agentcli/tools.json" --no-token
inspect_all --server-url "$url"
