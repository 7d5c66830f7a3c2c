# The user's config names the profile of a chat and of a run; a flag counts more, and a workspace
# chooses none.
. "$(dirname "$0")/../../shell.sh"
cd "$dir"
mkdir -p config/agentcli
export XDG_CONFIG_HOME=$dir/config HOME=$dir
cat > config/agentcli/config.json <<'JSON'
{"profiles":{"long":{"max-steps":77},"short":{"max-steps":3}},
 "defaults":{"run":"short","chat":"long"}}
JSON
steps() { "$bin/agentcli" config "$@" | grep -- max-steps; }
steps | grep -q '\b3\b' || fail 'the default profile of a run does not count'
steps --profile long | grep -q '\b77\b' || fail '--profile does not count more'
sed -i 's/"run":"short"/"run":"gone"/' config/agentcli/config.json
! "$bin/agentcli" config > out 2> err || fail 'a profile that is not there is taken'
grep -q "'defaults' of the config: no config has a profile 'gone'" err || fail 'the error'
sed -i 's/"run":"gone"/"run":"short","investigate":"lost"/' config/agentcli/config.json
! "$bin/agentcli" investigate why > out 2> err || fail 'the profile of investigations'
grep -q "no config has a profile 'lost'" err || fail 'the error of an investigation'
"$bin/agentcli" embed --help > out || fail 'a command without a mode'
echo '{}' > config/agentcli/config.json
mkdir .agentcli
echo '{"defaults":{"run":"x"}}' > .agentcli/config.json
! "$bin/agentcli" config > out 2> err || fail 'a workspace chooses a profile'
grep -q "can only narrow" err || fail 'the error of a workspace'
