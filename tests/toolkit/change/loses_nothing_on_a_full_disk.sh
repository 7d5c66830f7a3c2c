# A disk that is full, a read-only file, a directory without write right: an error that says so, all
# files as they were, and nothing left behind; of a patch over several files too.
. "$(dirname "$0")/../../shell.sh"
needs_root mounting
with_own_mounts
at_end 'umount "$dir"'
mount -t tmpfs -o size=64k none "$dir"
cd "$dir"
chmod 755 .
mkdir closed open
echo precious > open/file
echo precious > closed/file
chown -R 65534:65534 open closed
chmod 444 open/file
chmod 555 closed
head -c 100000 /dev/zero | tr '\0' x > /dev/shm/content.$$
printf '{"path":"open/file","content":"%s"}' "$(cat /dev/shm/content.$$)" > /dev/shm/large.$$
rm /dev/shm/content.$$

refused() { # CODE REQUEST-FILE COMMAND…
  code=$1 request=$2; shift 2
  status=0
  "$@" < "$request" > /dev/null 2> /dev/shm/err.$$ || status=$?
  [ $status = 1 ] && grep -q "\"code\":\"$code\"" /dev/shm/err.$$ \
    || { echo "FAILED: $code expected: $status $(cat /dev/shm/err.$$)"; exit 1; }
  [ "$(cat open/file closed/file | sort -u)" = precious ] || { echo "FAILED: a file changed"
    exit 1; }
  [ "$(find . -type f | wc -l)" = 2 ] || { echo "FAILED: something was left"; exit 1; }
}
as_nobody() { setpriv --reuid 65534 --regid 65534 --clear-groups "$@"; }

refused NO_SPACE /dev/shm/large.$$ "$bin/fs_write_file"
echo '{"path":"open/file","content":"x"}' > /dev/shm/small.$$
refused PERMISSION_DENIED /dev/shm/small.$$ as_nobody "$bin/fs_write_file"
echo '{"path":"closed/file","content":"x"}' > /dev/shm/small.$$
refused PERMISSION_DENIED /dev/shm/small.$$ as_nobody "$bin/fs_write_file"
echo '{"path":"closed/new","content":"x"}' > /dev/shm/small.$$
refused PERMISSION_DENIED /dev/shm/small.$$ as_nobody "$bin/fs_write_file"
# The first file of the patch could be changed, and is not.
patch='--- a/open/file\n+++ b/open/file\n@@ -1 +1 @@\n-precious\n+cheap\n'
printf '{"unifiedDiff":"%s%s"}' "$patch" "${patch//open/closed}" > /dev/shm/small.$$
chmod 644 open/file
refused PERMISSION_DENIED /dev/shm/small.$$ as_nobody "$bin/apply_patch"
printf '{"unifiedDiff":"%s--- /dev/null\\n+++ b/open/new\\n@@ -0,0 +1 @@\\n+%s\\n"}' "$patch" \
  "$(head -c 100000 /dev/zero | tr '\0' x)" > /dev/shm/large.$$
refused NO_SPACE /dev/shm/large.$$ "$bin/apply_patch"
# What makes room needs none.
mkdir tree
echo gone > tree/file
head -c 1000000 /dev/zero > rest 2> /dev/null || true
echo '{"path":"tree","recursive":true}' | "$bin/fs_rm" > /dev/null \
  || { echo "FAILED: nothing can be removed from a full disk"; exit 1; }
[ ! -e tree ] || { echo "FAILED: the tree is still there"; exit 1; }
chmod 000 open/file
echo '{"path":"open/file"}' > /dev/shm/small.$$
status=0
as_nobody "$bin/fs_read_file" < /dev/shm/small.$$ 2> /dev/shm/err.$$ || status=$?
[ $status = 1 ] && grep -q PERMISSION_DENIED /dev/shm/err.$$ \
  || { echo "FAILED: an unreadable file: $(cat /dev/shm/err.$$)"; exit 1; }
cd /
rm -f /dev/shm/large.$$ /dev/shm/small.$$ /dev/shm/err.$$
