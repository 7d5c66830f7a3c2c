# In a sticky directory another user's file can't be replaced: the error leaves no second name of
# it, which only the other could remove.
place=/var/tmp
. "$(dirname "$0")/../../shell.sh"
[ "$(id -u)" = 0 ] || { echo "needs root" && exit 77; }
chmod 755 "$dir"
cp "$bin/fs_write_file" "$bin/apply_patch" "$dir"
mkdir -m 1777 "$dir/w"
echo x > "$dir/w/f"
chmod 666 "$dir/w/f"
as_user() { setpriv --reuid=65534 --regid=65534 --clear-groups "$@"; }

for call in 'fs_write_file {"path":"f","content":"y"}' \
  'apply_patch {"unifiedDiff":"--- a/f\n+++ b/f\n@@ -1 +1 @@\n-x\n+y\n"}'; do
  echo "${call#* }" | as_user "$dir/${call%% *}" --root "$dir/w" > "$dir/out" 2> "$dir/error" \
    && { echo "FAILED: it was replaced"; exit 1; }
  grep -q PERMISSION_DENIED "$dir/error" || { cat "$dir/error"; exit 1; }
  [ "$(find "$dir/w" -name '.agentcli-tmp*' | wc -l)" = 0 ] \
    || { echo "FAILED: $call left $(ls -A "$dir/w")"; exit 1; }
  [ "$(cat "$dir/w/f")" = x ]
done
