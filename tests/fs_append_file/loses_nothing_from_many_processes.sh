# Many processes append to one file at once, and to many files of one directory: every line arrives
# whole, once, and each process's lines in its order.
. "$(dirname "$0")/../shell.sh"
cd "$dir"
mkdir many
pids=()
for worker in 1 2 3 4 5 6 7 8; do
  (for round in $(seq 25); do
    echo "{\"path\":\"log\",\"content\":\"worker $worker round $round\\n\"}" \
      | "$bin/fs_append_file" > /dev/null || exit 1
    echo "{\"path\":\"many/$((round % 5))-$worker\",\"content\":\"$round\\n\"}" \
      | "$bin/fs_append_file" > /dev/null || exit 1
  done) &
  pids+=($!)
done
for pid in "${pids[@]}"; do wait "$pid" || { echo "FAILED: a writer failed"; exit 1; }; done
[ "$(wc -l < log)" = 200 ] || { echo "FAILED: $(wc -l < log) lines, not 200"; exit 1; }
for worker in 1 2 3 4 5 6 7 8; do
  diff <(grep "^worker $worker round" log) <(seq -f "worker $worker round %g" 25) \
    || { echo "FAILED: lines of worker $worker"; exit 1; }
done
[ "$(ls many | wc -l)" = 40 ] && [ "$(cat many/* | wc -l)" = 200 ] \
  || { echo "FAILED: a line of many files was lost"; exit 1; }
[ -z "$(find . -name '.agentcli-tmp-*')" ] || { echo "FAILED: a temporary file was left"; exit 1; }
