# GNU parallel runs a workflow for each item, while its tasks are killed: see engines.bash.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/runs.bash"
needs bash python3 parallel
parallel --version 2> /dev/null | grep -q '^GNU parallel' || skip 'parallel is not that of GNU'
. "$source/tests/runner/workflow/engines.bash"
cat > item.yaml << 'END'
parameters: {id: {required: true, pattern: "[0-9]+"}}
steps:
  - {id: before, run: 'test -n "$id"'}
  - {id: paid, run: 'echo "$id" >> once.log', once: true}
  - {id: after, run: 'sleep 0.0$((id % 10)); echo "item $id"'}
END
seq 0 $((items - 1)) > ids
kill_at_random "$kills" > killed &
killer=$!
parallel --will-cite --jobs 4 --retries 4 --joblog log -a ids "${agentcli[@]}" -w ./item.yaml \
  --batch --state "$state" --run-id '{}' --param 'id={}' > results 2> "$dir/err" || true
kill $killer 2> /dev/null || true
wait $killer || true
for id in $(cat ids); do # what is uncertain, and what was killed more often than it was tried
  grep -qx "item $id" results || {
    finish_run -w ./item.yaml --state "$state" --run-id "$id" --param "id=$id"
    echo "item $id" >> results
  }
done
sed 's/^item //' results > indices
check_items indices
sort killed | uniq -c
