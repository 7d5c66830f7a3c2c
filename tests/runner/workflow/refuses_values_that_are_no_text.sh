# Bytes that are not UTF-8 reach nothing as other bytes, wherever they come from: the run or the
# step is refused.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/runs.bash"
needs bash

# Of a command: neither its output nor its streams are values; --json prints what can be printed.
cat > w.yaml << 'END'
steps:
  - {id: raw, run: 'printf "a\377b"; printf "\377" >&2; exit 3', on_failure: continue}
  - {id: out, exec: {argv: [od, --, "{{ steps.raw.stdout }}"]}, on_failure: continue}
  - {id: err, exec: {argv: [od], stdin: "{{ steps.raw.stderr }}"}, on_failure: continue}
  - {id: text, run: 'printf "a\377b"', on_failure: continue}
  - {id: lines, shell: {command: 'printf "a\377b\n"', parse: lines}, on_failure: continue}
  - {id: file, run: ': > "$(printf "made\377")"', artifacts: [made*], on_failure: continue}
  - id: items
    foreach: {lines: bytes, steps: [{set: {x: "{{ item }}"}}]}
    on_failure: continue
  - {id: decoded, set: {x: "{{ 'Zf8=' | base64_decode }}"}, on_failure: continue}
outputs: {all: "{{ steps.raw | json }}"}
result: done
END
printf 'a\377\n' > bytes
runs 0 -w ./w.yaml --json
for step in raw out err text lines file items decoded; do
  grep -q "{\"id\":\"$step\",\"status\":\"failed\"" "$dir/out" || fail "$step has not failed"
done
[ "$(grep -o '"message":"stdout is not UTF-8"' "$dir/out" | wc -l)" = 2 ] ||
  fail 'it does not say why'

# Of the caller: parameters and variables; of the directory.
steps='steps: [{exec: "touch ran"}, {set: {x: "{{ params.x }}"}}]'
printf 'parameters: {x: {default: a}}\n%s\n' "$steps" > p.yaml
bad=$(printf 'a\377')
runs 2 -w ./p.yaml --x "$bad"
notes "'a\\xff' is not UTF-8"
runs 2 -w ./p.yaml "--x=$bad"
runs 2 -w ./p.yaml --param "x=$bad"
printf '{"x":"%s"}' "$bad" > params.json
runs 2 -w ./p.yaml --params params.json
printf 'pass_env: [GIVEN]\nsteps: [{exec: "touch ran"}, {set: {x: "{{ env.GIVEN }}"}}]\n' > e.yaml
GIVEN=$bad runs 2 -w ./e.yaml
notes "the variable 'GIVEN' is not UTF-8"
steps='steps: [{exec: {argv: [touch, ran], env: {X: "{{ secrets.GIVEN }}"}}}]'
printf 'secrets: [GIVEN]\n%s\n' "$steps" > e.yaml
GIVEN=$bad runs 2 -w ./e.yaml
[ ! -e ran ] || fail 'a step was run'
mkdir "$bad"
printf 'steps: [{exec: {argv: [echo, --, "{{ workspace }}"]}}]\n' > "$bad/w.yaml"
cd "$bad"
runs 1 -w ./w.yaml --json
grep -q '"code":"NOT_FOUND"' "$dir/out" || fail 'the workspace is a value'
