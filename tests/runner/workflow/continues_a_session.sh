# `session` of a step: it continues the conversation of this name in the run. What a step has said
# counts if it has ended well; what a try has said that failed or was killed does not, also if the
# run continues.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/runs.bash"
. "$(dirname "$0")/recordings.bash"
needs bash
state=$dir/runs
run() { # STATUS ID FLAG…: w.yaml by the recording
  local wanted=$1 id=$2
  shift 2
  runs "$wanted" -w ./w.yaml --state "$state" --replay recording --run-id "$id" "$@"
}
journal() { echo "$state/$1/journal.ndjson"; }

cat > w.yaml << 'END'
steps:
  - {id: a, llm: {prompt: One, session: talk}}
  - {id: alone, llm: {prompt: Alone}}
  - {id: go, run: test -e go}
  - {id: b, llm: {prompt: Two, session: talk}}
  - {id: c, llm: {prompt: {system: Other., user: Three}, session: talk}}
END
{
  answers a "$system,$(user One)" 1
  answers alone "$system,$(user Alone)" x
  answers b "$system,$(user One),$(said 1),$(user Two)" 2
  answers c '{"role":"system","content":"Other."},'"$(user One),$(said 1),$(user Two),$(said 2)"`
    `",$(user Three)" 3
} > recording
run 1 r
touch go
run 0 r # the first step is kept
prints 3
run 0 whole
prints 3
runs 0 -w ./w.yaml --replay recording # it is not kept
prints 3
( unset XDG_STATE_HOME; export HOME=; runs 0 -w ./w.yaml --replay recording; prints 3 ) || exit 1

# Killed after a step has said something, and before it has ended: the step does not see itself.
for id in r whole; do
  grep -n '"kind":"said".*"path":"b"' "$(journal $id)" | cut -d: -f1 > at
  [ "$(wc -l < at)" = 1 ] || fail 'what was said is not in the journal once'
  head -n "$(cat at)" "$(journal $id)" > cut
  cp cut "$(journal $id)"
  run 0 $id
  prints 3
  run 0 $id --fresh
  prints 3
done

# A changed file: all from the first step that differs on is said anew.
sed -i 's/prompt: Two,/prompt: Zwei,/' w.yaml
sed -i 's/"content":"Two"/"content":"Zwei"/g' recording
run 0 r
prints 3
notes "all from 'b' on begins anew"

# Items continue those before them. Another try of an item does not see the one before, but what
# was said in between.
cat > w.yaml << 'END'
steps:
  - id: each
    foreach:
      items: [x, y, z]
      steps:
        - {id: say, llm: {prompt: "{{ item }}", session: talk}}
        - shell:
            command: '[ "$i" != y ] || [ -e good ] || { touch good; exit 1; }'
            env: {i: "{{ item }}"}
        - shell: {command: '[ "$i" != z ] || [ -e more ]', env: {i: "{{ item }}"}}
    retry: {max: 1, backoff: {base_ms: 1, jitter_ms: 0}}
  - {id: end, llm: {prompt: end, session: talk}}
END
x="$(user x),$(said 1)"
y="$(user y),$(said 2)"
z="$(user z),$(said 3)"
{
  answers 'each[0].say' "$system,$(user x)" 1
  answers 'each[1].say' "$system,$x,$(user y)" 2
  answers 'each[1].say' "$system,$x,$z,$(user y)" 2
  answers 'each[2].say' "$system,$x,$(user z)" 3
  answers end "$system,$x,$z,$y,$(user end)" 4
} > recording
touch more
run 0 items
prints 4
journaled=$(grep -c '"kind":"said"' "$(journal items)")
[ "$journaled" = 5 ] || fail "5 turns were said, and the journal has $journaled"
head -n -3 "$(journal items)" > cut # without the last step and the end
grep -q '"kind":"said".*"path":"end"' cut && fail 'the journal has been cut too little'
cp cut "$(journal items)"
run 0 items # items that are kept are in the session
prints 4

# An item that had said something and failed: that step is kept, and so is what it has said.
rm -f good more
touch good
{
  answers 'each[0].say' "$system,$(user x)" 1
  answers 'each[1].say' "$system,$x,$(user y)" 2
  answers 'each[2].say' "$system,$x,$y,$(user z)" 3
  answers end "$system,$x,$y,$z,$(user end)" 4
} > recording
run 1 kept
touch more
grep -v '"each\[' recording > rest # no item is asked again
runs 0 -w ./w.yaml --state "$state" --replay rest --run-id kept
prints 4

# With other items it is another conversation.
cat > w.yaml << 'END'
steps:
  - {id: names, exec: {argv: ls names, parse: lines}}
  - foreach: {items: "{{ steps.names.output }}", steps: [{llm: {prompt: "{{ item }}", session: s}}]}
    id: each
  - {id: end, run: test -e more}
END
rm -f more
mkdir names
touch names/b
answers 'each[0].llm#1' "$system,$(user b)" 1 > recording
run 1 others
touch names/a more
{
  answers 'each[0].llm#1' "$system,$(user a)" 1
  answers 'each[1].llm#1' "$system,$(user a),$(said 1),$(user b)" 2
} > recording
sed '/"path":"names"/d;/"kind":"ended".*"path":"each",/d' "$(journal others)" > cut
cp cut "$(journal others)"
run 0 others

# Branches have sessions of their own, which continue after them; nothing is left of one that has
# failed. A workflow that is called has its own, too.
cat > w.yaml << 'END'
workflows:
  outer:
    steps:
      - {id: first, llm: {prompt: One, session: a}}
      - id: both
        parallel:
          branches:
            a: [{id: in-a, llm: {prompt: Two, session: a}}]
            b: [{id: in-b, llm: {prompt: Three, session: b}}]
      - id: failing
        parallel: {branches: {a: [{id: lost, llm: {prompt: Lost, session: a}}, {run: exit 1}]}}
        on_failure: continue
      - {id: call, workflow: {name: inner}}
      - {id: last, llm: {prompt: Four, session: a}}
      - {id: other, llm: {prompt: Five, session: b}}
      - {id: end, run: test -e end}
  inner: {steps: [{id: own, llm: {prompt: Own, session: a}}]}
END
one="$(user One),$(said 1)"
two="$(user Two),$(said 2)"
{
  answers first "$system,$(user One)" 1
  answers both.a.in-a "$system,$one,$(user Two)" 2
  answers both.b.in-b "$system,$(user Three)" 3
  answers failing.a.lost "$system,$one,$two,$(user Lost)" lost
  answers call.own "$system,$(user Own)" own
  answers last "$system,$one,$two,$(user Four)" 4
  answers other "$system,$(user Three),$(said 3),$(user Five)" 5
} > recording
runs 1 -w ./w.yaml:outer --state "$state" --replay recording --run-id branches
grep -v '"step":"\(first\|both\|call\)' recording > rest
sed -i '/"path":"last"/d;/"path":"other"/d' "$(journal branches)" # as if these had not run
touch end
runs 0 -w ./w.yaml:outer --state "$state" --replay rest --run-id branches

# What is recorded replays, also of another try.
runs 0 -w ./w.yaml:outer --replay recording --record again
runs 0 -w ./w.yaml:outer --replay again

# The journal has no secret, and is removed with the run.
cat > w.yaml << 'END'
secrets: [MY_TOKEN]
steps:
  - {id: a, shell: {command: 'echo "with $T"', env: {T: "{{ secrets.MY_TOKEN }}"}}}
  - {id: b, llm: {prompt: "{{ steps.a.output }}", session: talk}}
  - {id: c, llm: {prompt: Two, session: talk}}
END
{
  answers b "$system,$(user 'with [redacted]')" 1
  answers c "$system,$(user 'with [redacted]'),$(said 1),$(user Two)" 2
} > recording
MY_TOKEN=hunter2-hunter2 run 0 secret
! grep -rq hunter2-hunter2 "$state" || fail 'the journal has a secret'
"$bin/agentcli" runs show secret --state "$state" > "$dir/out"
grep -q '  said  c$' "$dir/out" || fail "the journal is shown as $(cat "$dir/out")"
"$bin/agentcli" runs prune 0 --state "$state" > "$dir/out"
[ ! -e "$state/secret" ] || fail 'the run is still there'
