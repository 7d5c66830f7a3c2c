# A test that is found is run if these bytes of it, and of its recording, are trusted; one that is
# named is run anyway, and with --trust-found all are.
. "$(dirname "$0")/../../shell.sh"
cd "$dir"
export HOME=$dir/home XDG_STATE_HOME=$dir/state
unset XDG_CONFIG_HOME GITHUB_ACTIONS
mkdir -p tests/agent
mkdir -m 700 state state/agentcli
cat > tools.json << END
{"tools":[{"name":"mark","description":"A tool","schema":{"type":"object"},"command":["./mark"],
"effects":{"sandbox":"none"}}]}
END
printf '#!/bin/sh\necho . >> "%s/started"\ncat\n' "$dir" > mark
chmod +x mark
printf 'prompt: go\nexpect: {answer: done}\n' > tests/agent/a.yaml
sed 's/done/done twice/' tests/agent/a.yaml > tests/agent/b.yml
record() { # ANSWER: after a call of the tool
  local call='{"id":"1","type":"function","function":{"name":"mark","arguments":"{}"}}'
  local user='{"role":"user","content":"go"}'
  printf '{"asked":[{"role":"system","content":"<any>"},%s],' "$user"
  printf '"message":{"role":"assistant","content":null,"tool_calls":[%s]}}\n' "$call"
  printf '{"asked":[{"role":"tool","tool_call_id":"1","content":"{}"}],'
  printf '"message":{"role":"assistant","content":"%s"}}\n' "$1"
}
record 'done' > tests/agent/a.ndjson
record 'done twice' > tests/agent/b.ndjson
run() { # STATUS STARTED ARGUMENT…: STARTED is how many tools are started
  local expected=$1 started=$2 status=0
  shift 2
  : > started
  "$bin/agentcli" test --tools tools.json "$@" > out 2> err || status=$?
  [ "$status" = "$expected" ] || { cat out err; fail "exit $status, not $expected: $*"; }
  [ "$(wc -l < started)" = "$started" ] || fail "not $started tools were started: $*"
}
listed() { # FILE…: those that are not trusted
  local line="        1:1: the test is not trusted; 'agentcli test FILE' runs it this time,"
  local file
  for file; do
    grep -A1 "^error   $file " out | grep -qxF "$line 'agentcli trust FILE' from now on" ||
      fail "$file is not listed"
  done
  [ "$(grep -c 'is not trusted' out)" = $# ] || fail 'others are listed'
}
hash() { sha256sum | cut -d' ' -f1; }
trusted=
trusts() { # TEST RECORDING: the entry that a yes to 'agentcli trust TEST' makes
  local hash
  hash=$(printf '%s %s' "$(hash < "$1")" "$(hash < "$2")" | hash)
  trusted+="${trusted:+,}{\"kind\":\"test\",\"directory\":\"$dir/$(dirname "$1")\","
  trusted+="\"name\":\"$(basename "$1")\",\"sha256\":\"$hash\"}"
  echo "{\"trusted\":[$trusted]}" > state/agentcli/trust.json
  chmod 600 state/agentcli/trust.json
}

run 2 0
listed tests/agent/a.yaml tests/agent/b.yml
run 2 0 --junit results.xml --re-record
[ "$(grep -c '<error message="the test is not trusted' results.xml)" = 2 ] ||
  fail 'the XML has no errors'
run 0 1 tests/agent/a.yaml
run 0 2 --trust-found
trusts tests/agent/a.yaml tests/agent/a.ndjson
run 2 1
listed tests/agent/b.yml
grep -q '^1 of 2 tests passed$' out || fail 'the trusted one has not passed'
trusts tests/agent/b.yml tests/agent/b.ndjson
run 0 2

# Each change ends it, and the same bytes elsewhere are not trusted.
cp -r tests kept
echo '# changed' >> tests/agent/a.yaml
run 2 1
listed tests/agent/a.yaml
cp kept/agent/a.yaml tests/agent
run 0 2
echo >> tests/agent/a.ndjson
run 2 1
listed tests/agent/a.yaml
cp kept/agent/b.ndjson tests/agent/a.ndjson
run 2 1
rm tests/agent/a.ndjson
run 2 1
listed tests/agent/a.yaml
cp kept/agent/a.ndjson tests/agent
run 0 2
cp kept/agent/a.yaml tests/agent/c.yaml
cp kept/agent/a.ndjson tests/agent/c.ndjson
run 2 2
listed tests/agent/c.yaml
rm tests/agent/c.*
mv tests/agent tests/real
ln -s real tests/agent
run 2 0
rm tests/agent
mv tests/real tests/agent

# 'agentcli trust' knows the entry; where trust cannot be relied on, nothing is run.
"$bin/agentcli" trust list > out
grep -q "^test  [0-9a-f]*  $dir/tests/agent/a.yaml$" out || fail 'it is not in the list'
"$bin/agentcli" trust remove tests/agent/a.yaml || fail 'its trust does not end'
run 2 1
listed tests/agent/a.yaml
chmod 666 state/agentcli/trust.json
run 2 0
grep -q '1:1: nothing is trusted: ' out || fail 'it does not say why'
