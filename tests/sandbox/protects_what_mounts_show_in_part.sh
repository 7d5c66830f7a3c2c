# A directory that holds what is protected is neither removed, moved nor replaced under any name
# that a mount gives it; and what the operator protects by the name of a mount is protected by its
# other names.
place=/var/tmp
. "$(dirname "$0")/../shell.sh"
needs_root mounting
with_own_mounts
at_end 'umount -l "$dir"/around/root/{m,part,whole,view} 2> /dev/null || true'
mkdir -p "$dir/around/root"
cd "$dir/around/root"
mkdir -p m part whole view conf outer/conf top/src/conf free replaced come
for file in conf/x outer/conf/x top/src/conf/x free/file replaced/only come/x; do
  echo kept > "$file"
done
mount --bind . m
mount --bind outer part
mount --bind .. whole
mount --bind top/src view

fail() { echo "FAILED: $1: $(cat "$dir/out")"; exit 1; }
# expect CODE TOOL REQUEST: the tool refuses with that code, or answers if it is empty.
expect() {
  local status=0
  echo "$3" | "$bin/$2" --root . --protect conf/x --protect outer/conf/x \
    --protect replaced/missing $protect > "$dir/out" 2>&1 || status=$?
  if [ -z "$1" ]; then [ $status = 0 ] || fail "$2 $3"
    else grep -q "\"code\":\"$1\"" "$dir/out" || fail "$2 $3"; fi
}
remove() { expect "$1" fs_rm "{\"path\":\"$2\",\"recursive\":true}"; }
move() { expect "$1" fs_move "{\"from\":\"$2\",\"to\":\"$3\"}"; }

protect=
for path in m/conf part/conf m/outer m/outer/conf whole/root whole/root/conf; do
  remove PROTECTED "$path"
  move PROTECTED "$path" away
  move PROTECTED "$path" "${path%%/*}/away"
done
move PROTECTED come m/replaced
expect PROTECTED apply_patch \
  '{"unifiedDiff":"--- a/m/replaced/only\n+++ /dev/null\n@@ -1 +0,0 @@\n-kept\n--- /dev/null\n+++ b/m/replaced\n@@ -0,0 +1 @@\n+x\n"}'
expect PROTECTED apply_patch \
  '{"unifiedDiff":"--- a/m/conf/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-kept\n--- /dev/null\n+++ b/m/conf\n@@ -0,0 +1 @@\n+x\n"}'
move '' m/free m/moved
remove '' m/moved

# Protected by the name that a mount gives it.
protect="--protect view/conf/x --protect view/conf/new --protect view/late/x"
for path in top/src/conf/x top/src/conf/new top/src/conf/NEW top/src/late/x m/top/src/conf/x; do
  expect PROTECTED fs_write_file "{\"path\":\"$path\",\"content\":\"x\",\"makeParents\":true}"
done
expect PROTECTED fs_mkdirp '{"path":"top/src/conf/new"}'
expect PROTECTED apply_patch \
  '{"unifiedDiff":"--- a/top/src/conf/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-kept\n"}'
for path in top top/src top/src/conf top/src/conf/x m/top; do
  remove PROTECTED "$path"
  move PROTECTED "$path" away
done
move PROTECTED come top/src/late
move PROTECTED come/x top/src/conf/new
ln top/src/conf/x top/src/linked
ln top/src/conf/x top/src/conf/linked
expect '' fs_write_file '{"path":"top/src/linked","content":"new"}'
expect '' fs_write_file '{"path":"top/src/conf/linked","content":"new"}'
expect '' fs_write_file '{"path":"top/src/conf/free","content":"new"}'
for path in conf/x outer/conf/x top/src/conf/x replaced/only come/x; do
  [ "$(cat $path)" = kept ] || fail "$path was changed"
done
[ ! -e away ] && [ ! -e top/src/late ] && [ ! -e top/src/conf/new ] || fail "something is new"
