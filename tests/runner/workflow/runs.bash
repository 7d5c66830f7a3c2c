# After shell.sh. Workflows in $work, with a manifest $dir/tools.json of exec and some tools for files.
work=$dir/work
mkdir -p "$work" "$dir/home"
export HOME=$dir/home XDG_CONFIG_HOME=$dir/home/config XDG_STATE_HOME=$dir/home/state
status=0
echo '{"command":"true"}' | "$bin/exec" --root "$work" > "$dir/out" 2>&1 || status=$?
[ $status != 3 ] || skip 'there is no sandbox for commands here'
rm -rf "$work/.agentcli"
cd "$work"

entries=
for tool in exec fs_read_file fs_write_file; do
  entry=$("$bin/$tool" --describe)
  entries+=${entries:+,}$(sed "s|\"command\":\[\"[^\"]*\"|\"command\":[\"$bin/$tool\"|" <<< "$entry")
done
printf '{"tools":[%s]}' "$entries" > "$dir/tools.json"

runs() { # STATUS ARGUMENT…: agentcli with the manifest ends with this status; its streams are in $dir/out and $dir/err
  local wanted=$1 status=0
  shift
  setsid -w "$bin/agentcli" --tools "$dir/tools.json" "$@" < /dev/null > "$dir/out" 2> "$dir/err" || status=$?
  [ $status = "$wanted" ] || { cat "$dir/out" "$dir/err"; fail "agentcli $* has ended with $status, not $wanted"; }
}
prints() { # TEXT: as stdout
  [ "$(cat "$dir/out")" = "$1" ] || { cat "$dir/err"; fail "stdout is $(cat "$dir/out"), not $1"; }
}
notes() { # TEXT: in stderr
  grep -qF -- "$1" "$dir/err" || fail "stderr does not have '$1': $(cat "$dir/err")"
}
