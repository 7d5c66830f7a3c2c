# Limits of a workflow that another one calls hold for its own steps, and those of the caller for
# both; the calls of a model count, too.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/runs.bash"
needs bash
cat > w.yaml << 'END'
workflows:
  outer:
    limits: {tool_calls: 4}
    steps:
      - {id: in, workflow: {name: inner}, on_failure: continue}
      - {run: echo three >> log}
      - {run: echo four >> log, on_failure: continue}
      - {run: echo five >> log}
  inner:
    limits: {tool_calls: 2}
    steps: [{run: echo one >> log}, {run: echo two >> log}, {run: echo never >> log}]
  late:
    steps: [{id: in, workflow: {name: slow}, on_failure: continue}]
    result: "{{ steps.in.error.code }}"
  slow:
    limits: {seconds: 0.2}
    steps: [{run: sleep 20}]
END
runs 4 -w ./w.yaml:inner
rm log
runs 4 -w ./w.yaml:outer
[ "$(tr '\n' ' ' < log)" = 'one two three four ' ] || fail "the steps were $(cat log)"
runs 0 -w ./w.yaml:late
prints TIMED_OUT

# What a model calls is counted: with one call left, it may make one.
rm w.yaml log
cat > w.yaml << 'END'
limits: {tool_calls: 1}
steps:
  - {id: reads, llm: {prompt: Read it, tools: [fs_read_file]}}
  - {run: touch never}
END
echo content > a.txt
call() { # NUMBER: of the model, and what it is asked before
  printf '"message":{"role":"assistant","content":null,"tool_calls":[{"id":"c%s",' "$1"
  printf '"type":"function","function":{"name":"fs_read_file",'
  printf '"arguments":"{\\"path\\":\\"a.txt\\",\\"offset\\":%s}"}}]}}\n' "$1"
}
result='"asked":[{"role":"tool","tool_call_id":"c1","content":"<any>"}],'
{
  printf '{"step":"reads","asked":[{"role":"system","content":"<any>"},'
  printf '{"role":"user","content":"Read it"}],'
  call 1
  printf '{"step":"reads",%s"message":{"role":"assistant","content":"read"}}\n' "$result"
} > recording
runs 4 -w ./w.yaml --replay recording
[ ! -e never ] || fail 'a step has made one call more'
sed -i '$d' recording
{ printf '{"step":"reads",%s' "$result"; call 2; } >> recording
runs 4 -w ./w.yaml --replay recording
notes 'the model calls more than 1 tool'
