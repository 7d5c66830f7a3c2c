# Each tool gets the variables that move the folders of a user, so that exec hides agentcli's own
# folders, and fs_search heeds the user's excludes, wherever they are.
. "$(dirname "$0")/../../shell.sh"
fail() { echo "FAILED: $1"; cat "$dir/saved"; exit 1; }
mkdir -p "$dir/work/.git" "$dir/config/git" "$dir/home"
export HOME=$dir/home XDG_CONFIG_HOME=$dir/config XDG_STATE_HOME=$dir/state \
  XDG_CACHE_HOME=$dir/cache XDG_RUNTIME_DIR=$dir/runtime
cd "$dir/work"
for folder in config state cache runtime; do
  mkdir -p "$dir/$folder/agentcli"
  echo "private $folder" > "$dir/$folder/agentcli/file"
done
echo '*~' > "$dir/config/git/ignore"
echo needle > a
echo needle > a~
entry() { "$bin/$1" --describe | sed "s|\"command\":\[\"[^\"]*\"|\"command\":[\"$bin/$1\"|"; }
printf '{"tools":[%s,%s]}' "$(entry exec)" "$(entry fs_search)" > "$dir/tools.json"
call() { printf '{"id":"%s","function":{"name":"%s","arguments":"%s"}}' "$1" "$2" "${3//\"/\\\"}"; }
command="{\"cmd\":\"sh\",\"args\":[\"-c\",\"cat $dir/*/agentcli/file; echo end\"]}"
printf '{"asked":[{"role":"user","content":"go"}],"message":{"tool_calls":[%s,%s]}}\n' \
  "$(call a exec "$command")" "$(call b fs_search '{"query":"needle"}')" > "$dir/talk"
echo \
  '{"asked":[{"role":"tool","tool_call_id":"a","content":"<any>"},{"role":"tool","tool_call_id":"b","content":"<any>"}],"message":{"content":"gone"}}' >> "$dir/talk"
"$bin/agentcli" --tools "$dir/tools.json" --replay "$dir/talk" --save-messages "$dir/saved" \
  --system '' --prompt go > "$dir/out" 2>&1 < /dev/null || { cat "$dir/out"; exit 1; }
! grep -q SANDBOX_UNAVAILABLE "$dir/saved" \
  || { echo 'skipped: there is no sandbox for commands here'; exit 77; }
grep -q 'stdout\\":\\"end' "$dir/saved" || fail 'a command reads what agentcli keeps'
grep -q 'path\\":\\"a\\"' "$dir/saved" && ! grep -q 'a~' "$dir/saved" \
  || fail 'fs_search does not heed the excludes'
