# Where exec can't have namespaces, whatever the step that fails, it falls to Landlock, says so, and
# names what that does not hold; with --require=namespaces it refuses instead. As root and as an
# ordinary user.
place=/var/tmp
. "$(dirname "$0")/../shell.sh"
chmod 755 "$dir"
mkdir "$dir/workspace"
# where everybody may read them
cp "$bin/exec" "$bin/without_namespaces" "$bin/without_landlock" "$dir"
users=(env)
if [ "$(id -u)" = 0 ]; then
  chown 4001:4001 "$dir/workspace"
  users+=("setpriv --reuid=4001 --regid=4001 --clear-groups")
fi
cd "$dir/workspace"


# run STATUS COMMAND…: the request to it; leaves $dir/out and $dir/err.
run() {
  local expected=$1 status=0
  shift
  echo '{"cmd":"echo","args":["done"]}' | $user "$@" > "$dir/out" 2> "$dir/err" || status=$?
  [ $status = "$expected" ] \
    || fail "$user $*: ended with $status, not $expected: $(cat "$dir/out" "$dir/err")"
}

gaps='"file-names-visible","processes-visible","devices-readable","resources-unlimited","protected-paths-writable","metadata-outside-writable","hard-links-lead-outside"'
for user in "${users[@]}"; do
  for call in clone mount open_tree move_mount mount_setattr; do
    run 0 "$dir/without_namespaces" $call "$dir/exec"
    grep \
      -qF "\"sandbox\":{\"level\":\"landlock\",\"policy\":\"workspace-write\",\"network\":\"off\",\"gaps\":[$gaps]}" "$dir/out" ||
      fail "$user, without $call: $(cat "$dir/out")"
    run 3 "$dir/without_namespaces" $call "$dir/exec" --require=namespaces
    [ ! -s "$dir/out" ] || fail "$call: answered"
    grep -q '"code":"SANDBOX_UNAVAILABLE"' "$dir/err" || fail "$call, no code: $(cat "$dir/err")"
    grep -qE "(not permitted|not implemented)" "$dir/err" \
      || fail "$call, no reason: $(cat "$dir/err")"
    grep -qF -- '--require=landlock' "$dir/err" || fail "$call, no way out: $(cat "$dir/err")"
  done
  grep -qF "mount_setattr: function not implemented" "$dir/err" \
    || fail "the step is not named: $(cat "$dir/err")"

  run 0 "$dir/without_namespaces" clone "$dir/exec" --require=landlock
  run 0 "$dir/without_namespaces" clone "$dir/exec" --unix --network=on --policy=read-only
  grep \
    -qF '"network":"on","gaps":["file-names-visible","processes-visible","devices-readable","resources-unlimited","unix-sockets-reachable"]}' "$dir/out" ||
    fail "gaps: $(cat "$dir/out")"
  run 3 "$dir/without_landlock" "$dir/exec" --require=landlock
  grep -q landlock_create_ruleset "$dir/err" || fail "without Landlock: $(cat "$dir/err")"
  run 3 "$dir/without_landlock" "$dir/exec" --require=namespaces
  grep -q -- '--policy=unrestricted' "$dir/err" || fail "without Landlock: $(cat "$dir/err")"
  run 3 "$dir/exec" --require=landlock --policy=unrestricted
  grep -q -- '--require' "$dir/err" || fail "unrestricted: $(cat "$dir/err")"
done
[ "$(ls -A "$dir/workspace")" = .agentcli ] || fail "something was left: $(ls -A "$dir/workspace")"
