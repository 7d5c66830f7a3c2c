# Where nothing may be made, an error says so, and no part of the path is left.
. "$(dirname "$0")/../shell.sh"
needs_root 'becoming another user'
cd "$dir"
chmod 755 .
status=0
echo '{"path":"a/b/c"}' \
  | setpriv --reuid 65534 --regid 65534 --clear-groups "$bin/fs_mkdirp" > out 2> err || status=$?
[ $status = 1 ] && grep -q '"code":"PERMISSION_DENIED"' err \
  || { echo "FAILED: $status $(cat err)"; exit 1; }
[ "$(ls -A | tr '\n' ' ')" = "err out " ] || { echo "FAILED: left $(ls -A)"; exit 1; }
