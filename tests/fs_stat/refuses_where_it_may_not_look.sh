# Behind a directory that may not be searched nothing is known: that is an error, and not
# "exists":false.
. "$(dirname "$0")/../shell.sh"
needs_root 'becoming another user'
cd "$dir"
mkdir -m 700 closed
touch closed/secret
echo x > unreadable
chmod 600 unreadable
chmod 755 .
as_nobody() { setpriv --reuid 65534 --regid 65534 --clear-groups "$@"; }
refused() { # REQUEST
  status=0
  echo "$1" | as_nobody "$bin/fs_stat" > out 2> err || status=$?
  [ $status = 1 ] && grep -q '"code":"PERMISSION_DENIED"' err \
    || { echo "FAILED: $1: $status $(cat out err)"; exit 1; }
}
refused '{"path":"closed/secret"}'
refused '{"path":"closed/missing"}'
refused '{"path":"unreadable","hash":"sha256"}'
echo '{"path":"unreadable"}' | as_nobody "$bin/fs_stat" | grep -q '"sizeBytes":2' \
  || { echo "FAILED: a file that can't be read can be described"; exit 1; }
