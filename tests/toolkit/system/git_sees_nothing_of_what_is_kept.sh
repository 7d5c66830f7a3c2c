# `git add -A` adds nothing that agentcli and its tools keep in .agentcli, but what a user writes
# there; a .gitignore of the user's stays.
. "$(dirname "$0")/../../shell.sh"
needs git
export HOME=$dir XDG_CONFIG_HOME=$dir XDG_STATE_HOME=$dir GIT_CONFIG_NOSYSTEM=1 OAI_MODEL=m
long='{"cmd":"seq","args":["1","40"],"maxOutputBytes":24}'
talk='{"asked":[{"role":"user","content":"<any>"}],'
talk+='"message":{"role":"assistant","content":"done"},"finish_reason":"stop"}'

begin() { mkdir "$dir/$1"; cd "$dir/$1"; git init -q; } # NAME
added() { git add -A; git ls-files .agentcli; }
keep_output() {
  status=0
  "$bin/exec" <<< "$long" > "$dir/out" 2> "$dir/err" || status=$?
  [ $status != 3 ] || skip 'there is no sandbox for commands here'
  [ $status = 0 ] && [ -n "$(ls .agentcli/output)" ] ||
    fail "nothing was kept: $(cat "$dir/out" "$dir/err")"
}
keep_audit() {
  echo '{"tools":[]}' > "$dir/tools.json"
  echo "$talk" > "$dir/talk"
  "$bin/agentcli" --tools "$dir/tools.json" --system= --prompt hello --replay "$dir/talk" \
    > "$dir/out" 2> "$dir/err" &&
    [ -n "$(ls .agentcli/audit)" ] || fail "there is no audit: $(cat "$dir/err")"
}
keep_change() {
  "$bin/fs_write_file" --keep-undo=1000000 <<< '{"path":"a","content":"1"}' \
    > "$dir/out" 2> "$dir/err" &&
    [ -n "$(ls .agentcli/undo)" ] || fail "nothing was kept: $(cat "$dir/err")"
}

for kept in output audit change; do
  begin $kept
  keep_$kept
  [ "$(added)" = .agentcli/.gitignore ] || fail "$kept: git adds $(added)"
  [ "$(stat -c %a .agentcli)" = 700 ] || fail "$kept: others can look into .agentcli"
done

begin mine
mkdir -p .agentcli/{hooks,workflows/more,prompts,skills/one,journal}
written='config.json hooks.json hooks/e.sh prompts/c.md skills/one/d.md workflows/a.yaml'
written+=' workflows/more/b.yaml'
for file in $written journal/e f; do echo {} > .agentcli/$file; done
keep_output
keep_audit
[ "$(added | sed 's|^.agentcli/||' | tr '\n' ' ')" = ".gitignore $written " ] ||
  fail "git adds $(added)"
rm .agentcli/.gitignore
keep_audit
[ ! -e .agentcli/.gitignore ] || fail 'what a user has removed is made again'

begin theirs
mkdir .agentcli
echo output > .agentcli/.gitignore
keep_output
[ "$(cat .agentcli/.gitignore)" = output ] || fail 'the .gitignore of a user was changed'
begin link
mkdir .agentcli
ln -s ../../outside .agentcli/.gitignore
keep_output
[ ! -e "$dir/outside" ] || fail 'a link was followed'
