# What `workflow check` accepts no run refuses, and what it refuses no run begins; --plan agrees
# with both: for all examples, and AGENTCLI_MUTATIONS [200] files with one mutation each.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/runs.bash"
needs python3 git
python3 -c 'import yaml' 2> /dev/null || skip 'there is no python3-yaml'
unset OAI_MODEL
: > "$dir/none"
python3 "$source/tests/runner/workflow/check_agrees_with_runs.py" "$bin/agentcli" \
  "$dir/tools.json" "$source/examples/workflows" "${AGENTCLI_MUTATIONS:-200}"
