# On a file system that takes several spellings for one name, what is protected is so in each of
# them, also if it does not exist yet.
place=/var/tmp
. "$(dirname "$0")/../shell.sh"
needs_root mounting
with_own_mounts
at_end 'umount -l "$dir/disk" 2> /dev/null || true'
PATH=$PATH:/sbin:/usr/sbin
mkdir "$dir/disk"

# Directories of ext4 with the flag, vfat, or a tmpfs of Linux 6.13: whatever this machine has.
truncate -s 64M "$dir/image"
folding_disk() {
  mkfs.ext4 -q -O casefold "$dir/image" && mount -o loop "$dir/image" "$dir/disk" \
    && mkdir "$dir/disk/root" && chattr +F "$dir/disk/root" && return
  mkfs.vfat "$dir/image" && mount -o loop,umask=0 "$dir/image" "$dir/disk" \
    && mkdir "$dir/disk/root" && return
  mount -t tmpfs -o casefold none "$dir/disk" && mkdir "$dir/disk/root" \
    && chattr +F "$dir/disk/root"
}
folding_disk > /dev/null 2>&1 || { echo "skipped: no file system here folds names"; exit 77; }
cd "$dir/disk/root"
mkdir -p Conf come
echo kept | tee Conf/Tools.json > come/x
[ -e conf/tools.JSON ] || { echo "skipped: names are not folded"; exit 77; }

fail() { echo "FAILED: $1: $(cat "$dir/out")"; exit 1; }
expect() { # CODE TOOL REQUEST
  local status=0
  echo "$3" | "$bin/$2" --root . --protect Conf/Tools.json --protect Conf/Later.json \
    --protect New/x > "$dir/out" 2>&1 || status=$?
  if [ -z "$1" ]; then [ $status = 0 ] || fail "$2 $3"
    else grep -q "\"code\":\"$1\"" "$dir/out" || fail "$2 $3"; fi
}
for path in conf/tools.json Conf/TOOLS.json CONF/later.JSON conf/Later.json new/X NEW/x/y; do
  expect PROTECTED fs_write_file "{\"path\":\"$path\",\"content\":\"x\",\"makeParents\":true}"
  expect PROTECTED fs_move "{\"from\":\"come/x\",\"to\":\"$path\",\"overwrite\":true}"
done
expect PROTECTED fs_rm '{"path":"conf/tools.json"}'
expect PROTECTED fs_rm '{"path":"conf","recursive":true}'
expect PROTECTED fs_move '{"from":"CONF","to":"away"}'
expect PROTECTED fs_move '{"from":"come","to":"new"}'
expect PROTECTED fs_edit '{"path":"conf/tools.json","oldString":"kept","newString":"lost"}'
expect PROTECTED apply_patch \
  '{"unifiedDiff":"--- a/conf/tools.json\n+++ b/conf/tools.json\n@@ -1 +1 @@\n-kept\n+lost\n"}'
expect '' fs_write_file '{"path":"conf/other.json","content":"x"}'
[ "$(cat Conf/Tools.json)" = kept ] && [ ! -e Conf/Later.json ] && [ ! -e New ] \
  || fail "something was changed"
