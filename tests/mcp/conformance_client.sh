# C12 to C15, C20, C27, C29: the official suite of conformance finds nothing wrong with agentcli as
# a client over HTTP in any era, OAuth included, but for what conformance/client-*.yaml lists; an
# entry that is no longer needed fails. The extensions of OAuth are not scored. The suite starts
# this script as the client, too.
. "$(dirname "$0")/../shell.sh"
here=$source/tests/mcp
cd "$dir"

mcp() { # COMMAND ARGUMENT…
  timeout 100 "$bin/agentcli" mcp "$1" "$server" "${@:2}" ${servers:+--mcp "$servers"}
}
call_all() { # ARGUMENTS FLAG…: each tool that there is
  local tool
  mcp tools --json > tools
  for tool in $(jq -r '.tools[].ownName' tools); do mcp call "$tool" "$@" || true; done
}
sign_in() { # with a browser that consents to everything at once
  local page status=0
  : > login
  mcp login --no-browser > login &
  for _ in {1..600}; do [ ! -s login ] && [ -n "$(jobs -r)" ] || break; sleep 0.1; done
  page=$(jq -r .url login)
  [ -z "$page" ] || timeout 60 curl -sL -o /dev/null "$page" || true
  wait $! || status=$?
  return $status
}
with_entry() { # FIELDS of `oauth`
  servers=$dir/servers.json server=it
  jq -n --arg url "$url" --argjson oauth "$1" \
    '{mcpServers: {it: {url: $url, oauth: $oauth}}}' > "$servers"
}
call_signed_in() { # each tool; at most two more sign-ins for a call that asks for one
  local tool
  sign_in || return
  mcp tools --json > tools 2> why || { # its authorization server may be another one by now
    cat why
    grep -qF 'agentcli mcp login' why && sign_in && mcp tools --json > tools
  }
  for tool in $(jq -r '.tools[].ownName' tools); do
    for _ in 1 2 3; do
      ! mcp call "$tool" '{}' 2> why || break
      cat why
      grep -qF 'agentcli mcp login' why && sign_in || break
    done
  done
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
    auth/client-credentials-basic)
      export CLIENT_SECRET
      CLIENT_SECRET=$(jq -r .client_secret <<< "$MCP_CONFORMANCE_CONTEXT")
      with_entry "$(jq '{clientId: .client_id, clientSecret: "${CLIENT_SECRET}",
        grant: "client_credentials"}' <<< "$MCP_CONFORMANCE_CONTEXT")"
      mcp login && call_all '{}'
      ;;
    auth/pre-registration)
      export CLIENT_SECRET
      CLIENT_SECRET=$(jq -r .client_secret <<< "$MCP_CONFORMANCE_CONTEXT")
      with_entry "$(jq '{clientId: .client_id, clientSecret: "${CLIENT_SECRET}"}' \
        <<< "$MCP_CONFORMANCE_CONTEXT")"
      call_signed_in
      ;;
    auth/basic-cimd)
      with_entry '{"clientMetadataUrl":"https://conformance-test.local/client-metadata.json"}'
      call_signed_in
      ;;
    auth/*) call_signed_in ;;
    *) call_all '{}' ;;
  esac
}
if [ -n "${MCP_CONFORMANCE_SCENARIO:-}" ]; then
  url=$2 server=$2 servers=
  export HOME=$dir XDG_STATE_HOME=$dir XDG_CONFIG_HOME=$dir XDG_CACHE_HOME=$dir
  # The suite starts all scenarios at once, and its servers are slow then.
  exec {turn}> "$CONFORMANCE_TURNS/turn$(($$ % 3))"
  flock "$turn"
  play < /dev/null {turn}>&-
  exit
fi

. "$here/npm.bash"
from_npm conformance
needs jq
export CONFORMANCE_TURNS=$dir
for revision in 2025-11-25 2026-07-28; do
  quietly 500 conformance client --requirements "$revision" --timeout 180000 \
    -o "results-$revision" --command "bash $here/conformance_client.sh $bin" \
    --expected-failures "$here/conformance/client-$revision.yaml" > out 2>&1 || {
    sed -n '/SUMMARY ===/,$p' out
    jq -r '.[] | select(.status == "FAILURE") | "\(.id): \(.errorMessage)"' \
      "results-$revision"/[!a]*/checks.json
    fail "the client fails in $revision"
  }
done
