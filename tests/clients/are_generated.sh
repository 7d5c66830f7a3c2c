# The types of events and messages in clients/ are generated from the channel's schema.
. "$(dirname "$0")/../shell.sh"
needs python3
cd "$source/clients"
"$bin/agentcli" generate channel > "$dir/schema"
for client in python/agentcli.py typescript/agentcli.ts; do
  python3 -B generate.py $client < "$dir/schema" > "$dir/client"
  diff $client "$dir/client" || fail "clients/$client differs: run ./scripts/pages.sh"
done
