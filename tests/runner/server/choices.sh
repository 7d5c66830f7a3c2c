# A run chooses one of the profiles and workspaces that the operator has named, and nothing else.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/server.bash"
{ calls c1 fs_write_file '{"path":"made","content":"x"}'; then_says c1 'done'; } > "$dir/talk"
"$bin/fs_write_file" --describe |
  jq -c --arg tool "$bin/fs_write_file" '{tools:[.command[0] = $tool]}' > "$dir/tools.json"
mkdir -p "$HOME/.config/agentcli" "$dir/one" "$dir/two"
cat > "$HOME/.config/agentcli/config.json" << 'END'
{"profiles": {"careful": {"max-steps": "3", "approve": "changes"}, "free": {"max-steps": "9"}},
 "defaults": {"serve": "careful", "host": "gone"}}
END
cp "$dir/talk" talk
serve --replay talk --tools "$dir/tools.json" --profiles free,careful \
  --workspace "one=$dir/one" --workspace two="$dir/two"
ask GET /v1/profiles
is 200 '(.profiles | map(.name)) == ["free", "careful"] and .workspaces == ["one", "two"]
  and .profiles[0].limits.steps == 9 and .profiles[1].approve == "changes"' 'what there is'
ask POST /v1/runs '{"prompt":"go","workspace":"two"}' -H 'Prefer: wait=20'
is 200 '.profile == "free" and .workspace == "two" and .result.answer == "done"' 'a workspace'
[ -e "$dir/two/made" ] && [ ! -e "$dir/one/made" ] || fail 'it has worked elsewhere'
ask POST /v1/runs '{"prompt":"go","limits":{"steps":4},"profile":"careful"}'
is 403 '.code == "FORBIDDEN"' 'more than the profile allows'
ask POST /v1/runs '{"prompt":"go","limits":{"steps":4}}' -H 'Prefer: wait=20'
is 200 '.workspace == "one"' 'what the other profile allows'
rm "$dir/one/made"
ask POST /v1/runs '{"prompt":"go","profile":"careful"}' -H 'Prefer: wait=20'
is 202 '.asks[0].kind == "approval"' 'a profile that asks'
ask POST "/v1/runs/$(jq -r .id <<< "$answer")/cancel"
ask POST /v1/runs '{"prompt":"go","workspace":"/etc"}'
is 422 '.error | contains("/etc")' 'a path for a workspace'
ask POST /v1/runs '{"prompt":"go","profile":"carefull"}'
is 422 '.hint == "did you mean '"'careful'"'?"' 'an unknown profile'
stop

# The config names the profile of a server that names none.
serve --replay talk --tools "$dir/tools.json"
ask GET /v1/profiles
is 200 '.profiles | length == 1 and .[0].name == "careful" and .[0].limits.steps == 3' 'the default'
ask POST /v1/runs '{"prompt":"go"}' -H 'Prefer: wait=20'
is 202 '.profile == "careful"' 'a run by default'
stop
for wrong in '--workspace /etc' '--workspace a=/nowhere' '--profiles nobody' \
  "--state $dir/workspace/state"; do
  # shellcheck disable=SC2086 # words
  ! "$bin/agentcli" serve --state "$state" $wrong > "$dir/out" 2>&1 || fail "$wrong is taken"
done
