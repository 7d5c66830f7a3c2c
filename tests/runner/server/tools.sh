# A profile's tools are what `agentcli capabilities` prints of them. The start warns of a tool that
# nothing confines, as doctor does, and the server is not ready with a manifest that cannot be used.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/server.bash"
says hello > "$dir/talk"
for tool in fs_read_file fs_write_file exec; do
  "$bin/$tool" --describe | jq -c --arg tool "$bin/$tool" '.command[0] = $tool'
done | jq -cs '{tools:.}' > "$dir/tools.json"
mkdir -p "$HOME/.config/agentcli"
echo '{"profiles": {"all": {}, "reading": {"only-tools": "fs_read_file"}}}' \
  > "$HOME/.config/agentcli/config.json"
serve --replay "$dir/talk" --tools "$dir/tools.json" --profiles all,reading
! grep -q 'nothing confines' "$dir/server.err" || fail "a warning: $(cat "$dir/server.err")"
ask GET /readyz
is 200 '.status == "ready"' 'readyz'
for profile in all reading; do
  "$bin/agentcli" capabilities --json --tools "$dir/tools.json" --profile $profile |
    jq --arg profile $profile '.profile = $profile' > "$dir/expected"
  ask GET "/v1/tools?profile=$profile"
  is 200 '.tools | length > 0' "the tools of $profile"
  jq . <<< "$answer" | diff "$dir/expected" - > "$dir/out" || fail "$(cat "$dir/out")"
done
ask GET /v1/tools
is 200 '.profile == "all" and (.tools | map(.name)) == ["fs_read_file", "fs_write_file", "exec"]
  and (.tools[2].effects.programs) and (.warnings | length > 0)' 'the default profile'
host_tool='"hostTools":[{"name":"exec","description":"x","schema":{}}]'
ask POST /v1/runs '{"prompt":"hello",'"$host_tool"'}'
is 422 '.error | contains("exec")' 'a host tool with the name of a tool'
ask GET '/v1/tools?profile=redaing'
is 422 '.hint == "did you mean '"'reading'"'?"' 'an unknown profile'
stop

# A command that nothing confines, and a program of which nothing is known.
"$bin/exec" --policy=unrestricted --describe |
  jq -c --arg exec "$bin/exec" '{tools: [(.command = [$exec, "--policy=unrestricted"]),
    {name: "deploy", description: "Deploys", schema: {type: "object"}, command: ["/bin/false"]}]}' \
    > "$dir/tools.json"
serve --replay "$dir/talk" --tools "$dir/tools.json"
for name in exec deploy; do
  grep -q "warning: nothing confines '$name'" "$dir/server.err" ||
    fail "no warning of $name: $(cat "$dir/server.err")"
done
"$bin/agentcli" doctor --json --tools "$dir/tools.json" > "$dir/doctor" || true
jq -e '.findings | any(.subject == "exec" and .state == "weaker"
  and (.text | contains("no-confinement")))' "$dir/doctor" > /dev/null ||
  fail "doctor says: $(cat "$dir/doctor")"
stop

# A manifest that cannot be used: nobody is told why but the operator.
echo '{"tools":[{"name":1}]}' > "$dir/tools.json"
serve --replay "$dir/talk" --tools "$dir/tools.json"
grep -q "the manifest of the profile 'default' cannot be used" "$dir/server.err" ||
  fail "no warning: $(cat "$dir/server.err")"
for path in /readyz /v1/tools; do
  ask GET $path
  is 503 '.code == "BUSY" and (.error | contains("manifest"))' "$path"
  ! grep -qF "$dir" <<< "$answer" || fail "$path shows a path: $answer"
done
ask GET /healthz
is 200 '.status == "ok"' 'healthz'
stop

# Profiles without a model.
rm "$dir/tools.json"
unset OAI_MODEL
serve
grep -q 'no profile names a model' "$dir/server.err" || fail "no warning: $(cat "$dir/server.err")"
ask GET /readyz
is 503 '.code == "BUSY" and (.error | contains("model"))' 'no model'
ask POST /v1/runs '{"prompt":"hello"}'
is 422 '.error | contains("names no model")' 'a run without a model'
stop
serve --host-may model
ask GET /readyz
is 200 '.status == "ready"' 'runs name the model'
ask POST /v1/runs '{"prompt":"hello"}'
is 422 '.error | contains("names no model")' 'a run that names no model'
stop
echo '{"profiles": {"one": {}, "two": {"model": "some"}}}' > "$HOME/.config/agentcli/config.json"
serve --profiles one,two
ask GET /readyz
is 200 '.status == "ready"' 'one profile has a model; its server is not asked'
stop
