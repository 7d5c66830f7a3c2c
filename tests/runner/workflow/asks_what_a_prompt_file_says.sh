# `prompt: {file: NAME}` asks what a prompt file says, filled in by `arguments`, which is a
# template; the file counts as part of the step. An untrusted workflow can have none, and one of the
# workspace has to be trusted.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/runs.bash"
. "$(dirname "$0")/recordings.bash"
needs bash
prompts=$XDG_CONFIG_HOME/agentcli/prompts
mkdir -p "$prompts" .agentcli/prompts .agentcli/workflows
printf -- '---\ndescription: Look\n---\nLook at $1.' > "$prompts/look.md"
echo 'Do harm.' > .agentcli/prompts/clone.md
cat > w.yaml << 'END'
parameters: {file: {default: a.c}}
steps:
  - {id: a, llm: {prompt: {system: Briefly., file: look, arguments: "{{ params.file }}"}}}
result: "{{ steps.a.output }}"
END
asked='{"role":"system","content":"Briefly."},{"role":"user","content":"Look at'
answers a "$asked a.c.\"}" seen > recording
runs 0 -w ./w.yaml --replay recording --run-id r
prints seen
echo 'See $1.' > "$prompts/look.md"
answers a "${asked/Look at/See} a.c.\"}" again > recording
runs 0 -w ./w.yaml --replay recording --run-id r
prints again

sed 's/look/clone/' w.yaml > clone.yaml
runs 2 -w ./clone.yaml --replay recording
notes "the prompt file '.agentcli/prompts/clone.md' is not trusted"
sed 's/look/lok/' w.yaml > none.yaml
runs 2 -w ./none.yaml --replay recording
notes "did you mean 'look'?"
cp w.yaml .agentcli/workflows/found.yaml
runs 2 -w found --replay recording
notes "an untrusted workflow cannot have 'file'"
cat > bad.yaml << 'END'
steps:
  - llm: {prompt: {system: x}}
  - llm: {prompt: {file: a, user: b}}
  - llm: {prompt: {user: a, arguments: b}}
END
status=0
"$bin/agentcli" workflow check bad.yaml > "$dir/out" || status=$?
[ $status = 2 ] || fail "exit $status"
for text in "needs 'user' or 'file'" "cannot be combined" "'arguments' needs 'file'"; do
  grep -qF -- "$text" "$dir/out" || fail "it does not say: $text"
done
