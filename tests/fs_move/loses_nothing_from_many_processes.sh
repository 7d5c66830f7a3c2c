# Many processes move one file to and fro, between directories that they lock in either order: it is
# always at one place, and nobody waits for ever.
. "$(dirname "$0")/../shell.sh"
mkdir "$dir/w"
cd "$dir/w"
mkdir a b
echo precious > a/file
pids=()
for worker in 1 2 3 4; do
  (for round in $(seq 25); do
    from=a to=b; [ $(((round + worker) % 2)) = 0 ] || { from=b to=a; }
    echo "{\"from\":\"$from/file\",\"to\":\"$to/file\"}" | "$bin/fs_move" > "../out.$worker" 2>&1 \
      || grep -q 'NOT_FOUND\|ALREADY_EXISTS' "../out.$worker" || exit 1
  done) &
  pids+=($!)
done
for pid in "${pids[@]}"; do wait "$pid" || { echo "FAILED: $(cat ../out.*)"; exit 1; }; done
[ "$(cat a/file b/file 2> /dev/null)" = precious ] || { echo "FAILED: $(ls -A a b)"; exit 1; }
[ "$(find . -type f | wc -l)" = 1 ] || { echo "FAILED: something was left"; exit 1; }
