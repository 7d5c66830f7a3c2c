# A host has a workflow run over its channel: `begin` has the parameters and the id of the run.
# Steps that ask, also those of branches, and calls that need approval ask the host.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/runs.bash"
. "$source/tests/runner/workflow/host.bash"
needs jq
cat > "$users/release.yaml" << 'END'
parameters:
  version: {pattern: "[0-9]+"}
steps:
  - id: sure
    ask: {kind: confirm, message: "Release {{ params.version }}?"}
  - id: both
    parallel:
      branches:
        left: [{ask: {kind: choice, message: Where?, choices: [here, there]}}]
        right: [{ask: {message: Who?, default: nobody}}]
        made: [{tool: {name: fs_write_file, args: {path: made, content: x}}, approve: always}]
result: "{{ steps.sure.output }} {{ steps.both.output.left }} {{ steps.both.output.right }}"
END
begin='{"do":"begin","channel":2,"params":{"version":"7"},"runId":"r7"}'
host release
hear '.event == "hello" and .workflow == "release" and .channel == 2'
say "$begin"
hear '.kind == "question" and .type == "confirm" and .path == "sure" and .message == "Release 7?"'
say '{"do":"say","text":"yes"}'
hear '.event == "error" and (.hint | contains("begin, answer"))'
say '{"do":"call","id":"c","tool":"fs_read_file","arguments":{}}'
hear '.event == "error"'
say '{"do":"answer","id":"a1","value":"yes"}'
hear '.event == "error" and .hint == "'"'value' is true or false"'"'
say '{"do":"answer","id":"a1","value":true}'
for number in 2 3 4; do # in any order
  hear '.event == "ask"'
  case $(jq -r '.type // .kind' <<< "$event") in
    choice) reply='"value":"there"' ;;
    text) reply='"error":{"code":"NOT_FOUND","message":"nobody knows"}' ;;
    approval)
      jq -e '.path == "both.made.tool#1" and .call == "step-1"' <<< "$event" > /dev/null ||
        fail "the approval: $event"
      reply='"verdict":"yes"' ;;
  esac
  say '{"do":"answer","id":"a'$number'",'"$reply}"
done
hear '.event == "workflow" and .state == "ends"'
ends 0
told '.[-1] | .output == "true there nobody" and .exitReason == "done" and .runId == "r7"'
told '[.[].seq] == [range(1; length + 1)]'
told '[.[] | select(.event == "workflow").state] == ["begins", "ends"]'
told 'any(.[]; .event == "step" and .path == "both.made.tool#1" and .status == "ok")'
[ "$(cat made)" = x ] || fail 'the call was not run'

# The run is there already: its result comes again. With other parameters it is refused.
host release
say "$begin"
hear '.event == "workflow" and .state == "ends"'
ends 0
told '.[-1].output == "true there nobody" and .[-1].resumed and all(.[]; .event != "ask")'
host release
say "${begin/7\"\}/8\"\}}"
hear '.event == "error"'
ends 2

# What is wrong with the beginning.
for wrong in '"params":{"version":"x"}' '"params":{}' '"params":{"version":"1","loud":true}' \
  '"session":"s"' '"approve":"never"' '"limits":{"seconds":100}' '"runId":"../x"' '"runId":".."'; do
  host release --approve changes --max-seconds 9s
  say '{"do":"begin",'"$wrong"'}'
  hear '.event == "error"'
  ends 2
  told 'all(.[]; .event != "workflow")'
done
host release
say '{"do":"say","text":"go"}'
ends 2
