# Sixty sparse journals of 32 MB, and eight that are whole before their zeros: a change needs little
# memory, and removes none of what it was not asked for.
. "$(dirname "$0")/../../shell.sh"
mkdir -p "$dir/.agentcli/journal"
cd "$dir"
umask 077
for number in $(seq 60); do
  printf 'agentcli journal 1\0' > .agentcli/journal/.agentcli-tmp-$number
  truncate -s $((32 << 20)) .agentcli/journal/.agentcli-tmp-$number
done
for number in $(seq 61 68); do
  printf 'agentcli journal 1\0000\0000\000planned\000prepared\000' \
    > .agentcli/journal/.agentcli-tmp-$number
  truncate -s $((32 << 20)) .agentcli/journal/.agentcli-tmp-$number
done
# Sanitizers take all addresses that there are.
limit=100000
(ulimit -v $limit; echo '{}' | "$bin/get_time" > out 2>&1) || limit=unlimited
for call in 1 2; do
  (ulimit -v $limit; echo '{"path":"file","content":"x"}' | "$bin/fs_write_file" > out 2>&1) \
    || { echo "FAILED: call $call: $(cat out)"; exit 1; }
done
[ "$(ls .agentcli/journal | wc -l)" = 68 ] && [ -z "$(find .agentcli -name '.agentcli-tmp-*')" ] \
  || { echo "FAILED: $(ls -A .agentcli/journal)"; exit 1; }
