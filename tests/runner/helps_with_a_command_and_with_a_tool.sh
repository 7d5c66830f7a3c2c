# `agentcli help` tells of all commands, of one, and, in the tool's own words, of a tool of the manifest.
set -eu
bin=$1
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
fail() { echo "FAILED: $1"; exit 1; }
agentcli() { "$bin/agentcli" "$@"; }

[ "$(agentcli help)" = "$(agentcli -help)" ] || fail 'help is not -help'
[ "$(agentcli help doctor)" = "$(agentcli doctor -help)" ] || fail 'help doctor is not doctor -help'
agentcli help | grep -q '^  doctor  *tell what' || fail 'doctor is not listed'
! agentcli help doctor | grep -q -- '-prompt' || fail 'a flag of another command is listed'
printf '{"tools":[%s]}' "$("$bin/get_time" --describe)" > tools.json
[ "$(agentcli help get_time)" = "$("$bin/get_time" --help)" ] || fail 'help get_time is not get_time --help'
status=0
agentcli help get_tim 2> err || status=$?
[ "$status" = 2 ] && grep -q "did you mean 'get_time'?" err || fail 'no near name is named'
