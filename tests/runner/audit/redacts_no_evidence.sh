# Whatever the rules of a workspace are, the trail names the tool, what ran and the hashes, and is
# verified; and sessions, recordings, events and objects stay what programs read.
. "$(dirname "$0")/../../shell.sh"
set -o pipefail
mkdir -p "$dir/.agentcli"
cd "$dir"
export OAI_MODEL=m XDG_STATE_HOME=$dir/state XDG_CONFIG_HOME=$dir/config APP_TOKEN=hunter22
has() { grep -qF -- "$2" "$1" || fail "$1 lacks $2: $(cat "$1")"; }
config() { printf '%s' "$1" > .agentcli/config.json; }
config '{}'
echo '{"runsLater":["Makefile"],"gitObeys":[".git/x"],"gitRemoved":[".git/y"]}' > look.json
echo \
  '{"tools":[{"name":"look","schema":{"type":"object"},"command":["sh","-c","cat look.json # hunter22"]}]}' > tools.json
cat > talk << 'END'
{"asked":[{"role":"user","content":"<any>"}],"message":{"role":"assistant","content":null,"tool_calls":[{"id":"call_7","type":"function","function":{"name":"look","arguments":"{\"n\":1}"}}]},"finish_reason":"tool_calls"}
{"asked":[{"role":"tool","tool_call_id":"call_7","content":"<any>"}],"message":{"role":"assistant","content":"done"},"finish_reason":"stop"}
END
count=0
for rules in '[".+"]' '["[a-z_]+","[0-9a-f]+"]' '["\"[^\"]*\""]' '["[{}\\[\\],:]"]'; do
    count=$((count + 1))
    config "{\"redact\":{\"patterns\":$rules}}"
    for form in json events stream debug; do
        "$bin/agentcli" --tools tools.json --system= --prompt hello --replay talk "-$form" \
          -s "s$count-$form" --record recorded --save-messages saved > out.$form 2> err \
          || fail "$form: $(cat err)"
    done
    tail -n 2 .agentcli/audit/*.log > audit
    for part in '"tool":"look"' '"argv":["sh","-c","cat look.json # [redacted]"]' '"exit":0' \
      '"runsLater":["Makefile"]' '"gitObeys":[".git/x"]' '"gitRemoved":[".git/y"]' \
      '"end":"answered"' '"exitStatus":0'; do has audit "$part"; done
    grep -qE '"requestSha256":"[0-9a-f]{64}","answerSha256":"[0-9a-f]{64}"' audit \
      || fail "hashes: $(cat audit)"
    has out.json '"exitReason":"answered"'
    has out.json '"tool":"look"'
    has out.events '"turn":1,"id":"call_7","tool":"look","arguments":'
    has out.events '"state":"ends",'

    # What was kept is as it was but for what was said.
    for file in saved recorded "state/agentcli/sessions/s$count-json.ndjson"; do
        for part in '"role":' 'assistant' 'call_7' '"type":' 'function' '"name":' 'look' \
          '"tool_call_id":'; do has "$file" "$part"; done
        ! grep -q hunter22 "$file" || fail "a secret in $file"
    done
    has recorded '"finish_reason":"tool_calls"'
    "$bin/agentcli" --tools tools.json --system= --prompt hello --replay recorded > again 2> err \
      || fail "the recording: $(cat err)"
    "$bin/agentcli" --tools tools.json --system= --prompt more --dry-run -s "s$count-json" > again \
      2> err || fail "the session: $(cat err)"
    [ ! -s err ] || fail "the session was mended: $(cat err)"

    "$bin/agentcli" audit verify > verified || fail 'the trail is broken'
    last=$(tail -n 1 .agentcli/audit/*.log | tr -d '\n' | sha256sum | cut -d' ' -f1)
    "$bin/agentcli" audit verify --json > verified
    has verified "\"lastSha256\":\"$last\""
    "$bin/agentcli" audit show --json --tool look | tail -n 1 > shown
    has shown '"argv":["sh","-c","cat look.json # [redacted]"]'
    "$bin/agentcli" audit show --tool look | tail -n 1 > shown
    has shown '  look  '
    "$bin/agentcli" doctor --json --tools tools.json > shown || true
    has shown '"state":"'
done
