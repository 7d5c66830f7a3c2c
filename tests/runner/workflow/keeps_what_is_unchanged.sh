# A step with `inputs` is not run again in later runs as long as these files, its artifacts, the
# parameters and the step itself are the same; its result is the last one.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/runs.bash"

cat > w.yaml << 'END_OF_FILE'
parameters: {mode: {default: fast}}
steps:
  - id: build
    inputs: ["src/*.c"]
    artifacts: [out]
    run: cat src/*.c > out; echo run >> log; echo built
result: "{{ steps.build.output }}"
END_OF_FILE
mkdir src
echo one > src/a.c
is_run() { # COUNT ARGUMENT…
  local count=$1
  shift
  runs 0 -w ./w.yaml "$@"
  prints built
  [ "$(wc -l < log)" = "$count" ] || fail "it was run $(wc -l < log) times, not $count: $*"
}
is_run 1
is_run 1
notes '= build  kept'
echo two >> src/a.c
is_run 2
echo three > src/b.c
is_run 3
is_run 3
is_run 4 --mode slow
echo other > out
is_run 5 --mode slow
rm out
is_run 6 --mode slow
is_run 6 --mode slow
is_run 7 --mode slow --fresh --run-id f
sed -i 's/echo built/echo built; true/' w.yaml
is_run 8 --mode slow
rm -r src
runs 1 -w ./w.yaml
notes 'src/*.c'

echo 'steps: [{inputs: [a], set: {x: 1}}]' > w.yaml
runs 2 -w ./w.yaml
notes "'inputs' needs exec, shell, python, tool or llm"
