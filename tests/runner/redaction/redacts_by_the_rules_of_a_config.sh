# Patterns and keys of the user's config, and of the workspace's, hold for all that is printed or
# kept; those that can't be used are refused.
. "$(dirname "$0")/../../shell.sh"
set -o pipefail
mkdir -p "$dir/work/.agentcli" "$dir/config/agentcli"
cd "$dir/work"
export OAI_MODEL=m XDG_CONFIG_HOME=$dir/config XDG_STATE_HOME=$dir/state MY_PIN=blue-horse
fail() { echo "FAILED: $1"; cat "$dir/out" "$dir/err"; exit 1; }
run() { # STATUS ARGUMENT…
    local expected=$1 status=0
    shift
    "$bin/agentcli" "$@" > "$dir/out" 2> "$dir/err" || status=$?
    [ "$status" = "$expected" ] || fail "exit $status, not $expected: $*"
}
says() { grep -qF -- "$1" "$dir/out" "$dir/err" || fail "it does not say: $1"; }
own() { printf '%s' "$1" > "$XDG_CONFIG_HOME/agentcli/config.json"; }
workspace() { printf '%s' "$1" > .agentcli/config.json; }

own '{"redact":{"patterns":["acct-[0-9]+"],"keys":["my_pin"]}}'
workspace '{"redact":{"patterns":["user|role|t[a-z]+x"],"keys":["tan"]},"profiles":{}}'
echo \
  '{"tools":[{"name":"look","schema":{"type":"object"},"command":["sh","-c","cat; echo tabcx my_pin=hill"]}]}' > tools.json
secrets='acct-77 my_pin=471181174711 tan: 081522510815'
hidden='acct-77|471181174711|081522510815|blue-horse|tabcx|hill'
cat > talk << END
{"asked":[{"role":"user","content":"$secrets blue-horse"}],"message":{"role":"assistant","content":"$secrets","tool_calls":[{"id":"a","type":"function","function":{"name":"look","arguments":"{\"my_pin\":471181174711,\"n\":\"acct-77\"}"}}]}}
{"asked":[{"role":"tool","tool_call_id":"a","content":"<any>"}],"message":{"role":"assistant","content":"$secrets"}}
END
sed \
  -i 's/acct-77 my_pin=471181174711 tan: 081522510815 blue-horse/[redacted] my_pin=[redacted] tan: [redacted]/' talk
for form in -stream -json -events -debug; do
    run 0 --tools tools.json --system= --prompt "$secrets blue-horse" --replay talk $form \
      -s "kept$form" --save-messages "saved$form" --record "recorded$form"
    ! grep -qE "$hidden" "$dir/out" "$dir/err" || fail "a secret is printed with $form"
done
! grep -rE "$hidden" saved-* recorded-* "$dir/state" || fail 'a secret is kept'
# In argv, which the operator gave, the workspace hides nothing.
! grep -rE "${hidden/|tabcx/}" .agentcli/audit || fail 'a secret is in the audit'
grep -rqF '"argv":["sh","-c","cat; echo tabcx my_pin=[redacted]"]' .agentcli/audit \
  || fail 'the audit lacks argv'
grep -q '"role":"tool"' "$dir/state/agentcli/sessions/kept-json.ndjson" || fail 'no session'

# What was kept can be gone on with, as what it was.
run 0 --show-session kept-json --json
cp "$dir/out" shown
grep -qF '"arguments":"{\"my_pin\":\"[redacted]\",\"n\":\"[redacted]\"}"' shown \
  || fail 'arguments that are no JSON'
for past in '-s kept-json' '--load-messages saved-json'; do
    run 0 --tools tools.json --system= --prompt more --dry-run $past
    [ ! -s "$dir/err" ] || fail "$past was mended"
    [ "$(grep -o '"role":"[a-z]*"' "$dir/out" \
      | tr -d '\n')" = \
      '"role":"user""role":"assistant""role":"tool""role":"assistant""role":"user"' ] \
      || fail "$past"
done

run 0 redact < <(echo "$secrets blue-horse user")
says '[redacted] my_pin=[redacted] tan: [redacted]'
run 0 redact --redact-key=iban,bic < <(echo 'IBAN=DE02 {"bic":"X"} n=1')
says 'IBAN=[redacted] {"bic":"[redacted]"} n=1'
run 0 --print-config
says "redact key = my_pin  ($XDG_CONFIG_HOME/agentcli/config.json)"
says 'redact pattern = user|role|t[a-z]+x  (.agentcli/config.json)'

# What can't be used.
refused() { # CONFIG MESSAGE
    "$1" "$2"
    run 2 redact < /dev/null
    says "$3"
    "$1" '{}'
}
refused workspace '{"redact":{"patterns":["(?=x)"]}}' \
  "agentcli: the config '.agentcli/config.json': cannot redact by '(?=x)': invalid perl operator: (?=; patterns are RE2 syntax"
refused own '{"redact":{"patterns":["x*"]}}' "'x*': it matches the empty text"
refused own '{"redact":{"keys":["content"]}}' \
  "'content' is a name that messages, events or the audit are made of"
refused own '{"redact":{"keys":"pin"}}' "'redact.keys' is not a list of 100 texts at most"
refused workspace "{\"redact\":{\"keys\":[$(printf '"pin",%.0s' {1..100})\"pin\"]}}" \
  "'redact.keys' is not a list"
refused own '{"redact":{"key":["pin"]}}' "it has 'key'"
refused own '{"redactions":{}}' "it has 'redactions'"
run 2 redact --redact 'a?' < /dev/null
says "--redact: cannot redact by 'a?': it matches the empty text"
own 'nonsense'
run 0 --version
