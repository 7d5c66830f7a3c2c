# Every tool of the shipped manifest that changes files has a dry run, which approvals show; only
# those that run programs have none.
. "$(dirname "$0")/../../shell.sh"
needs jq

tools='.tools[] | select(.changesFiles and (.effects.programs | not))'
shown='.effects.dryRun == true or .schema.properties.dryRun.type == "boolean"'
without=$(jq -r "$tools | select(($shown) | not) | .name" "$source/tools.json")
[ -z "$without" ] || fail "no dry run: $without"
[ "$(jq "[$tools] | length" "$source/tools.json")" -ge 8 ] || fail 'tools are missing'
