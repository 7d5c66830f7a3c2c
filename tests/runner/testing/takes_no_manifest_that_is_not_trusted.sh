# A manifest that a test names is used if it is trusted, or --tools names it, and read once; no path
# of a test leads out of its directory or its workspace.
. "$(dirname "$0")/../../shell.sh"
cd "$dir"
export HOME=$dir/home XDG_STATE_HOME=$dir/state
unset XDG_CONFIG_HOME GITHUB_ACTIONS
mkdir -p tests/agent state/agentcli
cat > tools.json << END
{"tools":[{"name":"mark","description":"A tool","schema":{"type":"object"},"command":["./mark"],
"effects":{"sandbox":"none"}}]}
END
printf '#!/bin/sh\ntr "\\0" "\\n" < /proc/$PPID/cmdline > "%s/started"\ncat\n' "$dir" > mark
chmod +x mark
cat > tests/agent/t.yaml << END
prompt: go
manifest: ../../tools.json
expect: {answer: done, calls: [mark]}
END
python3 - > tests/agent/t.ndjson << 'END'
import json
function = {"name": "mark", "arguments": "{}"}
call = {"id": "1", "type": "function", "function": function}
asked = [{"role": "system", "content": "<any>"}, {"role": "user", "content": "go"}]
message = {"role": "assistant", "content": None, "tool_calls": [call]}
print(json.dumps({"asked": asked, "message": message}))
result = {"role": "tool", "tool_call_id": "1", "content": "{}"}
print(json.dumps({"asked": [result], "message": {"role": "assistant", "content": "done"}}))
END
run() { # STATUS ARGUMENT…
  local expected=$1 status=0
  shift
  rm -f started
  "$bin/agentcli" test --trust-found "$@" > out 2> err || status=$?
  [ "$status" = "$expected" ] || fail "exit $status, not $expected: $*"
}
run 1
grep -qF "1:1: the manifest '../../tools.json' is not trusted; --tools FILE uses it" out ||
  fail 'it is used'
[ ! -e started ] || fail 'a tool was started'
run 0 --tools tools.json
[ -e started ] || fail 'no tool was started'
cp tools.json other.json
run 1 --tools other.json
[ ! -e started ] || fail 'another manifest is the word for this one'

# The entry that a yes to 'agentcli trust' makes; a changed byte ends it.
chmod 700 state state/agentcli
hash=$(sha256sum tools.json | cut -d' ' -f1)
cat > state/agentcli/trust.json << END
{"trusted":[{"kind":"manifest","directory":"$dir","name":"tools.json","sha256":"$hash"}]}
END
chmod 600 state/agentcli/trust.json
run 0
[ -e started ] || fail 'a trusted manifest is not used'
grep -q '^--tools=.*/agentcli-test-[^/]*/tools.json$' started ||
  fail "the run reads another file than the one that was judged: $(cat started)"
echo >> tools.json
run 1
[ ! -e started ] || fail 'a changed manifest is used'

# Paths that lead elsewhere, and what is no test.
wrong() { # MESSAGE: of the test on stdin
  cat > tests/agent/w.yaml
  run 1 tests/agent/w.yaml
  grep -qF -- "$1" out || fail "it does not say: $1"
}
wrong "2:12: '../x.ndjson' is no name of a recording beside the test" << END
prompt: go
recording: ../x.ndjson
expect: {}
END
wrong "2:9: '../x' is no path beneath the workspace" << END
prompt: go
files: {../x: y}
expect: {}
END
wrong "2:9: '.agentcli/config.json' is no path beneath the workspace" << END
prompt: go
files: {.agentcli/config.json: y}
expect: {}
END
wrong "2:1: a test has no field 'promt'; did you mean 'prompt'?" << END
prompt: go
promt: x
expect: {}
END
makes="'agentcli test --re-record' makes it with a real model"
wrong "there is no recording 'w.ndjson'; $makes" << END
prompt: go
expect: {answer: x}
END
ln -s /etc/passwd tests/agent/w.ndjson
wrong "the recording 'w.ndjson' is not a file" << END
prompt: go
expect: {answer: x}
END
rm -r tests
run 2
