# `agentcli help` tells of all commands, of one, and, in the tool's own words, of a tool of the
# manifest.
. "$(dirname "$0")/../../shell.sh"
cd "$dir"
agentcli() { "$bin/agentcli" "$@"; }

[ "$(agentcli help)" = "$(agentcli --help)" ] || fail 'help is not --help'
[ "$(agentcli help doctor)" = "$(agentcli doctor --help)" ] \
  || fail 'help doctor is not doctor --help'
agentcli help | grep -q '^  doctor  *report ' || fail 'doctor is not listed'
[ "$(agentcli help session)" = "$(agentcli session --help)" ] && [ "$(agentcli help session \
  | grep -c '^  [a-z]')" = 6 ] || fail 'help session does not list its six commands'
agentcli help trust | grep -q '^  remove  *end the trust ' \
  || fail 'help trust does not list the further commands'
agentcli help mcp call | grep -q '^usage: agentcli mcp call ' \
  || fail 'help mcp call is not that of mcp call'
[ "$(agentcli help run)" = "$(agentcli run --help)" ] || fail 'help run is not run --help'
[ "$(agentcli help audit verify)" = "$(agentcli audit verify --help)" ] \
  || fail 'help audit verify is not audit verify --help'
! agentcli help doctor | grep -q -- '--prompt' || fail 'a flag of another command is listed'
printf '{"tools":[%s]}' "$("$bin/get_time" --describe)" > tools.json
[ "$(agentcli help get_time --tools tools.json)" = "$("$bin/get_time" --help)" ] \
  || fail 'help get_time is not get_time --help'
status=0
agentcli help get_tim --tools tools.json 2> err || status=$?
[ "$status" = 2 ] && grep -q "did you mean 'get_time'?" err || fail 'no near name is named'

# A program that does not say that it is one of the suite might take --help for anything.
printf '#!/bin/sh\n: > started\n' > deploy
chmod +x deploy
echo \
  '{"tools":[{"name":"deploy","description":"Put it out","schema":{"properties":{"to":{"description":"Where"},"dry":{}},"required":["to"]},"command":["./deploy"]}]}' > tools.json
agentcli help deploy --tools tools.json > out
grep -q '^deploy: Put it out$' out && grep -q '^  to  *Where$' out && grep -q '^  dry? *$' out \
  || fail "help deploy: $(cat out)"
agentcli generate man deploy --tools tools.json | grep -q '^deploy .* Put it out$' \
  || fail 'the page of deploy'
[ ! -e started ] || fail 'deploy was started'
