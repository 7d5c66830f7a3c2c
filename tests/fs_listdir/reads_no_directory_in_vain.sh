# Breadth first: what is far down does not hide the files above it, and is not read for them.
. "$(dirname "$0")/../shell.sh"
needs_root 'becoming another user'
cd "$dir"
mkdir -p w/lib/deep/closed && cd w
chmod 755 .. . lib lib/deep && chmod 700 lib/deep/closed
touch lib/deep/file README
as_nobody() { setpriv --reuid 65534 --regid 65534 --clear-groups "$@"; }
answer=$(echo '{"recursive":true,"maxResults":3}' | as_nobody "$bin/fs_listdir")
paths=${answer%%,\"truncated*}
[ "$paths" = '{"paths":["lib/","README","lib/deep/"]' ] || fail "$answer"
! grep -q skipped <<< "$answer" || fail "$answer"
