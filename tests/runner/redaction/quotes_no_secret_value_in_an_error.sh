#!/usr/bin/env bash
# An error about arguments or an answer quotes no value of which its name alone says that it is
# secret: not in the audit, the session, the events or on stderr.
. "$(dirname "$0")/../../shell.sh"
needs jq
cd "$dir"
export HOME=$dir
cat > tools.json << 'X'
{"tools":[
  {"name":"login","command":["true"],"schema":{"type":"object","properties":{
    "password":{"type":"string","pattern":"^[a-z]+$"},
    "iban":{"enum":["A"]},
    "pin":{"type":"array","items":{"maximum":7}}}}},
  {"name":"own","command":["sh","own.sh"],"schema":{"type":"object"}}]}
X
cat > own.sh << 'X'
echo "{\"error\":\"'$(cut -d'"' -f4)' is no IBAN\",\"code\":\"BAD_REQUEST\"}" >&2
exit 1
X
jq -nc '
  def call($id; $name; $arguments): {$id, type: "function", function: {$name, $arguments}};
  {asked: [{role: "user", content: "<any>"}], message: {role: "assistant", tool_calls: [
    call("a"; "login"; "{\"x\":{\"password\":\"Hunter11xyz\"}"),
    call("b"; "login"; "{\"password\":\"Hunter22xyz\"}"),
    call("c"; "login"; "{\"iban\":\"DE02ibanvalue\"}"),
    call("d"; "login"; "{\"x\":{\"iban\":\"DE03other"),
    call("e"; "login"; "{\"pin\":[47110815]}"),
    call("f"; "own"; "{\"iban\":\"DE04quoted\"}")]}},
  def answer($content): {role: "assistant", $content};
  {asked: [("a", "b", "c", "d", "e", "f") | {role: "tool", tool_call_id: ., content: "<any>"}],
    message: answer("{\"iban\":\"DE05answer\"}")},
  {asked: [{role: "user", content: "<any>"}],
    message: answer("{\"iban\":\"DE06answer\"}")}' > t.ndjson
echo '{"type":"object","properties":{"iban":{"enum":["A"]}}}' > schema.json
"$bin/agentcli" --tools tools.json --redact-key iban --redact-key pin --replay t.ndjson \
  --output-schema schema.json --system '' --prompt x -s s --events \
  < /dev/null > events 2> errors && fail "the answer does not fit"
cat .agentcli/audit/*.log > audit
cat .local/state/agentcli/sessions/s.ndjson > session
for file in audit session events errors; do
  grep -nE 'Hunter|DE0[0-9]|47110815' "$file" && fail "$file has a secret"
done
hidden='\[redacted\]'
quoted="unlike \"$hidden\"|not \"$hidden\"|not $hidden|'$hidden' is no IBAN"
[ "$(jq -r .failure audit | grep -cE "$quoted")" = 4 ] ||
  fail "the errors are not what they were: $(jq -r .failure audit)"
grep -q 'must be .*not "\[redacted\]"' errors || fail "stderr: $(cat errors)"
