# A disk that is full, a read-only file, a directory without write right: an error that says so, the
# file as it was, and nothing left behind.
. "$(dirname "$0")/../shell.sh"
needs_root mounting
with_own_mounts
err=$(mktemp)
at_end 'umount "$dir"; rm -f "$err"'
mount -t tmpfs -o size=1m none "$dir"
chmod 755 "$dir"
cd "$dir"
mkdir closed
head -c 700000 /dev/zero > large
echo precious > read-only
echo precious > closed/file
chmod 444 read-only
chmod 777 .
chmod 555 closed
chown 65534:65534 closed/file read-only
refused() { # CODE PATH COMMAND…
  code=$1 path=$2; shift 2
  before=$(sha256sum "$path") status=0
  echo "{\"path\":\"$path\",\"content\":\"x\"}" | "$@" > /dev/null 2> "$err" || status=$?
  [ $status = 1 ] && grep -q "\"code\":\"$code\"" "$err" \
    || { echo "FAILED: $code expected: $status $(cat "$err")"; exit 1; }
  [ "$(sha256sum "$path")" = "$before" ] || { echo "FAILED: $path changed"; exit 1; }
  [ "$(find . -type f | wc -l)" = 3 ] || { echo "FAILED: something was left"; exit 1; }
}
as_nobody() { setpriv --reuid 65534 --regid 65534 --clear-groups "$@"; }
refused NO_SPACE large "$bin/fs_append_file"
refused PERMISSION_DENIED read-only as_nobody "$bin/fs_append_file"
refused PERMISSION_DENIED closed/file as_nobody "$bin/fs_append_file"
cd /
