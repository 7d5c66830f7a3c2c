# Writers that all begin before the directory exists, and each want to be the one who creates the
# file: one is.
. "$(dirname "$0")/../shell.sh"
mkdir "$dir/root"
cd "$dir"

# They look while the lock is held by somebody else, and then all go on.
exec 9< root
flock 9
pids=()
for writer in 1 2 3 4; do
  echo "{\"path\":\"a/b/file\",\"content\":\"$writer\",\"createOnly\":true,\"makeParents\":true}" \
    | "$bin/fs_write_file" --root root > "answer.$writer" 2> "error.$writer" 9<&- &
  pids+=($!)
done
sleep 0.5
exec 9<&-
created=0
for writer in 1 2 3 4; do
  if wait "${pids[writer - 1]}"; then
    created=$((created + 1))
    [ "$(cat root/a/b/file)" = "$writer" ] || { echo "FAILED: writer $writer was overwritten"
      exit 1; }
  fi
done
[ "$created" = 1 ] || { echo "FAILED: $created writers created the file"; exit 1; }
