# A directory that can't be read is an entry, is counted, and ends nothing; the directory that was
# asked for must be readable.
. "$(dirname "$0")/../shell.sh"
needs_root 'becoming another user'
cd "$dir"
mkdir closed open
touch closed/secret open/file
chmod 755 . open
chmod 700 closed
as_nobody() { setpriv --reuid 65534 --regid 65534 --clear-groups "$@"; }
answer=$(echo '{"recursive":true}' | as_nobody "$bin/fs_listdir")
[ "$answer" = '{"paths":["closed/","open/","open/file"],"truncated":false,"skipped":1}' ] \
  || fail "$answer"
status=0
echo '{"path":"closed"}' | as_nobody "$bin/fs_listdir" > out 2> err || status=$?
[ $status = 1 ] && grep -q '"code":"PERMISSION_DENIED"' err \
  || { echo "FAILED: $status $(cat err)"; exit 1; }
