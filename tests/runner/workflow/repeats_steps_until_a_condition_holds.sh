# `repeat` does its steps until its condition holds, at most `max` times, and continues with the
# pass that was interrupted. A `matrix` gives an item for each combination.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/runs.bash"

cat > w.yaml << 'END_OF_FILE'
parameters: {enough: {type: int, default: 3}}
steps:
  - id: loop
    repeat:
      max: 5
      until: steps.lines.output == params.enough
      steps:
        - run: echo pass >> log
        - {id: lines, shell: {command: wc -l < log, parse: json}}
        - {id: pass, set: {number: "{{ index }}"}}
  - {id: after, set: {last: "{{ steps.lines.output }}", passes: "{{ steps.loop.output.count }}"}}
result: "{{ steps.after.output }}"
END_OF_FILE
runs 0 -w ./w.yaml --run-id a --json
grep -q '"output":{"last":3,"passes":3}' "$dir/out" || fail "it is $(cat "$dir/out")"
[ "$(wc -l < log)" = 3 ] || fail 'there were other passes'
grep -q '"id":"loop\[2\].lines"' "$dir/out" || fail 'the path of a pass is another one'
runs 0 -w ./w.yaml --run-id a
[ "$(wc -l < log)" = 3 ] || fail 'a run that is done has done something'

rm log
runs 1 -w ./w.yaml --param enough=9
notes "'until' is still false after 5 passes"
[ "$(wc -l < log)" = 5 ] || fail 'it has not done all passes'

# A failed step ends the repeat; a continued run keeps the passes that were done.
cat > w.yaml << 'END_OF_FILE'
steps:
  - repeat:
      max: 5
      until: steps.n.output == 3
      steps:
        - run: echo pass >> log
        - run: '[ -e go ] || [ "$(wc -l < log)" != 2 ]'
        - {id: n, shell: {command: wc -l < log, parse: json}}
END_OF_FILE
rm log
runs 1 -w ./w.yaml --run-id b
touch go
runs 0 -w ./w.yaml --run-id b
[ "$(wc -l < log)" = 3 ] || fail "the passes were done again: $(wc -l < log)"

# A pass that was completed is kept as a whole, also if a failure in it was tolerated. A repeat that
# has used up its passes begins anew.
cat > w.yaml << 'END_OF_FILE'
steps:
  - id: fixed
    repeat:
      max: 2
      until: steps.lint.exit_code == 0
      steps:
        - id: lint
          on_failure: continue
          shell: {command: 'echo lint$pass >> log; [ -e good ]', env: {pass: "{{ index }}"}}
        - run: echo fix >> log; [ ! -e stop ] || [ "$(wc -l < log)" != 4 ]
END_OF_FILE
rm log
runs 1 -w ./w.yaml --run-id c
[ "$(tr '\n' ' ' < log)" = 'lint0 fix lint1 fix ' ] || fail "it has done $(cat log)"
runs 1 -w ./w.yaml --run-id c
[ "$(wc -l < log)" = 8 ] || fail "it has not begun anew: $(cat log)"
rm log
touch stop
runs 1 -w ./w.yaml --run-id d # ends in the second pass
touch good
runs 0 -w ./w.yaml --run-id d
[ "$(tr '\n' ' ' < log)" = 'lint0 fix lint1 fix lint1 fix ' ] || fail "it has done $(cat log)"

cat > w.yaml << 'END_OF_FILE'
steps:
  - id: each
    foreach:
      matrix: {os: [a, b], node: [20, 22]}
      steps: [{set: {it: "{{ item.os }}-{{ item.node }}-{{ index }}"}}]
result: "{{ steps.each.output.results | map: 'output' | map: 'it' | join: ' ' }}"
END_OF_FILE
runs 0 -w ./w.yaml
prints 'a-20-0 a-22-1 b-20-2 b-22-3'
