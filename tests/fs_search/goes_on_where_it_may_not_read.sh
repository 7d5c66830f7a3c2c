# A file and a directory without permission are counted, and end nothing. As root, which may read
# all, by another user.
. "$(dirname "$0")/../shell.sh"
at_end 'chmod -R u+rwx "$dir"'
chmod 755 "$dir"
mkdir -p "$dir/root/closed" "$dir/bin"
cp "$bin/fs_search" "$dir/bin/"
for name in a b closed/c; do echo needle > "$dir/root/$name"; done
chmod 000 "$dir/root/a" "$dir/root/closed"
as_user=()
[ "$(id -u)" != 0 ] || as_user=(setpriv --reuid 65534 --regid 65534 --clear-groups)
answer=$(echo '{"query":"needle"}' | "${as_user[@]}" "$dir/bin/fs_search" --root "$dir/root")
expected='{"files":[{"path":"b","lines":"1:needle"}],"truncated":false,"filesSearched":1,"skipped":2}'
if [ "$answer" != "$expected" ]; then
    printf 'expected %s\nactual   %s\n' "$expected" "$answer"
    exit 1
fi
