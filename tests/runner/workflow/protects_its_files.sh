# The next run of a workflow obeys its file, those that it calls, the schemas beside it, and the
# file of --params: no tool of this run changes them.
. "$(dirname "$0")/../../shell.sh"
mkdir -p "$dir/work/flow" "$dir/work/.agentcli/workflows" "$dir/home"
cd "$dir/work"
export HOME=$dir/home XDG_STATE_HOME=$dir/state
unset XDG_CONFIG_HOME
tools=
for tool in fs_write_file exec; do
  tools+=${tools:+,}$("$bin/$tool" --describe |
    sed "s|\"command\":\[\"[^\"]*\"|\"command\":[\"$bin/$tool\"|")
done
echo "{\"tools\":[$tools]}" > tools.json
echo '{"type":"object"}' > flow/schema.json
echo '{"x":"1"}' > flow/params.json
echo 'steps: [{set: {a: 1}}]' > .agentcli/workflows/called.yaml
write='on_failure: continue, tool: {name: fs_write_file, args: {path:'
cat > flow/own.yaml << END
parameters: {x: {}}
steps:
  - {id: file, $write flow/own.yaml, content: x}}}
  - {id: schema, $write flow/schema.json, content: x}}}
  - {id: params, $write flow/params.json, content: x}}}
  - {id: other, $write flow/other, content: x}}}
  - {id: never, when: "false", llm: {prompt: x, output_schema: schema.json}}
  - {id: called, workflow: {name: called}}
  - id: command
    run: |
      for file in flow/own.yaml flow/schema.json flow/params.json; do
        { echo x >> \$file; } 2> /dev/null || true
      done
END
cp -a flow before
rm -f err
"$bin/agentcli" --tools tools.json --model m -w ./flow/own.yaml --params flow/params.json --events \
  > out 2> err < /dev/null || fail 'the workflow fails'
for step in file schema params; do
  grep -q "\"path\":\"$step\",\"state\":\"ends\",\"status\":\"failed\".*PROTECTED" out ||
    fail "$step is written"
done
[ "$(cat flow/other)" = x ] || fail 'another file is protected, too'
rm flow/other
grep -q '"level\\":\\"landlock' out || diff -r before flow > err || fail 'a command has changed it'
