# Nothing is removed across a mount: neither what is mounted, nor the place, nor a directory that
# holds one; a bind mount of the same file system counts, and of a file too.
. "$(dirname "$0")/../shell.sh"
needs_root mounting
with_own_mounts
at_end 'umount "$dir/tree/tmp" "$dir/bound/inner" "$dir/file"; rm -rf /dev/shm/err.$$'
cd "$dir"
mkdir -p tree/tmp bound/inner precious
echo precious > precious/file
touch file
mount -t tmpfs none tree/tmp
echo precious > tree/tmp/file
mount --bind precious bound/inner
mount --bind precious/file file
refused() { # PATH
  status=0
  echo "{\"path\":\"$1\",\"recursive\":true,\"force\":true}" \
    | "$bin/fs_rm" > /dev/null 2> /dev/shm/err.$$ || status=$?
  [ $status = 1 ] && grep -q '"code":"PERMISSION_DENIED".*\|mount point' /dev/shm/err.$$ \
    || { echo "FAILED: $1: $status $(cat /dev/shm/err.$$)"; exit 1; }
  [ "$(cat tree/tmp/file bound/inner/file precious/file file | sort -u)" = precious ] \
    || { echo "FAILED: $1 removed something"; exit 1; }
}
refused tree
refused tree/tmp
refused bound
refused bound/inner
refused file
[ -z "$(find . -name '.agentcli-tmp-*')" ] || { echo "FAILED: something was renamed"; exit 1; }
echo '{"path":"tree/tmp/file"}' | "$bin/fs_rm" > /dev/null \
  || { echo "FAILED: what is on a mount can be named"; exit 1; }
