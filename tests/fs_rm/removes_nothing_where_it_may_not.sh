# A tree with a directory that may not be emptied, or looked into, stays as it is; so does one with
# a sticky directory that has another user's file.
. "$(dirname "$0")/../shell.sh"
needs_root 'becoming another user'
mkdir "$dir/w"
chmod 755 "$dir"
cd "$dir/w"
mkdir -p tree/a tree/closed tree/dark mine
touch tree/a/file tree/closed/file tree/dark/file mine/file
chown -R 65534:65534 .
chmod 555 tree/closed
chmod 000 tree/dark
before=$(find . | sort)
as_nobody() { setpriv --reuid 65534 --regid 65534 --clear-groups "$@"; }
refused() { # PATH
  status=0
  echo "{\"path\":\"$1\",\"recursive\":true}" | as_nobody "$bin/fs_rm" > ../out 2> ../err \
    || status=$?
  [ $status = 1 ] && grep -q '"code":"PERMISSION_DENIED"' ../err \
    || { echo "FAILED: $1: $status $(cat ../err)"; exit 1; }
  [ "$(find . | sort)" = "$before" ] || { echo "FAILED: something of $1 is gone"; exit 1; }
}
refused tree
refused tree/closed
refused tree/dark
chmod 755 tree/dark
refused tree
chmod 555 mine
refused mine/file
chmod 755 tree/closed mine
mkdir -p shared/open
touch shared/open/file shared/{1..40}
chown -R 65534:65534 shared
chown root shared/open shared/open/file
chmod 1777 shared/open
before=$(find . | sort)
refused shared
chown 65534 shared/open/file
echo '{"path":"tree","recursive":true}' | as_nobody "$bin/fs_rm" | grep -q '"entries":7' \
  || { echo "FAILED: the tree may be removed now"; exit 1; }
echo '{"path":"shared","recursive":true}' | as_nobody "$bin/fs_rm" | grep -q '"entries":43' \
  || { echo "FAILED: what is shared may be removed now"; exit 1; }
