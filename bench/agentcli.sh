#!/usr/bin/env bash
# What a turn of agentcli without tools costs over a bare curl of the same exchange, with one local
# server; and how time and memory grow from 100 calls of a tool in one conversation to 1,000. Needs
# the release build, curl and perl.
. "$(dirname "$0")/shared.sh"
needs curl perl
coproc server { exec perl bench/chat_server.pl; }
server_id=$server_PID
trap 'kill "$server_id"; rm -rf "$dir"' EXIT
read -r port <&"${server[0]}"
cd "$dir"
url=http://127.0.0.1:$port
: > none
echo '{"tools":[]}' > no_tools.json

echo "one turn without tools (goal: at most 1.5, and 15 MB)"
export OAI_BASE_URL=$url/0/v1 OAI_MODEL=oss-gpt-20b
"$bin/agentcli" --tools no_tools.json --prompt hello --debug 2>&1 > answer \
  | sed -n 's/^POST [^ ]* //p' > body
grep -q done answer
"$programs/turns" true \
  -- agentcli none /dev/null "$bin/agentcli" --tools no_tools.json --prompt hello \
  -- curl none /dev/null curl --silent --header 'Content-Type: application/json' \
  --data @body "$OAI_BASE_URL/chat/completions"

echo "1,000 calls of a tool in one conversation (linear: 10 times 100)"
printf '{"tools":[%s]}' "$("$bin/get_time" --describe)" > tools.json
test "$("$bin/agentcli" --tools tools.json --base-url "$url/3/v1" --prompt hello)" = done
many=(--tools tools.json --prompt hello --max-steps 5000 --max-tool-calls 5000 --max-repeats 5000)
calls=$(size 1000 20)
ROUNDS=${ROUNDS:-3} "$programs/turns" 'rm -rf .agentcli' \
  -- "$calls calls" none /dev/null "$bin/agentcli" --base-url "$url/$calls/v1" "${many[@]}" \
  -- "$((calls / 10)) calls" none /dev/null "$bin/agentcli" \
  --base-url "$url/$((calls / 10))/v1" "${many[@]}"
