# 'colours', 'keys' and 'prices' are checked when the config is read, and refused in a workspace.
. "$(dirname "$0")/../../shell.sh"
cd "$dir"
mkdir -p config/agentcli .agentcli
XDG_CONFIG_HOME=$dir/config
export XDG_CONFIG_HOME
refuses() { # TEXT WORDS
  echo "$1" > config/agentcli/config.json
  ! "$bin/agentcli" config > out 2> err || fail "$1 is taken"
  grep -qF "$2" err || fail "the error does not say: $2"
}
echo '{"colours":{"added":"bright-green bold","own":""},"keys":{"edit":"alt-e"},
  "prices":{"m":{"input":0.25,"output":2}}}' \
  > config/agentcli/config.json
"$bin/agentcli" config > out || fail 'a config with colours and prices is refused'
refuses '{"colours":{"added":"pink"}}' "'colours.added' is not a look"
refuses '{"colours":{"sky":"blue"}}' "it has 'sky'"
refuses '{"colours":[]}' "'colours' is not"
refuses '{"keys":{"edit":"ctrl-c"}}' "'keys.edit' is not an allowed key"
refuses '{"keys":{"edit":"e"}}' "'keys.edit' is not an allowed key"
refuses '{"keys":{"fly":"alt-e"}}' "it has 'fly'"
refuses '{"keys":{"edit":"alt-e","show":"alt-e"}}' "'keys' has 'alt-e' twice"
refuses '{"keys":[]}' "'keys' is not"
refuses '{"prices":{"m":{"input":-1}}}' "'prices' is not"
refuses '{"prices":{"m":{"in":1}}}' "it has 'in'"
refuses '{"prices":{"m":{"input":1e10}}}' "'prices' is not"
refuses '{"prices":{"m":2}}' "'prices' is not"
rm config/agentcli/config.json
for choice in '{"colours":{}}' '{"keys":{}}' '{"prices":{}}' '{"defaults":{}}'; do
  echo "$choice" > .agentcli/config.json
  ! "$bin/agentcli" config > out 2> err || fail "$choice of a workspace is taken"
  grep -q "the config '.agentcli/config.json': '" err || fail 'the error'
done
