# A file of another kind that is mounted on one of the workspace gives less in a read than it holds, and is searched whole.
set -eu
[ "$(id -u)" = 0 ] || { echo "skipped: mounting needs root"; exit 77; }
if [ -z "${INSIDE:-}" ]; then
  INSIDE=1 exec unshare --mount bash "$0" "$1"
fi
bin=$1
dir=$(mktemp -d /var/tmp/mounted.XXXXXX)
trap 'umount -l "$dir/root/last" 2> /dev/null || true; rm -rf --one-file-system "$dir"' EXIT
mkdir "$dir/root"
for number in {10..60}; do
  mkdir "$dir/root/$number"
  echo "vfs_read" > "$dir/root/$number/file"
done
touch "$dir/root/last"
mount --bind /proc/kallsyms "$dir/root/last"
wanted=$(($(grep -c vfs_read /proc/kallsyms) + 51))
[ "$wanted" -gt 51 ] || { echo "skipped: this kernel doesn't tell its symbols"; exit 77; }
found=$(echo '{"query":"vfs_read","maxResults":10000}' | "$bin/fs_search" --root "$dir/root" | grep -o '"line":' | wc -l)
[ "$found" = "$wanted" ] || { echo "FAILED: $found matches of $wanted"; exit 1; }
