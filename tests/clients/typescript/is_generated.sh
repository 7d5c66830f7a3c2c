# The types of clients/typescript/agentcli.ts are those of the run channel.
. "$(dirname "$0")/../../shell.sh"
needs python3
client=$source/clients/typescript
"$bin/agentcli" generate channel | python3 -B "$client/generate.py" "$client/agentcli.ts" |
  diff "$client/agentcli.ts" - > "$dir/out" || {
  cat "$dir/out"
  fail 'clients/typescript/agentcli.ts is not what scripts/pages.sh writes'
}
