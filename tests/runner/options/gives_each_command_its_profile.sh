# "defaults" of the config of the user names a profile for each command that takes one, and
# --profile none uses no profile.
. "$(dirname "$0")/../../shell.sh"
cd "$dir"
export HOME=$dir/home XDG_RUNTIME_DIR=$dir/run
unset XDG_CONFIG_HOME XDG_STATE_HOME
mkdir -p home/.config/agentcli run workspace
config() { # DEFAULTS
  printf '{"profiles":{"some":{"max-steps":3}},"defaults":%s}' "$1" \
    > "$HOME/.config/agentcli/config.json"
}
cd workspace
misses() { # COMMAND…: checks that it fails since "defaults" names a missing profile
  local status=0
  "$bin/agentcli" "$@" < /dev/null > ../out 2> ../err || status=$?
  [ "$status" = 2 ] && grep -q "'defaults' of the config: no config has a profile 'gone'" ../err ||
    fail "$*: $status $(cat ../out ../err)"
}
for mode in acp host mcp serve workflow; do
  case $mode in
  serve) words='serve --state /' ;; # fails after the profile was read
  workflow) words='workflow run nothing' ;;
  *) words=$mode ;;
  esac
  config '{"'"$mode"'":"gone"}'
  # shellcheck disable=SC2086 # words
  misses $words
  # shellcheck disable=SC2086
  "$bin/agentcli" host --profile none < /dev/null > ../out 2>&1 || fail "$mode: $(cat ../out)"
  config '{"'"$mode"'":"some","run":"gone"}'
  # shellcheck disable=SC2086
  "$bin/agentcli" $words < /dev/null > ../out 2>&1 || true
  ! grep -q gone ../out || fail "$mode takes the profile of another command: $(cat ../out)"
done
config '{"run":"gone"}'
misses workflow run nothing
misses -w nothing
config '{"workflow":"gone"}'
misses -w nothing
config '{"chat-room":"some"}'
! "$bin/agentcli" host < /dev/null > ../out 2>&1 && grep -q 'the modes acp, chat' ../out ||
  fail "an unknown mode: $(cat ../out)"
printf '{"profiles":{"none":{}}}' > "$HOME/.config/agentcli/config.json"
! "$bin/agentcli" host < /dev/null > ../out 2>&1 && grep -q "can be called 'none'" ../out ||
  fail "a profile with the name none: $(cat ../out)"
config '{"host":"some"}'
"$bin/agentcli" host --model m < /dev/null | head -n 1 > ../out
jq -e .event ../out > /dev/null || fail "host: $(cat ../out)"
