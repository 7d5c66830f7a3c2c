# The log and what is kept lie in the workspace, where a clone may bring them: fs_undo does nothing
# by them that a changing tool
# could not, and reads no line that is not as ours are.
. "$(dirname "$0")/../shell.sh"
mkdir "$dir/workspace"
keep=--keep-undo=1000000
begin() {
  umask 022
  rm -rf "$dir/workspace"; mkdir "$dir/workspace"; cd "$dir/workspace"
  mkdir -p -m 700 .agentcli .agentcli/undo .agentcli/undo/1 .git
  echo config > .git/config
}
hash() { printf '%s' "$1" | sha256sum | cut -c1-64; }
kept() { stat -c '{"name":"0","size":%s,"inode":%i,"ctime":[%.9Z]}' .agentcli/undo/1/0 \
  | sed 's/\([0-9]\)\.0*\([0-9]\+\)\]/\1,\2]/'; }
head='{"n":1,"bytes":0,"sum":0,"ts":"t","tool":"t","requestSha256":"r","changes":'
line() { echo "$head[$1]}" > .agentcli/undo/log.ndjson; }
undo() { echo '{}' | "$bin/fs_undo" $keep "$@" > "$dir/out" 2> "$dir/err"; }
refused() { # CODE, and flags
  local code=$1
  shift
  undo "$@" && fail "done: $(cat .agentcli/undo/log.ndjson)"
  grep -q "\"code\":\"$code\"" "$dir/err" \
    || fail "another error than $code: $(cat "$dir/err"); $(cat .agentcli/undo/log.ndjson)"
}

# An honest one is obeyed: so the others are refused for what they name.
begin; echo evil > .agentcli/undo/1/0
line "{\"path\":\"a\",\"action\":\"deleted\",\"kept\":$(kept)}"
undo || fail "an honest line is refused: $(cat "$dir/err")"
[ "$(cat a)" = evil ] || fail "nothing was put back"

# Protected paths.
for path in .git/hooks/pre-commit .agentcli/audit/x .GIT/x/../../.git/y conf/secret; do
  begin; mkdir conf; echo evil > .agentcli/undo/1/0
  line "{\"path\":\"$path\",\"action\":\"deleted\",\"kept\":$(kept)}"
  undo --protect=conf && fail "$path was written"
  [ ! -e .git/hooks ] && [ ! -e conf/secret ] && [ ! -e .git/y ] || fail "$path was written"
done
begin; line "{\"path\":\".git/config\",\"action\":\"created\",\"newSha256\":\"$(hash 'config
')\"}"; refused PROTECTED; [ -e .git/config ] || fail "a protected file was removed"
begin; mkdir a; line '{"path":"a","action":"moved","from":".git/hooks","kind":"tree"}'
refused PROTECTED
begin; line '{"path":".git","action":"moved","from":"a","kind":"tree"}'; refused PROTECTED
begin; line '{"path":".git/x","action":"deleted","linkTarget":"/etc/passwd"}'; refused PROTECTED
begin; line '{"path":".git/x","action":"deleted","directoryMode":511}'; refused PROTECTED
begin; mkdir -p a/.git; line '{"path":"a","action":"moved","from":"b","kind":"tree"}'
refused PROTECTED; [ -d a/.git ] || fail "it was moved"
begin; mkdir -p conf/x a; line '{"path":"a","action":"moved","from":"conf","kind":"tree"}'
rmdir conf/x conf; refused PROTECTED --protect=conf/x

# Beyond the root, and by links.
for path in ../a /etc/a a/../../b a//b ./a . '' 'a/'; do
  begin; echo evil > .agentcli/undo/1/0
  line "{\"path\":\"$path\",\"action\":\"deleted\",\"kept\":$(kept)}"; refused CONFLICT
done
begin; mkdir "$dir/outside"; ln -s ../outside out; echo evil > .agentcli/undo/1/0
line "{\"path\":\"out/a\",\"action\":\"deleted\",\"kept\":$(kept)}"
undo && fail "a link was followed out"
[ -z "$(ls "$dir/outside")" ] || fail "something was written outside"
echo secret > "$dir/outside/secret"
begin; ln -s ../../../../outside/secret .agentcli/undo/1/0
line "{\"path\":\"a\",\"action\":\"deleted\",\"kept\":$(kept)}"; refused CONFLICT
begin; rmdir .agentcli/undo/1; ln -s ../../../outside .agentcli/undo/1
line '{"path":"a","action":"deleted","kept":{"name":"0","size":7,"inode":1,"ctime":[1,1]}}'
refused CONFLICT
for name in ../0 secret '' . 00x; do
  begin
  kept="{\"name\":\"$name\",\"size\":7,\"inode\":1,\"ctime\":[1,1]}"
  line "{\"path\":\"a\",\"action\":\"deleted\",\"kept\":$kept}"
  refused CONFLICT
done
begin; rm -r .agentcli/undo; ln -s ../../outside .agentcli/undo
undo && fail "the store is a link"
[ "$(ls "$dir/outside")" = secret ] || fail "something was written outside"

# Lines that are none of ours, a pipe, and a log of too many bytes; nothing takes long.
for text in '' '{' '{"n":1}' '[]' 'null' '{"n":0,"bytes":0,"sum":0,"changes":[]}' \
  '{"n":1,"bytes":9,"sum":1,"ts":"t","tool":"t","requestSha256":"r","changes":[]}' \
  "$head"'[{"path":"a","action":"eaten"}]}' "$head{}}" \
  '{"n":99999999999999999999,"bytes":0,"sum":0,"ts":"t"}'; do
  begin; echo "$text" > .agentcli/undo/log.ndjson; refused CONFLICT
done
begin; mkfifo .agentcli/undo/log.ndjson; refused CONFLICT
begin; truncate -s 1G .agentcli/undo/log.ndjson; refused CONFLICT
# A changing tool says that it can't add to such a log, and makes the change.
begin; echo '{' > .agentcli/undo/log.ndjson
echo '{"path":"a","content":"1"}' | "$bin/fs_write_file" $keep > "$dir/out" 2> "$dir/err" \
  || fail "a malformed log keeps a tool from its work"
grep -q '"notUndoable":"the log of changes' "$dir/out" && [ "$(cat a)" = 1 ] \
  || fail "$(cat "$dir/out")"
