# The hooks of the user, and the trusted ones of a workspace, judge the calls of a client of
# `agentcli mcp` and of the steps of a workflow, too. What the commands of hooks name is protected
# from tools; config and doctor list them. A call that a hook wants to be asked about is not run if
# the client cannot ask.
. "$(dirname "$0")/../../shell.sh"
needs jq
export HOME=$dir/home XDG_CONFIG_HOME=$dir/config XDG_STATE_HOME=$dir/state XDG_RUNTIME_DIR=$dir/run
mkdir -p "$dir"/{home,config/agentcli,state/agentcli,run,work/.agentcli}
chmod 700 "$dir"/{state,state/agentcli,run}
config=$dir/config/agentcli/config.json trusted=$dir/state/agentcli/trust.json
cd "$dir/work"
cat > guard << 'END'
#!/bin/sh
grep -q forbidden || exit 0
echo 'not that' >&2
exit 2
END
chmod +x guard
cat > "$config" << END
{"hooks":{"before-call":[{"command":["$dir/work/guard"],"sandbox":false}]}}
END
jq -n '{hookSpecificOutput: {additionalContext: "seen"}}' | jq -c '{hooks: {"after-call":
  [{name: "notes", command: ["echo", tostring]}]}}' > .agentcli/hooks.json
cat > tools.json << END
{"tools":[
  $("$bin/fs_write_file" --describe | jq -c '.command[0] = "'"$bin/fs_write_file"'"'),
  {"name":"say","schema":{"type":"object"},"command":["cat"]}],
 "roles":{"launch":["$bin/exec"]}}
END
cat > opening << 'END'
{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18",
"capabilities":{},"clientInfo":{"name":"t","version":"1"}}}
END
flags=()
client() { # NAME ARGUMENTS: the result is in the file `result`
  : > out
  {
    jq -c . opening
    echo '{"jsonrpc":"2.0","method":"notifications/initialized"}'
    printf '{"jsonrpc":"2.0","id":1,"method":"tools/call",'
    printf '"params":{"name":"%s","arguments":%s}}\n' "$1" "$2"
    for _ in $(seq 2000); do ! grep -q '"id":1' out || break; sleep 0.01; done
  } | "$bin/agentcli" mcp --tools tools.json "${flags[@]}" 2> err > out || fail 'agentcli mcp fails'
  grep '"id":1' out > result
}
says() { grep -q "$1" result || fail "a client is not told: $1"; } # PATTERN
lists() { grep -q "$1" out || fail "it does not list: $1"; } # PATTERN

client say '{"x":"forbidden"}'
says "the hook 'guard' denied it: not that"
grep -q 'not trusted, so none of its hooks is run' err || fail 'nothing says what is not run'
client say '{"x":1}'
! grep -q hookNotes result || fail 'a hook runs that is not trusted'
hash=$(sha256sum < .agentcli/hooks.json | cut -d' ' -f1)
printf '{"trusted":[{"kind":"hooks","directory":"%s","name":"hooks.json","sha256":"%s"}]}' \
  "$dir/work/.agentcli" "$hash" > "$trusted"
chmod 600 "$trusted"
client say '{"x":1}'
says 'notes: seen'
[ ! -s err ] || fail 'there is something to say'
client fs_write_file '{"path":"guard","content":"exit 0"}'
says PROTECTED
grep -q forbidden guard || fail 'the program of a hook was changed'
for named in rules --rules=rules ./absent; do
  cat > "$config" << END
{"hooks":{"before-call":[{"command":["$dir/work/guard","$named"],"sandbox":false}]}}
END
  : > rules
  file=${named#--rules=}
  client fs_write_file "{\"path\":\"$file\",\"content\":\"x\"}"
  says PROTECTED
done

cat > "$config" << END
{"hooks":{"before-call":[{"command":["sh","-c",
"echo '{\\"hookSpecificOutput\\":{\\"permissionDecision\\":\\"ask\\"}}'"],"sandbox":false}]}}
END
for approve in never changes always; do
  flags=(--approve "$approve")
  client say '{"x":1}'
  says "the client can't ask"
  ! grep -q '{\\"x\\":1}' result || fail "the call is run with --approve $approve"
done
flags=()
cat > "$config" << END
{"hooks":{"before-call":[{"command":["$dir/work/guard"],"sandbox":false}]}}
END

printf 'steps:\n  - id: first\n    tool: {name: say, args: {x: forbidden}}\n' > flow.yaml
status=0
"$bin/agentcli" --tools tools.json -w ./flow.yaml > out 2> err || status=$?
[ "$status" != 0 ] || fail 'the hook does not judge a step'
cat .agentcli/audit/*.log > out
record='{"name":"guard","event":"before-call","exit":2,"ms":[0-9]*,"sandbox":false,'
lists "\"hooks\":\[$record\"denied\":true,\"reason\":\"not that\"}\]"
lists '"hooks":.*"event":"after-call".*"note":"seen"'
"$bin/agentcli" audit verify > out 2> err || fail 'the audit does not verify'

# What does not run is said once, not by each step and each process of a run.
mv "$trusted" aside
cat > twice.yaml << 'END'
steps:
  - {id: one, llm: {prompt: One}}
  - {id: two, llm: {prompt: Two}}
  - id: both
    parallel:
      branches: {a: [{id: three, llm: {prompt: Three}}], b: [{tool: {name: say, args: {x: 1}}}]}
END
system='{"role":"system","content":"<any>"}'
for step in one:One two:Two both.a.three:Three; do
  printf '{"step":"%s","asked":[%s,' "${step%:*}" "$system"
  printf '{"role":"user","content":"%s"}],"message":{"role":"assistant","content":"x"}}\n' \
    "${step#*:}"
done > recording
"$bin/agentcli" --tools tools.json -w ./twice.yaml --replay recording > out 2> err ||
  fail "the workflow fails: $(cat err)"
[ "$(grep -c 'not trusted, so none' err)" = 1 ] || fail "it is not said once: $(cat err)"
mv aside "$trusted"

"$bin/agentcli" config > out
lists "^hook before-call = guard: $dir/work/guard; no sandbox  ($config)"
lists '^hook after-call = notes: echo .*(.agentcli/hooks.json)'
"$bin/agentcli" doctor --tools tools.json > out 2> err || true
lists 'hook before-call *guard'
echo '{"hooks":{"before-call":[{"command":["absent"]}]}}' > "$config"
"$bin/agentcli" doctor --tools tools.json > out 2> err || true
lists 'missing .*its program does not exist'

refuses() { # PATTERN
  status=0
  "$bin/agentcli" --tools none.json --prompt x --model m > out 2> err || status=$?
  [ "$status" = 2 ] || fail "exit $status"
  grep -q "$1" err || fail "it does not say: $1"
}
echo '{"tools":[]}' > none.json
refuses 'the manifest names no launcher'
echo '{"hooks":{"before":[]}}' > "$config"
refuses "has 'before', which is no event"
