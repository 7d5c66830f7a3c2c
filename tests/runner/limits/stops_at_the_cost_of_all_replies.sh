# --max-cost counts requests, what was cached of them, and replies by the prices of the config;
# without a price nothing is sent; an estimate is named as one; a workspace can only lower it.
. "$(dirname "$0")/../../shell.sh"
needs python3 jq
cd "$dir"
mkdir -p config/agentcli work/.agentcli
export XDG_CONFIG_HOME=$dir/config XDG_STATE_HOME=$dir/state HOME=$dir
cat > config/agentcli/config.json << 'END'
{"profiles":{"p":{"max-cost":0.9}},
 "prices":{"m":{"input":100,"cached":10,"output":1000}}}
END
cat > tools.json << 'END'
{"tools":[{"name":"count","description":"A tool","schema":{"type":"object"},
  "command":["/bin/echo","{}"]}]}
END
call='{"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function",'
call+='"function":{"name":"count","arguments":"{}"}}]}'
usage=',"usage":{"prompt_tokens":2000,"completion_tokens":100,'
usage+='"prompt_tokens_details":{"cached_tokens":1000}}'
record() { # USAGE: two replies
  printf '{"asked":[{"role":"system","content":"<any>"},{"role":"user","content":"x"}],'
  printf '"message":%s%s}\n' "$call" "$1"
  printf '{"asked":[{"role":"tool","tool_call_id":"a","content":"<any>"}],'
  printf '"message":{"role":"assistant","content":"done"}%s}\n' "$1"
}
record "$usage" > recording
cd work
run() { # STATUS FLAG…
  local expected=$1 status=0
  shift
  "$bin/agentcli" --tools ../tools.json --prompt x --replay ../recording --json "$@" \
    > ../out 2> ../err || status=$?
  [ "$status" = "$expected" ] || { cat ../out ../err; fail "exit $status, not $expected: $*"; }
}

# Each reply costs 1000 * 100 + 1000 * 10 + 100 * 1000 millionths: 0.21.
run 0 --model m --max-cost 0.21
jq -e '.answer == "done" and .cost == 0.42' ../out > /dev/null || fail 'an answer is an answer'
run 8 --model m --max-cost 0.2
jq -e '.exitReason == "max-cost" and .cost == 0.21 and .calls[0].notRun
  and .error.code == "TOO_LARGE"' ../out > /dev/null || fail 'the object'
grep -q 'no answer, and requests and replies have cost 0.21; --max-cost allows more than 0.2$' \
  ../err || fail 'the error'
tail -n 1 .agentcli/audit/*.log | grep -q '"end":"max-cost".*"cost":0.21' || fail 'the audit'

# A profile sets it, and the workspace lowers it, and does not raise it.
run 0 --model m --profile p
echo '{"profiles":{"p":{"max-cost":0.1}}}' > .agentcli/config.json
run 8 --model m --profile p
echo '{"profiles":{"p":{"max-cost":5}}}' > .agentcli/config.json
run 8 --model m --profile p --max-cost 0.2
rm .agentcli/config.json

# No price, nothing sent: not for the model, and not for its fallback.
run 2 --model other --max-cost 1
grep -q "the price of the model 'other', so nothing was sent; \"prices\"" ../err || fail 'no price'
run 2 --model m --fallback-model other --max-cost 1
grep -q "the model 'other'" ../err || fail 'no price of the fallback'
run 2 --model m --max-cost 0
run 2 --model m --max-cost -1

# A server that counts nothing.
record '' > ../recording
run 8 --model m --max-cost 0.000001
grep -q 'by our estimate, because the server does not count all tokens' ../err || fail 'an estimate'

# Without a limit the cost is said if it is known.
run 0 --model other
jq -e 'has("cost") | not' ../out > /dev/null || fail 'a cost without a price'
