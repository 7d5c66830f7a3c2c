# /proc and /sys are no workspace, whichever way they are named.
. "$(dirname "$0")/../../shell.sh"
ln -s /proc/self "$dir/link"
for root in /proc /sys /proc/self/ "$dir/link" /proc/self/cwd/../proc/1/..; do
  status=0
  echo '{"path":"."}' | (cd / && "$bin/fs_stat" --root "$root") > "$dir/out" 2> "$dir/err" \
    || status=$?
  [ $status = 2 ] && grep -q "holds the kernel's own files" "$dir/err" \
    || { echo "FAILED: $root: $status $(cat "$dir/out" "$dir/err")"; exit 1; }
done
echo '{"path":"."}' | "$bin/fs_stat" --root "$dir" > "$dir/out" \
  || { echo "FAILED: an ordinary directory"; exit 1; }
