# clients/python/agentcli.py has the classes of events and messages of the channel's schema.
. "$(dirname "$0")/../../shell.sh"
needs python3
cd "$source/clients/python"
"$bin/agentcli" generate channel | python3 generate.py agentcli.py > "$dir/agentcli.py"
diff agentcli.py "$dir/agentcli.py" || fail 'run: ./scripts/pages.sh'
