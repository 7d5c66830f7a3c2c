# P1 to P8, H3 to H8: the official suite of conformance finds nothing wrong with agentcli mcp in any
# era, but for what conformance/server-*.yaml lists: that needs prompts, resources, content of tools
# or questions of tools, which there are none of yet. An entry that is no longer needed fails.
. "$(dirname "$0")/../shell.sh"
here=$source/tests/mcp
. "$here/npm.bash"
from_npm conformance
. "$here/http.bash"
cp "$here/conformance/tools.json" .
cp "$here/conformance/fixture" workspace
listen -C workspace --tools ../tools.json --no-token --approve changes
echo "$server" > server.pid
for revision in 2025-11-25 2026-07-28; do
  quietly 300 conformance server --url "$url" --requirements "$revision" -o "results-$revision" \
    --expected-failures "$here/conformance/server-$revision.yaml" > out 2>&1 || {
    sed -n '/=== SUMMARY ===/,$p' out
    jq -r '.[] | select(.status == "FAILURE") | "\(.id): \(.errorMessage)"' \
      "results-$revision"/*/checks.json
    fail "the server fails in $revision"
  }
done
