# What somebody else has done since is never overwritten, unless the request asks for it: the file
# is left, and the others are undone. If there are no others, that is a CONFLICT that names it.
. "$(dirname "$0")/../shell.sh"
keep=--keep-undo=1000000
call() { # TOOL REQUEST
  echo "$2" | "$bin/$1" $keep > "$dir/out" 2> "$dir/err" || fail "$1 $2: $(cat "$dir/err")"
}
seen() {
  (cd "$dir/workspace" && find . -printf '%p %M %l\n' | sort \
    && find . -type f -print0 | sort -z | xargs -0r sha256sum)
}
begin() {
  rm -rf "$dir/workspace"; mkdir -p "$dir/workspace"; cd "$dir/workspace"
  echo one > a; echo two > b; mkdir -p tree; echo leaf > tree/leaf; ln -s a link
}
conflict() { # REQUEST WORDS
  local before
  before=$(seen)
  echo "$1" | "$bin/fs_undo" $keep > "$dir/out" 2> "$dir/err" && fail "undone, although $2"
  grep -q '"code":"CONFLICT"' "$dir/err" && grep -qF "$2" "$dir/err" \
    || fail "another error than '$2': $(cat "$dir/err")"
  [ "$(seen)" = "$before" ] || fail "changed although $2: $(diff <(seen) <(echo "$before"))"
}

begin; call fs_write_file '{"path":"a","content":"1"}'; echo mine > a
conflict '{}' "'a' was changed since"
begin; call fs_write_file '{"path":"a","content":"1"}'; rm a
conflict '{}' "'a' is gone"
begin; call fs_write_file '{"path":"a","content":"1"}'; rm a; mkdir a
conflict '{}' "'a' is a directory"
begin; call fs_rm '{"path":"a"}'; echo mine > a
conflict '{}' "'a' exists again"
begin; call fs_rm '{"path":"tree","recursive":true}'; mkdir tree
conflict '{}' "'tree' exists again"
begin; call fs_rm '{"path":"link"}'; echo mine > link
conflict '{}' "'link' exists again"
begin; call fs_move '{"from":"a","to":"c"}'; echo mine > a
conflict '{}' "'a' exists again"
begin; call fs_move '{"from":"a","to":"c"}'; echo mine > c
conflict '{}' "'c' is not what was moved there"
begin; call fs_write_file '{"path":"new/file","content":"1","makeParents":true}'
mv new other; ln -s other new
conflict '{}' "'new/file' is now reached through a link"

# Between two steps.
begin; call fs_write_file '{"path":"a","content":"1"}'; echo mine > a
call fs_write_file '{"path":"a","content":"2"}'
conflict '{"last":2}' "'a' was changed by something else after step 1"
call fs_undo '{}'
[ "$(cat a)" = mine ] || fail "what was there between the steps did not come back"

# The others are undone, whatever the kind of the step, and done again by a redo.
for first in 'fs_write_file {"path":"b","content":"2"}' 'fs_move {"from":"b","to":"c"}' \
  'fs_rm {"path":"tree","recursive":true}' 'fs_rm {"path":"link"}' 'fs_mkdirp {"path":"d/e"}'; do
  begin; call fs_write_file '{"path":"a","content":"1"}'; call fs_move '{"from":"a","to":"f"}'
  call "${first%% *}" "${first#* }"; echo mine > a
  before=$(seen | grep -v agentcli)
  call fs_undo '{"last":3}'
  grep -q '"path":"f","action":"kept","from":"a","plan":"keep"' "$dir/out" \
    || fail "$first: $(cat "$dir/out")"
  [ "$(cat a f b tree/leaf link)" = "$(printf 'mine\n1two\nleaf\nmine')" ] && [ ! -e d ] \
    || fail "$first was not undone: $(seen)"
  call fs_undo '{"redo":true}'
  [ "$(seen | grep -v agentcli)" = "$before" ] \
    || fail "$first was undone, and not done again: $(diff <(seen) <(echo "$before"))"
done

# A conflict after a tree that comes back, and a change in it.
for change in 'fs_write_file {"path":"tree/leaf","content":"2"}' \
  'fs_move {"from":"tree/leaf","to":"tree/other"}' 'fs_rm {"path":"tree/leaf"}'; do
  begin; call fs_move '{"from":"a","to":"c"}'; echo mine > c
  call "${change%% *}" "${change#* }"; call fs_rm '{"path":"tree","recursive":true}'
  call fs_undo '{"last":3}'
  [ "$(cat tree/leaf c)" = "$(printf 'leaf\nmine')" ] && [ ! -e a ] || fail "after $change: $(seen)"
done

# What was kept, changed: by its content, its time, or another file in its place.
kept=.agentcli/undo/1/0
for harm in 'echo evil > $kept' 'touch $kept' 'rm $kept; echo one > $kept' \
  'rm -r .agentcli/undo/1' 'ln $kept second'; do
  begin; call fs_write_file '{"path":"a","content":"1"}'; sleep 0.01; eval "$harm"
  conflict '{}' "'a' can't be restored: its kept copy was changed"
done
begin; call fs_rm '{"path":"tree","recursive":true}'; sleep 0.01
echo evil > .agentcli/undo/1/0/leaf
conflict '{}' "'tree' can't be restored: its kept copy was changed"

# Steps of others, by the hash of the line.
begin; call fs_write_file '{"path":"a","content":"1"}'
other=$(printf '0%.0s' {1..64})
conflict "{\"steps\":[{\"n\":1,\"sha256\":\"$other\"}]}" 'step 1 has another hash'
conflict '{"steps":[{"n":2}]}' 'step 2 is not in the log'
hash=$(head -1 .agentcli/undo/log.ndjson | sha256sum | cut -c1-64)
call fs_undo "{\"steps\":[{\"n\":1,\"sha256\":\"$hash\"}]}"
[ "$(cat a)" = one ] || fail "the step was not undone by its hash"

# A directory that was made stays if somebody has put something there.
begin; call fs_write_file '{"path":"new/file","content":"1","makeParents":true}'
echo mine > new/mine
call fs_undo '{}'
[ "$(cat new/mine)" = mine ] && [ ! -e new/file ] || fail "the directory of another file is gone"
