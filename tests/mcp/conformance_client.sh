# C12 to C15, C20, C27, C29: the official suite of conformance finds nothing wrong with agentcli as
# a client over HTTP in any era, but for what conformance/client-*.yaml lists: OAuth, and one check.
# An entry that is no longer needed fails. The suite starts this script as the client, too.
. "$(dirname "$0")/../shell.sh"
here=$source/tests/mcp
cd "$dir"

mcp() { timeout 25 "$bin/agentcli" mcp "$1" "$url" "${@:2}"; } # COMMAND ARGUMENT…
call_all() { # ARGUMENTS FLAG…: each tool that there is
  local tool
  mcp tools --json > tools
  for tool in $(jq -r '.tools[].ownName' tools); do mcp call "$tool" "$@" || true; done
}
play() { # what the scenario wants of a client
  case $MCP_CONFORMANCE_SCENARIO in
    json-schema-ref-no-deref | request-metadata) mcp tools ;;
    tools_call) call_all '{"a":2,"b":3}' ;;
    elicitation-*) call_all '{}' --answers defaults ;;
    sep-2322-*) call_all '{}' --answers '{"confirmed":true}' ;;
    http-custom-headers)
      jq -c '.toolCalls[]' <<< "$MCP_CONFORMANCE_CONTEXT" > calls
      while read -r call; do
        mcp call "$(jq -r .name <<< "$call")" "$(jq -c .arguments <<< "$call")"
      done < calls
      ;;
    http-standard-headers)
      call_all '{}'
      mcp read file:///path/to/file%20name.txt || true
      mcp prompt test_prompt || true
      ;;
    *) call_all '{}' ;;
  esac
}
if [ -n "${MCP_CONFORMANCE_SCENARIO:-}" ]; then
  url=$2
  export HOME=$dir XDG_STATE_HOME=$dir XDG_CONFIG_HOME=$dir XDG_CACHE_HOME=$dir
  play < /dev/null
  exit
fi

. "$here/npm.bash"
from_npm conformance
needs jq
for revision in 2025-11-25 2026-07-28; do
  quietly 500 conformance client --requirements "$revision" -o "results-$revision" \
    --command "bash $here/conformance_client.sh $bin" \
    --expected-failures "$here/conformance/client-$revision.yaml" > out 2>&1 || {
    sed -n '/SUMMARY ===/,$p' out
    jq -r '.[] | select(.status == "FAILURE") | "\(.id): \(.errorMessage)"' \
      "results-$revision"/[!a]*/checks.json
    fail "the client fails in $revision"
  }
done
