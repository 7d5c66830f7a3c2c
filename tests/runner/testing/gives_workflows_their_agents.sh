# A workflow that is tested has the profiles of the user's config that it names, and no others.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/../workflow/recordings.bash"
needs bash
cd "$dir"
export HOME=$dir/home XDG_CONFIG_HOME=$dir/config XDG_STATE_HOME=$dir/state
unset GITHUB_ACTIONS
mkdir -p tests/agent config/agentcli
cat > config/agentcli/config.json << 'END'
{"profiles": {
  "reader": {"system-file": "reader.txt", "only-tools": ["fs_read_file"]},
  "usual": {"system": "Usual."}}, "defaults": {"run": "usual"}}
END
printf 'You read.' > config/agentcli/reader.txt
entry=$("$bin/fs_read_file" --describe)
command='"command":["'
entry=$(sed "s|\"command\":\[\"[^\"]*|$command$bin/fs_read_file|" <<< "$entry")
printf '{"tools":[%s]}' "$entry" > tools.json
cat > w.yaml << 'END'
steps: [{id: a, llm: {prompt: Read, agent: reader}}, {id: b, llm: {prompt: Hello}}]
result: "{{ steps.a.output }}"
END
cat > tests/agent/t.yaml << 'END'
workflow: ../../w.yaml
files: {a.txt: content}
expect: {output: done, calls: [{tool: fs_read_file, arguments: {path: a.txt}}]}
END
of() { # TEXT: a system message
  printf '{"role":"system","content":"%s"}' "$1"
}
{
  replies a "$(of 'You read.'),$(user Read)" "$(calls fs_read_file '{\"path\":\"a.txt\"}')"
  answers a "$result" done
  answers b "$(of 'You are a precise<any>'),$(user Hello)" x
} > tests/agent/t.ndjson
run() { # STATUS TEXT
  local status=0
  "$bin/agentcli" test --trust-found --tools tools.json -w w.yaml > out 2> err || status=$?
  [ "$status" = "$1" ] || { cat out err; fail "exit $status, not $1"; }
  grep -qF "$2" out || fail "there is no '$2': $(cat out)"
}
run 0 ''
sed -i 's/agent: reader/agent: raeder/' w.yaml
run 1 "the config of the user has no profile 'raeder'; did you mean 'reader'?"
