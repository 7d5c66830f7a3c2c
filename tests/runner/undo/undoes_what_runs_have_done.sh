# `agentcli undo` undoes what calls of its own runs have changed, and nothing else: not a step that
# somebody else has made, and nothing that was changed since, unless --restore says so. Without a
# terminal it needs --yes. No model is offered the tool.
. "$(dirname "$0")/../../shell.sh"
needs jq script
. "$(dirname "$0")/runs.bash"

undo 1
grep -q 'nothing to undo in this workspace' "$dir/err" || fail "$(cat "$dir/err")"

echo one > a
run a two
run b new
[ "$(cat a)" = two ] || fail "the run has written nothing"
# What the model is offered does not have it.
"$bin/agentcli" --tools "$dir/tools.json" --dry-run --model m --base-url http://127.0.0.1:9/v1 \
  --prompt x > "$dir/request"
grep -q fs_write_file "$dir/request" && ! grep -q fs_undo "$dir/request" || fail "it is offered"

undo 0 --last 2 --dry-run
grep -q '^-two' "$dir/out" && grep -q '^+one' "$dir/out" || fail "no diff: $(cat "$dir/out")"
[ "$(cat a)" = two ] && [ -e b ] || fail "a dry run has undone something"

undo 1 --last 2
grep -q 'without a terminal this needs --yes' "$dir/err" && [ -e b ] || fail "$(cat "$dir/err")"
printf 'restore  a  +1 -1\nrestore  b  +0 -1\n' | cmp -s - "$dir/out" \
  || fail "the table: $(cat "$dir/out")"
undo 0 --list
grep -Eq '^1  20[0-9-]+ [0-9:]+  fs_write_file  b$' "$dir/out" && grep -q '^2 .*  a$' "$dir/out" \
  || fail "the list: $(cat "$dir/out")"

# A step of somebody else, newer than those.
echo '{"path":"c","content":"mine"}' | "$bin/fs_write_file" $keep > "$dir/answer"
undo 0 --yes
grep -q 'were made by no call of agentcli' "$dir/err" || fail "it is silent about the other step"
[ "$(cat a)" = two ] && [ ! -e b ] && [ -e c ] || fail "another step was undone"
undo 0 -y
[ "$(cat a)" = one ] && [ -e c ] || fail "the step before was not undone"
undo 1 --yes
# By the operator, in the trail.
cat .agentcli/audit/* | jq -es 'map(select(.tool == "fs_undo" and .by == "operator"))
  | length == 2' > "$dir/answer" || fail "the trail lacks it"
"$bin/agentcli" audit verify > "$dir/answer" || fail "the trail is broken"

# What was changed since is merged or kept; if nothing else is left, nothing is undone.
run a three
echo mine > a
undo 1 --yes
grep -q "'a' was changed since" "$dir/err" && [ "$(cat a)" = mine ] || fail "$(cat "$dir/err")"
run long "$(seq 9)"; run long "$(seq 9 | sed s/2/two/)"; run b x
sed -i s/8/EIGHT/ long; echo mine > b
undo 0 --last 2 --yes
[ "$(sed -n '2p;8p' long)" = "$(printf '2\nEIGHT')" ] && [ "$(cat b)" = mine ] \
  || fail "$(cat long b)"
printf 'merge    long  +1 -1  1 line of yours stays\nkeep     b            it was changed since\n' \
  | cmp -s - "$dir/out" || fail "the table: $(cat "$dir/out")"
grep -q 'undone · 1 file · kept b' "$dir/err" || fail "$(cat "$dir/err")"
run e four; echo mine > e; run f five
undo 0 --yes --last 2 --restore e --keep ./f
[ ! -e e ] && [ "$(cat f)" = five ] || fail "the choices: $(cat "$dir/out")"
undo 1 --yes --keep nothing
grep -q "'nothing' is not a path that these steps changed" "$dir/err" || fail "$(cat "$dir/err")"
rm -f b f

# A forged line with the number of a noted step is none of its own.
run d four
sed -i '$s/"path":"d"/"path":"c"/' .agentcli/undo/log.ndjson
undo 1
[ -e c ] && [ -e d ] || fail "a forged step was undone"

# On a terminal it shows the diff and asks.
rm -r .agentcli/undo; run e five
ask() { # ANSWER
  : > "$dir/shown"
  { for _ in $(seq 500); do
      grep -q 'n(o)' "$dir/shown" && break
      sleep 0.01
    done
    echo "$1"; } | script -qefc "'$bin/agentcli' undo --tools '$dir/tools.json'" "$dir/shown" \
    > "$dir/out" 2> "$dir/err" || true
}
ask n
grep -q 'five' "$dir/shown" && [ -e e ] || fail "a no is not obeyed: $(cat "$dir/shown")"
ask y
[ ! -e e ] || fail "a yes is not obeyed: $(cat "$dir/shown")"

# --forget removes what is kept; a link in its place is left alone.
undo 0 --forget
[ ! -e .agentcli/undo ] || fail "something is kept"
undo 1
mkdir "$dir/other"; echo mine > "$dir/other/file"; ln -s "$dir/other" .agentcli/undo
undo 0 --forget
[ "$(cat "$dir/other/file")" = mine ] || fail "a link was followed"
