# What the kernel refuses to the tool costs it no time and no signal: where a process has no
# descriptor (pidfd_open), the call still ends, and SIGTERM still ends the tool; where signals have
# none, nothing is started. At both levels.
. "$(dirname "$0")/../shell.sh"
mkdir "$dir/workspace"

for level in namespaces landlock; do
  without=("$bin/without_namespaces")
  [ $level = namespaces ] || without=("$bin/without_namespaces" clone "$bin/without_namespaces")

  echo '{"cmd":"echo","args":["done"]}' |
    timeout 10 "${without[@]}" pidfd_open "$bin/exec" --root "$dir/workspace" > "$dir/out" 2>&1 \
    || fail "$level: $? $(cat "$dir/out")"
  grep -qF '"stdout":"done\n"' "$dir/out" || fail "$level: $(cat "$dir/out")"

  status=0
  echo '{"cmd":"touch","args":["started"]}' \
    | "${without[@]}" signalfd "$bin/exec" --root "$dir/workspace" > "$dir/out" 2>&1 || status=$?
  [ $status = 1 ] && grep -q '"code":' "$dir/out" \
    || fail "$level, no descriptor for signals: $status $(cat "$dir/out")"
  [ ! -e "$dir/workspace/started" ] || fail "$level: a command was started"

  echo '{"cmd":"sh","args":["-c","touch started; exec sleep 60"]}' > "$dir/request"
  "${without[@]}" pidfd_open "$bin/exec" --root "$dir/workspace" < "$dir/request" > "$dir/out" \
    2>&1 &
  tool=$!
  for _ in $(seq 100); do [ -e "$dir/workspace/started" ] && break || sleep 0.1; done
  kill -TERM $tool
  status=0
  wait $tool || status=$?
  [ $status = 1 ] && grep -q '"code":"TIMED_OUT"' "$dir/out" \
    || fail "$level, SIGTERM: $status $(cat "$dir/out")"
  rm "$dir/workspace/started"
done
