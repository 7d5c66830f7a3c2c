# action.yml, as GitHub runs it: a prompt, a workflow and tests, with inputs that are never part of
# a command; the answer is an output. Its release is downloaded and verified.
. "$(dirname "$0")/../shell.sh"
needs python3 jq
python3 -c 'import yaml' 2> /dev/null || skip 'there is no python3-yaml'
! is_sanitized || skip 'it is tried with the release build'
cmake --install "$bin/.." --prefix "$dir/prefix" > "$dir/log"
mkdir "$dir/work"
cd "$dir/work"
export GITHUB_OUTPUT=$dir/outputs RUNNER_TEMP=$dir XDG_STATE_HOME=$dir/state HOME=$dir
cat > "$dir/action.py" << 'END'
# ACTION DIRECTORY [NAME=VALUE…]: runs the steps with these inputs; prints outputs as JSON.
import json, os, re, subprocess, sys, yaml
path, given = sys.argv[1], dict(word.split("=", 1) for word in sys.argv[3:])
action = yaml.safe_load(open(path))
assert not set(given) - set(action["inputs"]), "unknown inputs"
values = {name: given.get(name, spec.get("default", "")) for name, spec in action["inputs"].items()}
context = {"github.action_repository": "owner/agentcli", "github.action_ref": "v0.1.0",
           "github.token": "token", **{"inputs." + name: values[name] for name in values}}
def expanded(text):
    return re.sub(r"\$\{\{ *([\w.-]+) *\}\}", lambda match: context[match[1]], text)
assert action["runs"]["using"] == "composite"
for step in action["runs"]["steps"]:
    assert "${{" not in step["run"], "an input is part of a command"
    assert "shell" in step
    env = {name: expanded(value) for name, value in step["env"].items()}
    open(os.environ["GITHUB_OUTPUT"], "w").close()
    here = os.path.dirname(os.path.realpath(path))
    status = subprocess.run(["bash", "-e", "-c", step["run"]], cwd=sys.argv[2], env={
        **os.environ, **env, "GITHUB_ACTION_PATH": here}).returncode
outputs, lines = {}, open(os.environ["GITHUB_OUTPUT"]).read().split("\n")
while lines and lines != [""]:
    line = lines.pop(0)
    if "<<" in line and "=" not in line.split("<<")[0]:
        name, mark = line.split("<<", 1)
        end = lines.index(mark)
        outputs[name], lines = "\n".join(lines[:end]), lines[end + 1:]
    else:
        name, value = line.split("=", 1)
        outputs[name] = value
json.dump({"exit": status, **outputs}, open(os.environ["GITHUB_OUTPUT"] + ".json", "w"))
END
act() { # [NAME=VALUE…]
  python3 -B "$dir/action.py" "$source/action.yml" . "$@" > out 2> err || fail "action $*"
}
has() { # NAME VALUE
  [ "$(jq -r ".$1" "$GITHUB_OUTPUT.json")" = "$2" ] || { cat "$GITHUB_OUTPUT.json"; fail "$1"; }
}

# A prompt that no shell may read, and an answer that sets no other output.
prompt="it's \"\$(touch made)\" \`touch made\`"
jq -cn --arg prompt "$prompt" '{asked: [{role: "user", content: $prompt}],
  message: {content: "fine\nEOF\nstatus=7"}}' > talk.ndjson
act prefix="$dir/prefix" prompt="$prompt" args=$'--replay\ntalk.ndjson\n--system='
has exit 0
has status 0
[ "$(jq -r .answer "$GITHUB_OUTPUT.json")" = $'fine\nEOF\nstatus=7' ] || fail 'the answer'
[ ! -e made ] || fail 'a shell has read the prompt'

# A workflow, with a tool of the input `tools` that the default has not; tests; a failure is one.
cat > write.yaml << 'END'
steps:
  - tool:
      name: fs_write_file
      args: {path: made.txt, content: by a workflow}
result: written
END
act prefix="$dir/prefix" workflow=./write.yaml args=--no-agents-md
[ ! -e made.txt ] || fail 'the default tools write'
act prefix="$dir/prefix" workflow=./write.yaml tools=tools
has exit 0
has answer written
[ "$(cat made.txt)" = 'by a workflow' ] || fail 'the workflow has not run'
act prefix="$dir/prefix" test=tests/agent/fixes-a-typo.yaml tools=tools \
  working-directory="$source/examples/testing"
has exit 0
jq -r .answer "$GITHUB_OUTPUT.json" | grep -q '^ok .*fixes-a-typo' || fail 'the test has not run'
act prefix="$dir/prefix" test=tests/agent/missing.yaml working-directory="$source/examples/testing"
[ "$(jq .exit "$GITHUB_OUTPUT.json")" -gt 0 ] || fail 'a missing test passes'
act prefix="$dir/prefix" prompt=a workflow=b
has exit 2
act prefix="$dir/missing" prompt=a
has exit 2

# The release of the version of the action, if its sum is right.
mkdir "$dir/release" "$dir/fakes"
tar -czf "$dir/release/agentcli-0.1.0-linux-amd64.tar.gz" -C "$dir" prefix
(cd "$dir/release" && sha256sum -- *.gz > SHA256SUMS)
cat > "$dir/fakes/gh" << 'END'
#!/bin/sh
[ "$1 $2 $3 $5 $GH_TOKEN" = "release download v0.1.0 owner/agentcli token" ] || exit 1
cp "$RELEASE"/* "$7"
END
chmod +x "$dir/fakes/gh"
export PATH=$dir/fakes:$PATH RELEASE=$dir/release
echo '{"asked":[{"role":"user","content":"go"}],"message":{"content":"gone"}}' > talk.ndjson
act prompt=go args=$'--replay\ntalk.ndjson\n--system='
has answer gone
rm -r "$dir/agentcli"
echo more >> "$dir/release/agentcli-0.1.0-linux-amd64.tar.gz"
act prompt=go args=$'--replay\ntalk.ndjson\n--system='
has exit 2
grep -q 'the checksum of .* is wrong' err || fail 'a release with a wrong sum is run'
