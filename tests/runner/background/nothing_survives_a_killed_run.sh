# When agentcli is killed by SIGKILL, no command in the background is left, however it has forked
# away, and no temporary directory; with namespaces or without.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/runs.bash"
export TMPDIR=$dir/tmp
mkdir "$TMPDIR"
marker=27182$$
echo "$marker" > "$dir/marker" # grep has no marker in its own arguments
survivors() { grep -alF -f "$dir/marker" /proc/[0-9]*/cmdline 2> /dev/null; }
within_seconds() { # COMMAND: succeeds within twenty seconds
  for _ in $(seq 200); do
    if eval "$1"; then return; fi
    sleep 0.1
  done
  survivors
  ls "$TMPDIR"
  fail "$policy, $sandbox: not $1"
}
away="(setsid sh -c \\\"(sleep $marker &) ; sleep $marker\\\" &); trap : TERM HUP INT"
for sandbox in namespaces landlock none; do
  rm -rf "$work"
  mkdir -p "$work"
  policy=workspace-write
  [ $sandbox != none ] || policy=unrestricted
  manifest $policy
  [ $sandbox != landlock ] ||
    sed -i "s|\"command\":\[|&\"$bin/without_namespaces\",\"clone\",|" "$dir/tools.json"
  talk '{"command":"'"$away; sleep $marker"'","background":"away"}' \
    '{"cmd":"sleep","args":["'$marker'"],"background":"other"}' \
    '{"background":"away","wait":true,"timeoutSec":300}' > "$dir/talk"
  (run_talk talk) &
  run=$!
  within_seconds '[ "$(survivors | wc -l)" -ge 4 ]'
  kill -KILL $run
  wait $run 2> "$dir/err" || true
  within_seconds '[ -z "$(survivors)" ] && [ -z "$(ls "$TMPDIR")" ]'
done
