# Whoever dies, the launcher, its parent or the supervisor: nothing of a launched command is left,
# and no temporary directory. Signals reach the command, whose end is the launcher's. Every process
# in question carries a marker in its arguments.
. "$(dirname "$0")/../shell.sh"
set +e
export TMPDIR=$dir/tmp
mkdir "$TMPDIR" "$dir/workspace"
cd "$dir/workspace"
marker=27182$$
echo "$marker" > "$dir/marker" # grep has no marker in its own arguments
failures=0

survivors() { grep -alF -f "$dir/marker" /proc/[0-9]*/cmdline 2> /dev/null; }
expect_nothing() { # NAME: within ten seconds, no process and no directory
  for _ in $(seq 100); do
    [ -z "$(survivors)" ] && [ -z "$(ls "$TMPDIR")" ] && return
    sleep 0.1
  done
  echo "$level, $1: left $(survivors | tr '\n' ' ') $(ls "$TMPDIR")"
  for file in $(survivors); do kill -9 "$(echo "$file" | cut -d/ -f3)"; done
  failures=$((failures + 1))
}
# start SCRIPT: the launcher as a child of this shell, its command running.
start() {
  rm -f "$dir/report"
  "${exec_tool[@]}" --report=7 -- sh -c "$1" $marker \
    < /dev/null > "$dir/out" 2> "$dir/err" 7> "$dir/report" &
  launcher=$!
  for _ in $(seq 100); do [ -s "$dir/report" ] && return; sleep 0.1; done
  echo "$level: the command did not start" && failures=$((failures + 1))
}

for level in namespaces landlock; do
  exec_tool=("$bin/exec")
  [ $level = landlock ] && exec_tool=("$bin/without_namespaces" clone "$bin/exec")

  start "setsid sleep $marker & sleep 0.1"
  wait $launcher
  expect_nothing "it ended by itself"

  start "setsid sleep $marker & sleep $marker"
  kill -KILL $launcher
  wait $launcher 2> /dev/null
  expect_nothing "the launcher was killed"

  start "setsid sleep $marker & sleep $marker"
  kill -KILL $(cat "/proc/$launcher/task/$launcher/children")
  wait $launcher
  [ $? = 1 ] && grep -q '"code":"INTERNAL"' "$dir/err" ||
    { echo "$level, the supervisor was killed: $(cat "$dir/err")" && failures=$((failures + 1)); }
  expect_nothing "the supervisor was killed"

  # The parent is a shell that waits; the launcher gets no signal.
  sh -c '"$@" & echo $! > "$0"; wait' "$dir/launcher" "${exec_tool[@]}" --report=7 -- \
    sh -c "setsid sleep $marker & sleep $marker" $marker \
    > "$dir/out" 2> "$dir/err" 7> "$dir/started" &
  parent=$!
  for _ in $(seq 100); do [ -s "$dir/started" ] && break; sleep 0.1; done
  kill -KILL $parent
  wait $parent 2> /dev/null
  expect_nothing "its parent was killed"
  rm -f "$dir/started"

  start "trap 'echo told; exit 5' TERM; touch ready; sleep $marker & wait"
  for _ in $(seq 100); do [ -e ready ] && break; sleep 0.1; done
  kill -TERM $launcher
  wait $launcher
  [ $? = 5 ] && [ "$(cat "$dir/out")" = told ] ||
    { echo "$level, a signal: $(cat "$dir/out" "$dir/err")" && failures=$((failures + 1)); }
  expect_nothing "it ended by a signal"
  rm -f ready

  start "trap '' TERM HUP INT; sleep $marker"
  kill -TERM $launcher
  kill -KILL $launcher
  wait $launcher 2> /dev/null
  expect_nothing "it ignored a signal"
done

echo "$failures failures"
[ $failures = 0 ]
