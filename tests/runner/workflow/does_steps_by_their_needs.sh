# The steps of a `parallel` begin when those that they need have ended, and see their results. A
# step whose need has failed is not begun.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/runs.bash"

cat > w.yaml << 'END_OF_FILE'
steps:
  - id: graph
    parallel:
      steps:
        - id: last
          needs: [left, right]
          set: {all: "{{ steps.left.output }}{{ steps.right.output }}"}
        - {id: left, needs: [first], exec: {argv: [printf, "%s<", "{{ steps.first.output }}"]}}
        - {id: right, needs: [first], exec: {argv: [printf, "%s>", "{{ steps.first.output }}"]}}
        - {id: first, run: "sleep 0.2; printf 1"}
  - {id: after, set: {first: "{{ steps.first.output }}"}}
result: "{{ steps.graph.output.last.all }} {{ steps.after.output.first }}"
END_OF_FILE
runs 0 -w ./w.yaml --run-id a
prints '1<1> 1'
runs 0 -w ./w.yaml --run-id a --parallel 1
prints '1<1> 1'
runs 0 -w ./w.yaml --parallel 1
prints '1<1> 1'
runs 0 -w ./w.yaml --plan
grep -q '^graph.last  set  needs left  needs right$' "$dir/out" ||
  fail "the plan is $(cat "$dir/out")"

cat > w.yaml << 'END_OF_FILE'
steps:
  - id: graph
    on_failure: continue
    parallel:
      fail_fast: false
      steps:
        - {id: bad, run: "[ -e go ]"}
        - {id: unneeded, run: touch unneeded}
        - {id: next, needs: [bad], run: touch next}
        - {id: last, needs: [next], run: touch last}
END_OF_FILE
runs 0 -w ./w.yaml --run-id b
[ -e unneeded ] && [ ! -e next ] && [ ! -e last ] || fail 'other steps were begun'
touch go
sed -i '/on_failure/d' w.yaml
runs 0 -w ./w.yaml --run-id b
[ -e next ] && [ -e last ] || fail 'the continued run has not begun the steps'

wrong() { # TEXT STEPS
  printf 'steps: [{parallel: {steps: [%s]}}]\n' "$2" > w.yaml
  runs 2 -w ./w.yaml
  notes "$1"
}
wrong "the step 'a' would wait for itself" \
  '{id: a, needs: [b], set: {x: 1}}, {id: b, needs: [a], set: {x: 1}}'
wrong "there is no step 'c' here" '{id: a, needs: [c], set: {x: 1}}'
wrong "needs an id" '{set: {x: 1}}'
wrong "the step 'a' may run at the same time" \
  '{id: a, set: {x: 1}}, {id: b, set: {x: "{{ steps.a.output }}"}}'
echo 'steps: [{id: a, set: {x: 1}}, {needs: [a], set: {x: 1}}]' > w.yaml
runs 2 -w ./w.yaml
notes "'needs' is for the steps of a 'parallel'"
