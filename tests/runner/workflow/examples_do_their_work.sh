# Each workflow of examples/workflows is without errors and does by a recording what it says.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/runs.bash"
needs bash git
examples=$source/examples/workflows

"$bin/agentcli" workflow check --model m "$examples"/*.yaml > "$dir/out" ||
  fail 'an example is wrong'

said() { # STEP PROMPT ANSWER: a line of a recording; PROMPT and ANSWER are strings of JSON
  local line='{"step":"%s","asked":[{"role":"system","content":"<any>"}'
  line+=',{"role":"user","content":"<any>"},{"role":"user","content":%s}]'
  line+=',"message":{"role":"assistant","content":%s}}\n'
  printf "$line" "$@"
}
example() { # NAME ARGUMENT…: runs it by the recording
  local name=$1
  shift
  runs 0 -w "$examples/$name.yaml" --replay "$dir/recording" "$@"
}

git init -q .
git config user.email me@example.org
git config user.name Me
echo one > a.txt
git add a.txt
prompt='"Write one line of at most 72 columns for the change in the context."'
said message "$prompt" '"Add a"' > "$dir/recording"
example commit-message # nobody is there: what the model said is taken
prints 'Add a'
[ "$(git log --format=%s)" = 'Add a' ] || fail "the log is $(git log --format=%s)"
example commit-message
prints 'nothing is staged'

git tag v1
echo two > a.txt
finding='{\"file\":\"a.txt\",\"line\":1,\"severity\":\"low\",\"defect\":\"two\"}'
prompt='"Which defects does the diff in the context have?"'
said review "$prompt" '"{\"findings\":['"$finding"']}"' > "$dir/recording"
example review --json
grep -q '"output":\[{"file":"a.txt","line":1,"severity":"low","defect":"two"}\]' "$dir/out" ||
  fail 'the findings are not data'

git commit -qam 'Write two'
prompt='"Write the changelog of the commits in the context. Leave out what users do not see."'
said text "$prompt" '"- two is written\n"' > "$dir/recording"
example changelog
[ "$(cat CHANGELOG.new.md)" = '- two is written' ] || fail 'the changelog is not written'

printf 'one\ntwo $(touch canary)\n' > failed-tests.txt
printf '#!/bin/sh\necho "$1 is broken"; exit 1\n' > run-test
chmod +x run-test
prompt='"What is the cause of the failure in the context? Answer in one sentence."'
said 'each[0].cause' "$prompt" '"It is one."' > "$dir/recording"
said 'each[1].cause' "$prompt" '"It is two."' >> "$dir/recording"
example triage --json
causes='{"test":"one","cause":"It is one."},{"test":"two $(touch canary)","cause":"It is two."}'
grep -qF "\"output\":[$causes]" "$dir/out" || fail 'a cause is missing'
[ ! -e canary ] || fail 'the name of a test was run'

mkdir texts
echo hello > 'texts/-a b.txt'
echo bye > texts/c.txt
prompt='"Translate the text in the context to German."'
said 'each[0].translation' "$prompt" '"hallo"' > "$dir/recording"
said 'each[1].translation' "$prompt" '"tschüss"' >> "$dir/recording"
example translate
prints '2 of 2 texts are translated'
[ "$(cat 'texts/-a b.txt.german')$(cat texts/c.txt.german)" = hallotschüss ] ||
  fail 'the translations are not written'

printf '#!/bin/sh\nexit 3\n' > run-tests
chmod +x run-tests
prompt='"Summarize the commits in the context in at most three sentences."'
said summary "$prompt" '"Much."' > "$dir/recording"
example nightly-report
prints 'Tests: failed. Changes: Much.'
