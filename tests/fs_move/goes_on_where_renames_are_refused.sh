# On an overlay (as containers have) a directory of a lower layer can't be renamed: it is copied and
# removed all the same.
. "$(dirname "$0")/../shell.sh"
needs_root mounting
with_own_mounts
at_end 'umount "$dir/merged" 2> /dev/null || true; umount "$dir"'
mount -t tmpfs none "$dir"
mkdir -p "$dir"/{lower,upper,work,merged}
for name in tree other; do
  mkdir -p "$dir/lower/$name/sub"
  echo precious > "$dir/lower/$name/sub/file"
  ln -s sub/file "$dir/lower/$name/link"
done
mount -t overlay overlay \
  -o "lowerdir=$dir/lower,upperdir=$dir/upper,workdir=$dir/work,redirect_dir=off" "$dir/merged" \
  2> /dev/null \
  || { echo "skipped: no overlay can be mounted"; exit 77; }
cd "$dir/merged"
echo '{"from":"tree","to":"moved"}' | "$bin/fs_move" | grep -q '"moved":true' \
  || { echo "FAILED: move"; exit 1; }
[ ! -e tree ] && [ "$(cat moved/link)" = precious ] || { echo "FAILED: not moved"; exit 1; }
echo '{"path":"other","recursive":true}' | "$bin/fs_rm" | grep -q '"entries":4' \
  || { echo "FAILED: removal"; exit 1; }
[ "$(ls -A)" = moved ] || { echo "FAILED: left $(ls -A)"; exit 1; }
