# On an overlay, as containers have it, a file of a lower layer with several names gets another
# inode when it is first changed: no conflict, whichever tool changes it first.
. "$(dirname "$0")/../../shell.sh"
needs_root mounting
with_own_mounts
at_end 'umount "$dir/merged" 2> /dev/null; umount "$dir"'
mount -t tmpfs none "$dir"
cd "$dir"
mkdir lower upper work merged
for number in 1 2 3 4 5 6 7; do
  echo old > lower/$number
  ln lower/$number lower/other$number
done
mount -t overlay overlay -o lowerdir=lower,upperdir=upper,workdir=work merged 2> /dev/null \
  || { echo "skipped: no overlay can be mounted"; exit 77; }
call() { # TOOL REQUEST
  echo "$2" | "$bin/$1" --root merged > answer 2> error || { echo "FAILED: $1: $(cat error)"
    exit 1; }
}
call fs_write_file '{"path":"1","content":"new\n"}'
call fs_edit '{"path":"2","oldString":"old","newString":"new"}'
call fs_edit_range '{"path":"3","startByte":0,"endByte":3,"replacement":"new"}'
call apply_patch \
  '{"unifiedDiff":"--- a/4\n+++ b/4\n@@ -1 +1 @@\n-old\n+new\n--- a/5\n+++ b/5\n@@ -1 +1 @@\n-old\n+new\n--- a/6\n+++ /dev/null\n@@ -1 +0,0 @@\n-old\n"}'
[ "$(cat merged/[1-5] | sort -u)" = new ] && [ ! -e merged/6 ] \
  || { echo "FAILED: what was changed"; exit 1; }
call fs_append_file '{"path":"7","content":"more\n"}'
[ "$(cat merged/other* | sort -u)" = old ] || { echo "FAILED: the other names"; exit 1; }
[ "$(ls -A merged | wc -l)" = 13 ] || { echo "FAILED: left: $(ls -A merged)"; exit 1; }
