# A workflow that a test names, or that such a one calls, is run if it is trusted, or -w names its
# file; the run reads what was judged. Nobody is asked, also on a terminal.
. "$(dirname "$0")/../../shell.sh"
needs python3 script
cd "$dir"
export HOME=$dir/home XDG_STATE_HOME=$dir/state
unset XDG_CONFIG_HOME GITHUB_ACTIONS
mkdir -p tests/agent flows .agentcli/workflows home/.config/agentcli/workflows
mkdir -m 700 state state/agentcli
cat > tools.json << END
{"tools":[{"name":"mark","description":"A tool","schema":{"type":"object"},"command":["./mark"],
"effects":{"sandbox":"none"}}]}
END
printf '#!/bin/sh\ntr "\\0" "\\n" < /proc/$PPID/cmdline > "%s/started"\ncat\n' "$dir" > mark
chmod +x mark
cat > flows/main.yaml << 'END'
parameters: {who: {}}
steps:
  - {id: mark, tool: {name: mark, args: {who: "{{ params.who }}"}}}
  - id: sure
    ask: {kind: confirm, message: Sure?, default: false}
outputs: {sure: "{{ steps.sure.output }}"}
result: "{{ steps.mark.output.who }}"
END
cat > tests/agent/t.yaml << 'END'
workflow: ../../flows/main.yaml
params: {who: me}
expect:
  output: me
  outputs: {sure: {equals: false}}
  steps: {mark: ok, sure: ok, other: null}
  calls: [{tool: mark, arguments: {who: me}}]
END
run() { # STATUS ARGUMENT…
  local expected=$1 status=0
  shift
  rm -f started
  "$bin/agentcli" test --trust-found --tools tools.json "$@" > out 2> err || status=$?
  [ "$status" = "$expected" ] || fail "exit $status, not $expected: $*"
}
refused() { # NAME ARGUMENT…
  local name=$1
  shift
  run 1 "$@"
  grep -qF "the workflow '$name' is not trusted; -w FILE uses it this time" out ||
    fail "$name is run"
  [ ! -e started ] || fail 'a tool was started'
}
trusted=
trusts() { # FILE: the entry that a yes to 'agentcli trust FILE' makes
  local hash
  hash=$(sha256sum "$1" | cut -d' ' -f1)
  trusted+="${trusted:+,}{\"kind\":\"workflow\",\"directory\":\"$dir/$(dirname "$1")\","
  trusted+="\"name\":\"$(basename "$1")\",\"sha256\":\"$hash\"}"
  echo "{\"trusted\":[$trusted]}" > state/agentcli/trust.json
  chmod 600 state/agentcli/trust.json
}

refused ../../flows/main.yaml
cp flows/main.yaml flows/other.yaml
refused ../../flows/main.yaml -w flows/other.yaml
run 0 -w flows/main.yaml
grep -q '^--workflow=.*/agentcli-test-[^/]*/.*/main.yaml$' started ||
  fail "the run reads another file than the one that was judged: $(cat started)"
trusts flows/main.yaml
run 0
script -qec "'$bin/agentcli' test --trust-found --tools tools.json" /dev/null \
  < /dev/null > out 2>&1 ||
  fail 'a person was asked on a terminal'
echo '# changed' >> flows/main.yaml
refused ../../flows/main.yaml

# By a name: of the user it is the operator's, of the workspace it is not.
sed -i 's/^workflow: .*/workflow: main/' tests/agent/t.yaml
mv flows/main.yaml home/.config/agentcli/workflows/main.yaml
run 0
mv home/.config/agentcli/workflows/main.yaml .agentcli/workflows/main.yaml
refused main
run 0 -w .agentcli/workflows/main.yaml
trusts .agentcli/workflows/main.yaml
run 0

# Another workflow that it calls, and a schema beside it.
cat > .agentcli/workflows/main.yaml << 'END'
steps: [{id: inner, workflow: {name: inner, with: {x: 3}}}]
END
cat > .agentcli/workflows/inner.yaml << 'END'
parameters: {x: {type: int}}
steps:
  - {tool: {name: mark}}
  - {id: number, llm: {prompt: "{{ params.x }}?", output_schema: schemas/number.json}}
result: "{{ steps.number.output.number }}"
END
mkdir .agentcli/workflows/schemas
echo '{"type":"object","required":["number"]}' > .agentcli/workflows/schemas/number.json
cat > tests/agent/t.yaml << 'END'
workflow: main
expect: {output: 3, steps: {inner.number: ok}}
END
cat > tests/agent/t.ndjson << END # a \ joins two lines
{"step":"inner.number","asked":[{"role":"system","content":"<any>"},\
{"role":"user","content":"3?"}],"message":{"role":"assistant","content":"{\\"number\\":3}"}}
END
trusts .agentcli/workflows/main.yaml
refused inner
trusts .agentcli/workflows/inner.yaml
run 0
rm tests/agent/t.ndjson
run 1
grep -qF "there is no recording 't.ndjson'" out || fail 'it does not need its recording'
echo 'steps: [{tool: {name: mark}}, {nothing: 1}]' > .agentcli/workflows/main.yaml
run 1 -w .agentcli/workflows/main.yaml
grep -qF ".agentcli/workflows/main.yaml:1:32: error: 'nothing' is not a field of a step" out ||
  fail 'it does not tell what is wrong with the workflow'
[ ! -e started ] || fail 'a step of a wrong workflow was run'
