# `agentcli approvals` lists and removes rules of this workspace or of all, with a line in the
# audit; rules for all workspaces come from the user's config alone.
. "$(dirname "$0")/../../shell.sh"
needs jq
export HOME=$dir/home XDG_STATE_HOME=$dir/state XDG_CONFIG_HOME=$dir/config
rules=$dir/state/agentcli/permissions
mkdir -p "$HOME" "$dir/config/agentcli" "$dir/one/.agentcli" "$dir/two"
mkdir -m 700 -p "$dir/state/agentcli" "$rules"
put() { # DIRECTORY ID…
  local file ids
  file=$rules/$(printf %s "$1" | sha256sum | cut -d' ' -f1).json
  ids=$(printf '%s\n' "${@:2}" | jq -R . | jq -sc .)
  jq -nc --arg dir "$1" --argjson ids "$ids" '{workspace: $dir, rules: [$ids[] | {id: .,
    rule: {tool: "exec", prefix: ["npm", "test"]}, made: "2026-11-29T10:00:00Z", by: "chat",
    binding: "x"}]}' > "$file"
  chmod 600 "$file"
}
put "$dir/one" 7f3a 0b1c
put "$dir/two" 7f3a
cd "$dir/one"
agentcli=$bin/agentcli
line='7f3a  commands that begin with: npm test  (exec)  made 2026-11-29T10:00:00Z in a chat'
[ "$("$agentcli" approvals | head -1)" = "$line" ] || fail "$("$agentcli" approvals)"
[ "$("$agentcli" approvals list | wc -l)" = 2 ] || fail "there are two rules"
[ "$("$agentcli" approvals --all | grep -c 'npm test')" = 3 ] || fail "there are three in all"
"$agentcli" approvals --all --json > out
jq -e '[.workspaces[].rules | length] == [2, 1] and .config == []' out > /dev/null || fail "as JSON"

status=0
"$agentcli" approvals remove --all 7f3a 2> err || status=$?
[ "$status" != 0 ] && grep -q 'several workspaces' err || fail "the id is ambiguous"
"$agentcli" approvals remove 7f3a
status=0
"$agentcli" approvals remove 7f3a 2> err || status=$?
[ "$status" = 1 ] && grep -q "no approval rule has the id '7f3a'" err || fail "it is gone"
grep -h '"state":"removed"' .agentcli/audit/*.log | grep -q '"rule":"7f3a"' || fail "no audit"
"$agentcli" audit verify > out || fail "the chain is broken"
"$agentcli" approvals clear
[ -z "$("$agentcli" approvals)" ] || fail "not cleared"
[ "$("$agentcli" approvals --all | grep -c 'npm test')" = 1 ] || fail "cleared too much"
"$agentcli" approvals clear --all
[ -z "$(ls "$rules" | grep json)" ] || fail "files are left"

echo '{"permissions":[{"tool":"fs_edit"}]}' > "$dir/config/agentcli/config.json"
"$agentcli" approvals | grep -q '^config  all calls of fs_edit' || fail "the config's rule"
echo '{"permissions":[{"tool":"exec","prefix":["npm test"]}]}' > "$dir/config/agentcli/config.json"
"$agentcli" approvals 2> err && fail "an invalid rule"
grep -q "'permissions' of the config" err || fail "an invalid rule is not named"
rm "$dir/config/agentcli/config.json"
echo '{"permissions":[{"tool":"fs_edit"}]}' > .agentcli/config.json
"$agentcli" approvals 2> err && fail "a workspace gives itself a rule"
grep -q "belongs in the config of the user" err || fail "the workspace is not refused"
rm .agentcli/config.json

put "$dir/one" 7f3a
chmod 644 "$rules"/*.json
"$agentcli" approvals 2> err && fail "others can read the rules"
grep -q "permissions" err || fail "the file is not named"
