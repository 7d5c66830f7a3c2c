# In a directory that a group shares, a file that a member replaces stays the group's, and the lost
# owner is named.
. "$(dirname "$0")/../shell.sh"
needs_root 'changing users'
mkdir "$dir/shared"
echo old > "$dir/shared/file"
chown -R 4001:4000 "$dir/shared"
chmod 0775 "$dir/shared"
chmod 0755 "$dir"
chmod 0664 "$dir/shared/file"
cp "$bin/fs_write_file" "$dir/tool" # where everybody may read it
answer=$(cd "$dir/shared" && echo '{"path":"file","content":"new"}' \
  | setpriv --reuid=4002 --regid=4002 --groups=4000 "$dir/tool")
[ "$(cat "$dir/shared/file")" = new ] || { echo "FAILED: $answer"; exit 1; }
[ "$(stat -c '%u:%g %a' "$dir/shared/file")" = "4002:4000 664" ] || { stat "$dir/shared/file"
  exit 1; }
case $answer in *'"notKept":["owner"]'*) ;; *) echo "FAILED: $answer"; exit 1 ;; esac
