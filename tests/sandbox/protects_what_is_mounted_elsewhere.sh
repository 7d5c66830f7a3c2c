# What is protected is so under each name that a mount in the workspace gives it, and what is beside
# it is not.
place=/var/tmp
. "$(dirname "$0")/../shell.sh"
needs_root mounting
with_own_mounts
at_end 'umount -l "$dir"/root/* 2> /dev/null || true'
mkdir -p "$dir/root/.git/hooks" "$dir/root/src" "$dir/root/keep/deep" "$dir/outside"
cd "$dir/root"
mkdir repository source whole deeper
touch file manifest.json
echo kept | tee .git/config manifest.json keep/deep/file > src/main
mount --bind .git repository
mount --bind . source
mount --bind / whole
mount --bind keep/deep deeper
mount --bind manifest.json file

fail() { echo "FAILED: $1: $(cat "$dir/out")"; exit 1; }
# expect CODE TOOL REQUEST: the tool refuses with that code, or answers where it is empty.
expect() {
  local status=0
  echo "$3" | "$bin/$2" --root . --protect keep/deep --protect manifest.json > "$dir/out" 2>&1 \
    || status=$?
  if [ -z "$1" ]; then [ $status = 0 ] || fail "$2 $3"
    else grep -q "\"code\":\"$1\"" "$dir/out" || fail "$2 $3"; fi
}
for path in repository/config repository/hooks/pre-commit source/manifest.json \
  source/keep/deep/file source/keep/deep/new deeper/file deeper/new \
  "whole$dir/root/manifest.json" "whole$dir/root/keep/deep/file" \
  "whole$dir/root/source/.git/config" file; do
  expect PROTECTED fs_write_file "{\"path\":\"$path\",\"content\":\"x\",\"makeParents\":true}"
done
expect PROTECTED fs_rm '{"path":"deeper/file"}'
expect PROTECTED fs_move '{"from":"src/main","to":"repository/hooks/pre-commit"}'
expect PROTECTED fs_mkdirp '{"path":"repository/hooks/more"}'
expect PROTECTED fs_edit '{"path":"repository/config","oldString":"kept","newString":"lost"}'
expect PROTECTED apply_patch \
  '{"unifiedDiff":"--- a/repository/config\n+++ b/repository/config\n@@ -1 +1 @@\n-kept\n+lost\n"}'
expect PROTECTED apply_patch \
  '{"unifiedDiff":"--- a/deeper/file\n+++ b/deeper/file\n@@ -1 +1 @@\n-kept\n+lost\n"}'
expect '' fs_read_file '{"path":"repository/config"}'
expect '' fs_write_file '{"path":"source/src/main","content":"new"}'
[ "$(cat src/main)" = new ] || fail "a mount can't be written"
for path in .git/config manifest.json keep/deep/file; do
  [ "$(cat $path)" = kept ] || fail "$path was changed"
done
[ ! -e .git/hooks/pre-commit ] && [ ! -e keep/deep/new ] || fail "something is new"

# A hard link is another file after the first change of it.
ln manifest.json linked
expect '' fs_write_file '{"path":"linked","content":"new"}'
expect '' fs_append_file '{"path":"linked","content":"more"}'
[ "$(cat manifest.json)" = kept ] || fail "written by another name"

# The repository that a .git file names: commits work, planting a hook does not.
mkdir -p "$dir/apart/meta/hooks" "$dir/apart/meta/objects"
cd "$dir/apart"
echo 'gitdir: meta' > .git
echo kept > meta/config
request='{"cmd":"sh","args":["-c","echo ref: refs/heads/x > meta/HEAD; for f in .git meta/config meta/hooks/x; do echo x 2> /dev/null > $f && echo $f; done; mv meta away; true"]}'
status=0
echo "$request" | "$bin/exec" --require=namespaces > "$dir/out" 2>&1 || status=$?
[ $status = 3 ] && exit 0
grep -q '"stdout":""' "$dir/out" && [ "$(cat meta/HEAD)" = "ref: refs/heads/x" ] \
  && [ "$(cat meta/config)" = kept ] && [ ! -e meta/hooks/x ] || fail "exec"
