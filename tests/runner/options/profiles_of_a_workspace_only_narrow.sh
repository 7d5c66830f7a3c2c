# A profile of the user's config sets values; one of the workspace's only narrows them; `config`
# tells where each comes from.
. "$(dirname "$0")/../../shell.sh"
set -o pipefail
mkdir -p "$dir/work/.agentcli" "$dir/config/agentcli"
cd "$dir/work"
export XDG_CONFIG_HOME=$dir/config OAI_API_KEY=sk-very-secret-key
fail() { echo "FAILED: $1"; cat "$dir/out" "$dir/err"; exit 1; }
run() { # STATUS ARGUMENT…
    local expected=$1 status=0
    shift
    "$bin/agentcli" "$@" > "$dir/out" 2> "$dir/err" || status=$?
    [ "$status" = "$expected" ] || fail "exit $status, not $expected: $*"
    ! grep -q very-secret "$dir/out" "$dir/err" || fail 'the key is printed'
}
says() { grep -qxF -- "$1" "$dir/out" "$dir/err" || fail "it does not say: $1"; }
own() { printf '%s' "$1" > "$XDG_CONFIG_HOME/agentcli/config.json"; }
workspace() { printf '%s' "$1" > .agentcli/config.json; }

own \
  '{"profiles":{"small":{"model":"tiny","max-steps":20,"temp":0.5,"stream":true,"without-tools":["a","b"],"approve":"changes","system-file":"brief.txt"}}}'
run 0 config --profile small --max-tool-calls 7
says "model = tiny  ($XDG_CONFIG_HOME/agentcli/config.json)"
says "max-steps = 20  ($XDG_CONFIG_HOME/agentcli/config.json)"
says 'max-tool-calls = 7  (--max-tool-calls)'
says 'max-repeats = 5  (default)'
says 'api-key = (set)  (OAI_API_KEY)'
says "without-tools = a,b  ($XDG_CONFIG_HOME/agentcli/config.json)"
says "system-file = $XDG_CONFIG_HOME/agentcli/brief.txt  ($XDG_CONFIG_HOME/agentcli/config.json)"
says 'record = (not set)'
OAI_MODEL=other run 0 config --profile small --max-steps=3
says 'model = other  (OAI_MODEL)'
says 'max-steps = 3  (--max-steps)'
run 0 config
says 'max-steps = 8  (default)'
# A key for another provider does not go to the default server.
beside() { env -u OAI_API_KEY OPENAI_BASE_URL=http://other/v1 OPENAI_API_KEY=k "$@"; }
beside "$bin/agentcli" config > "$dir/out"
says 'base-url = http://other/v1  (OPENAI_BASE_URL)'
beside env OAI_BASE_URL=http://own/v1 "$bin/agentcli" config > "$dir/out"
says 'base-url = http://own/v1  (OAI_BASE_URL)'
beside env OAI_API_KEY=k "$bin/agentcli" config > "$dir/out"
says 'base-url = https://api.openai.com/v1  (default)'
beside "$bin/agentcli" config --api-key k > "$dir/out"
says 'base-url = https://api.openai.com/v1  (default)'
run 0 --print-config --base-url https://me:pw12345678@host/v1 --prompt 'say sk-very-secret-key' \
  --header 'X-One: 1' --header 'X-Two: 2'
says 'base-url = https://me:[redacted]@host/v1  (--base-url)'
says 'header = X-One: …  (--header)'
says 'header = X-Two: …  (--header)'

workspace \
  '{"profiles":{"small":{"max-steps":5,"max-tool-calls":1000,"max-seconds":"2m","http-retries":0,"without-tools":["c"],"approve":"never"}}}'
run 0 config --profile small
says 'max-steps = 5  (.agentcli/config.json)'
says 'max-tool-calls = 100  (default)'
says 'max-seconds = 2m  (.agentcli/config.json)'
says 'http-retries = 0  (.agentcli/config.json)'
says "approve = changes  ($XDG_CONFIG_HOME/agentcli/config.json)"

run 0 config --profile small --json
grep -qF '{"name":"max-steps","value":"5","source":".agentcli/config.json"}' "$dir/out" \
  && grep -qF '{"name":"record","value":null,"source":null}' "$dir/out" || fail 'the config as JSON'
run 0 config --profile small
says "without-tools = a,b  ($XDG_CONFIG_HOME/agentcli/config.json)"
says 'without-tools = c  (.agentcli/config.json)'

# What it may not do.
for field in '"base-url":"http://x"' '"model":"m"' '"tools":"t"' '"system":"s"' '"api-key":"k"' \
  '"system-file":"f"' '"no-verify":true' '"redact":"x"' '"nonsense":1'; do
    workspace "{\"profiles\":{\"small\":{$field}}}"
    run 2 --prompt x --profile small --dry-run
done
# No flag can be set there but those that narrow.
narrowing=' max-steps max-total-tokens max-cost max-tool-calls max-repeats max-seconds timeout http-retries max-result-bytes only-tools without-tools approve no-stored-approvals '
for flag in $("$bin/agentcli" help run | sed -En 's/^  (-[a-z], )?--([a-z-]+).*/\2/p'); do
    [[ $narrowing != *" $flag "* ]] || continue
    count=$((${count:-0} + 1))
    workspace "{\"profiles\":{\"small\":{\"$flag\":\"x\"}}}"
    run 2 config --profile small
    says \
      "agentcli: the config '.agentcli/config.json': the profile 'small' sets '$flag', and the config of a workspace can only narrow: limits, tools and approval"
done
[ "$count" -gt 30 ] || fail "only $count flags were tried"
workspace '{"profiles":{"small":{"nonsense":1}}}'
run 2 --prompt x --profile small --dry-run
says \
  "agentcli: the config '.agentcli/config.json': the profile 'small' sets 'nonsense', and the config of a workspace can only narrow: limits, tools and approval"
echo '{"profiles":{"small":{}}}' > "$dir/elsewhere"
ln -sf ../../elsewhere .agentcli/config.json
run 2 --prompt x --profile small --dry-run
rm .agentcli/config.json

# Only the tools of both; and none, where they have none in common.
echo \
  '{"tools":[{"name":"a","schema":{},"command":["sh"]},{"name":"b","schema":{},"command":["sh"]},{"name":"c","schema":{},"command":["sh"]}]}' > tools.json
own '{"profiles":{"few":{"only-tools":["a","b"]}}}'
workspace '{"profiles":{"few":{"only-tools":["b","c"]}}}'
run 0 capabilities --profile few --tools tools.json --json
grep -q '^{"tools":\[{"name":"b",[^{]*}\],' "$dir/out" || fail 'other tools than b'
run 0 config --profile few
says "only-tools = a,b  ($XDG_CONFIG_HOME/agentcli/config.json)"
says 'only-tools = b,c  (.agentcli/config.json)'
workspace '{"profiles":{"few":{"only-tools":["c"]}}}'
run 0 capabilities --profile few --tools tools.json --json
grep -q '^{"tools":\[\],' "$dir/out" || fail 'a tool is left'

run 2 --prompt x --profile nobody --dry-run
grep -q "no config has a profile 'nobody'" "$dir/err" || fail 'an unknown profile'
own '{"profiles":{"few":{"api-key":"sk-very-secret-key"}}}'
run 2 --prompt x --profile few --dry-run
grep -q 'OAI_API_KEY sets it' "$dir/err" || fail 'a key in the config'
own '{"profiles":{"few":{"max-steps":"many"}}}'
run 2 --prompt x --profile few --dry-run
says \
  "agentcli: $XDG_CONFIG_HOME/agentcli/config.json: 'many' is not a whole number from 1 to 1000000"
own 'nonsense'
run 2 --prompt x --profile few --dry-run
