# B1, B2, B3, A5, R6, E1: what the operator's flags, configs and trust allow is offered, and no
# more.
. "$(dirname "$0")/../shell.sh"
needs jq
. "$(dirname "$0")/client.bash"
cd "$dir"
export HOME="$dir/home" XDG_STATE_HOME="$dir/state" XDG_CONFIG_HOME="$dir/config"
mkdir -p home/project config
cat > home/project/tools.json << 'END'
{"tools":[
{"name":"first","schema":{},"command":["echo","first"]},
{"name":"second","schema":{},"command":["sh","-c","echo password=hunter22hunter22"]},
{"name":"large","schema":{},"command":["sh","-c","head -c 5000 /dev/zero | tr '\\0' x"]}]}
END
list='{"jsonrpc":"2.0","id":1,"method":"tools/list"}'
names() { jq -r '.result.tools[].name' | tr '\n' ' '; }
agentcli() { (cd home/project && "$bin/agentcli" "$@"); }
offers() { # NAMES ARGUMENT…
  local expected=$1 names
  shift
  names=$(agentcli mcp "$@" <<< "$list" | names)
  [ "$names" = "$expected" ] || fail "$* offers $names"
}

# B2: a manifest that lies in the workspace is obeyed if it is trusted or named.
agentcli mcp <<< "$list" > out 2> err
[[ $(names < out) == *'fs_stat '* ]] && grep -q 'not trusted' err || fail 'an untrusted manifest'
offers 'first second large ' --tools tools.json
offers 'first ' --tools tools.json --only-tools first,large --without-tools large

refused() { # MESSAGE ARGUMENT…: exit status 2, before anything is read
  local message=$1 status=0
  shift
  "$bin/agentcli" "$@" <<< "$list" > "$dir/out" 2> "$dir/err" || status=$?
  [ "$status" = 2 ] && [ ! -s "$dir/out" ] && grep -Fq -- "$message" "$dir/err" \
    || fail "$*: exit status $status"
}
for wide in / "$dir/home" "$dir"; do
  cd "$wide"
  refused "-C DIR names the workspace" mcp
  refused "-C DIR names the workspace" mcp config
  cd "$dir"
done
offers 'first second large ' -C / --tools "$dir/home/project/tools.json"
refused 'cannot enter' mcp -C missing
refused 'cannot read the manifest' mcp -C home/project --tools missing
echo '{"tools":[]}' > empty.json
refused '--tools FILE names a manifest' mcp -C home/project --tools ../../empty.json
echo '{"tools":[{"name":"list","schema":{"type":"array"},"command":["true"]}]}' > array.json
refused "the schema of 'list' is not that of an object" mcp -C home/project --tools ../../array.json
refused 'is not auto, edits, changes, always or plan' mcp -C home/project --approve perhaps # E1

# A5
echo 'Be brief.' > words
start_server "$bin/agentcli" mcp -C home/project --tools tools.json --instructions ../../words
initialize 2025-11-25 && receive
is '.result.instructions == "Be brief."' instructions
end_input

# The config of a workspace narrows.
mkdir home/project/.agentcli
profile() { echo '{"profiles":{"p":'"$1"'}}' > home/project/.agentcli/config.json; }
profile '{"without-tools":["second"],"max-tool-calls":2}'
start_server "$bin/agentcli" mcp -C home/project --tools tools.json --profile p \
  --max-result-bytes 1000
send "$list" && receive
[ "$(names <<< "$line")" = 'first large ' ] || fail "a profile: $line"
call 1 large '{}' && receive # R6
[[ $(text_of_answer) == *'left out; the whole is in .agentcli/output/'* ]] \
  || fail "a large result: $line"
call 2 first '{}' && receive
[ "$(text_of_answer)" = first ] || fail "a call: $line"
call 3 first '{}' && receive
[[ $(text_of_answer) == 'error: '*--max-tool-calls* ]] || fail "a call too many: $line"
end_input
profile '{"approve":"always"}'
start_server "$bin/agentcli" mcp -C home/project --tools tools.json --profile p
call 1 first '{}' && receive
[[ $(text_of_answer) == 'error: '*"the client can't ask"* ]] || fail "a stricter workspace: $line"
end_input

# Redaction: what a model is told as well as the audit only with --redact-model.
for flag in --redact-model=false --redact-model=true; do
  start_server "$bin/agentcli" mcp -C home/project --tools tools.json "$flag"
  call 1 second '{}' && receive
  text_of_answer
  end_input
done > texts
printf 'password=%s\n' hunter22hunter22 '[redacted]' > expected
cmp -s expected texts || fail "redaction: $(cat texts)"
! grep -rq hunter22 home/project/.agentcli/audit || fail 'the audit has a secret'

# What the answer says counts, not how JSON writes it; and the list and the instructions are told to
# the client, too.
cat > home/project/said.json << 'END'
{"tools":[{"name":"said","description":"has password=hunter22hunter22",
"schema":{"type":"object","properties":{"a":{"description":"as password=hunter22hunter22"}}},
"command":["printf","{\"text\":\"- name: DB_PASSWORD\\\\n  value: hunter22hunter22\\\\n\"}"]}]}
END
echo 'Say password=hunter22hunter22.' > words
start_server "$bin/agentcli" mcp -C home/project --tools said.json --redact-model \
  --instructions ../../words
initialize 2025-11-25 && receive
is '.result.instructions == "Say password=[redacted]"' 'instructions with a secret'
send "$list" && receive
is '.result.tools[0].description == "has password=[redacted]"' 'a description with a secret'
is '.result.tools[0].inputSchema.properties.a.description == "as password=[redacted]"' 'a schema'
call 1 said '{}' && receive
[ "$(text_of_answer | jq -r .text)" = $'- name: DB_PASSWORD\n  value: [redacted]' ] ||
  fail "an answer with a secret: $line"
end_input
