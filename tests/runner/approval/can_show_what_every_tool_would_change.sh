# Every tool of the shipped manifest that changes files has a dry run, which approvals show; but what runs programs.
. "$(dirname "$0")/../../shell.sh"
needs jq

without=$(jq -r '.tools[] | select(.changesFiles and (.effects.programs | not)
  and (.effects.dryRun | not) and .schema.properties.dryRun.type != "boolean") | .name' "$source/tools.json")
[ -z "$without" ] || fail "no dry run: $without"
[ "$(jq '[.tools[] | select(.effects.dryRun)] | length' "$source/tools.json")" -ge 8 ] || fail 'dry runs are missing'
