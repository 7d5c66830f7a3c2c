# A file and a directory without permission are counted, and end nothing. As root, which may read all, by another user.
set -eu
bin=$1
tree=$(mktemp -d)
trap 'chmod -R u+rwx "$tree"; rm -rf "$tree"' EXIT
chmod 755 "$tree"
mkdir -p "$tree/root/closed" "$tree/bin"
cp "$bin/fs_search" "$tree/bin/"
for name in a b closed/c; do echo needle > "$tree/root/$name"; done
chmod 000 "$tree/root/a" "$tree/root/closed"
as_user=()
[ "$(id -u)" != 0 ] || as_user=(setpriv --reuid 65534 --regid 65534 --clear-groups)
answer=$(echo '{"query":"needle"}' | "${as_user[@]}" "$tree/bin/fs_search" --root "$tree/root")
expected='{"matches":[{"path":"b","line":1,"col":1,"preview":"needle"}],"truncated":false,"filesSearched":1,"skipped":2}'
if [ "$answer" != "$expected" ]; then
    printf 'expected %s\nactual   %s\n' "$expected" "$answer"
    exit 1
fi
