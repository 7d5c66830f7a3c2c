# What a tool answers beyond --max-result-bytes is cut in the middle, and a line there names the
# file that has all of it.
. "$(dirname "$0")/../../shell.sh"
needs jq
cd "$dir"
export HOME=$dir/home XDG_STATE_HOME=$dir/state OAI_BASE_URL=http://127.0.0.1:1 OAI_MODEL=m
unset XDG_CONFIG_HOME
cat > tools.json << 'END'
{"tools": [{"name": "big", "schema": {}, "command": ["sh", "big"]}]}
END
echo "head -c 40000 /dev/zero | tr '\\0' x" > big
call='{"id":"call_1","type":"function","function":{"name":"big","arguments":"{}"}}'
cat > talk.ndjson << END
{"asked":[{"role":"user","content":"x"}],"message":{"role":"assistant","tool_calls":[$call]}}
{"asked":[{"role":"tool","tool_call_id":"call_1","content":"<any>"}],"message":{"content":"done"}}
END
content() { # FLAG…: what the call has added to the conversation
  "$bin/agentcli" --tools tools.json --system '' --prompt x --replay talk.ndjson \
    --save-messages messages.json "$@" > out 2> err < /dev/null || fail "exit $?"
  jq -j '.[] | select(.role == "tool").content' messages.json
}
content > told
[ "$(wc -c < told)" -le 32768 ] || fail "by default: $(wc -c < told)"
content --max-result-bytes 40000 > told
[ "$(tr -d x < told)" = '' ] && [ "$(wc -c < told)" = 40000 ] || fail 'something is cut'
content --max-result-bytes 2000 > told
[ "$(wc -c < told)" -le 2000 ] || fail "2000: $(wc -c < told)"
file=$(sed -n 's/^\[38400 bytes, 0 newlines left out; the whole is in \(.*\)\]$/\1/p' told)
[ "$(stat -c '%a %s' "$file")" = '600 40000' ] || fail "the whole: $file"
[[ $file == .agentcli/output/*.txt ]] || fail "the place: $file"

# Files of seven days ago are removed by the next one.
touch -d '8 days ago' "$file"
content --max-result-bytes 2000 > told
[ ! -e "$file" ] || fail 'an old file stays'
"$bin/agentcli" --tools tools.json --prompt x --max-result-bytes 999 > out 2> err && fail 'too few'
grep -q 'at least 1000' err || fail 'it does not say the least'
