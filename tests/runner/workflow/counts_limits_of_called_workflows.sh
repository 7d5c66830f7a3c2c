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
