# The examples of gptsh's plan run with the changes that docs/from-gptsh.md lists, and each form
# that it lists as changed is refused as it was.
. "$(dirname "$0")/../../shell.sh"
here=$source/tests/runner/workflow
. "$here/runs.bash"
needs bash git python3

said() { # STEP PROMPT ANSWER: a line of a recording
  python3 -c 'import json, sys
step, prompt, answer = sys.argv[1:]
asked = [{"role": "system", "content": "<any>"}, {"role": "user", "content": prompt}]
message = {"role": "assistant", "content": answer}
print(json.dumps({"step": step, "asked": asked, "message": message}))
' "$@"
}
mkdir -p .agentcli/workflows "$XDG_CONFIG_HOME/agentcli/workflows"
cp "$here/from_gptsh/"*.yaml "$XDG_CONFIG_HOME/agentcli/workflows"
echo '{"profiles": {"committer": {"system": "You write messages of commits."}}}' \
  > "$XDG_CONFIG_HOME/agentcli/config.json"
"$bin/agentcli" --list-workflows > list
grep -q '^create-git-commit  Commit what is staged' list || fail 'the workflow is not listed'
grep -qF -- '--amend bool [false]  amend the last commit' list || fail 'a parameter is not listed'

git init -q .
git config user.email me@example.org
git config user.name Me
git init -q --bare up.git
git remote add origin ./up.git
git commit -q --allow-empty -m Begin
branch=$(git symbolic-ref --short HEAD)
git push -q --set-upstream origin "$branch" > /dev/null
said generate-message '<any>' 'Add a' > recording
commit() { runs "$1" -w create-git-commit --replay recording "${@:2}"; }
commit 1
notes 'status 1'
echo one > a.txt
git add a.txt
commit 0
[ "$(git log --format=%s -1)" = 'Add a' ] || fail "the log is $(git log --format=%s)"
said generate-message '<any>' 'Add a file' > recording
commit 0 --amend --push
[ "$(git -C up.git log --format=%s -1)" = 'Add a file' ] || fail 'it is not pushed'
[ "$(git rev-list --count HEAD)" = 2 ] || fail 'the commit is not amended'

said text 'hi $(touch canary): 3' ' done ' > recording
runs 0 -w steps --replay recording --word 'hi $(touch canary)' --flag --level high
prints 'hi $(touch canary) hi $(touch canary) 1 2 0.5 high
done'
[ "$(cat high.txt)" = 'hi $(touch canary)' ] || fail 'the tool has written something else'
[ ! -e canary ] || fail 'a value was run'
[ "$(wc -l < tries)" = 3 ] || fail 'it was not tried three times'
runs 2 -w steps --replay recording --word hi --level middle
runs 2 -w steps --replay recording
runs 2 -w steps --replay recording --word hi --unknown x

refused() { # MESSAGE: what is wrong with the file on stdin
  cat > w.yaml
  status=0
  "$bin/agentcli" workflow check w.yaml > wrong || status=$?
  [ "$status" = 2 ] || fail "it is not refused: $(cat w.yaml)"
  grep -qF "$1" wrong || fail "it does not say '$1': $(cat wrong)"
}
refused 'it is not YAML: did not find expected key' << 'END'
steps:
  - shell:
      command:
        if true; then
          # a comment
          echo
        fi
END
refused 'tags are not accepted' <<< 'workflows: !include workflows/*.yml'
refused "the variable 'HOME' is not in \`pass_env\`" << 'END'
steps: [{llm: {prompt: "{{ env.HOME }}"}}]
END
refused 'a script takes parameters of type int, float, bool and enum alone' << 'END'
parameters: {word: {}}
steps: [{shell: {command: "echo {{ params.word }}"}}]
END
refused 'this field takes {{ }} and no tags' << 'END'
steps: [{shell: {command: "echo {% raw %}{{{% endraw %}"}}]
END
refused 'a parameter that is required needs no default' << 'END'
parameters: {word: {type: string, default: x, required: true}}
steps: [{shell: {command: echo}}]
END
refused "'default' does not fit the parameter: it is not of type string" << 'END'
parameters: {word: {type: string, default: null}}
steps: [{shell: {command: echo}}]
END
cat > w.yaml << 'END'
steps:
  - {id: text, llm: {prompt: "I am {{ agent }}", agent: committer}}
  - id: shown
    on_failure: retry
    retry: {max: 1, backoff: {base_ms: 1}}
    shell: {command: 'echo "$x"', env: {x: "{{ step['text'].stdout }}"}}
END
said text 'I am committer' y > recording
runs 0 -w ./w.yaml --replay recording
prints y
cat > w.yaml << 'END'
steps:
  - {id: text, llm: {prompt: x}}
  - {shell: {command: echo, env: {x: "{{ step[0].stdout }}"}}}
END
runs 2 -w ./w.yaml --replay recording
notes "the members of 'step' have names, not numbers"
refused "'agent' exists in the llm steps that have an agent alone" << 'END'
steps: [{llm: {prompt: "{{ agent }}"}}]
END
