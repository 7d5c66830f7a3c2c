# Many processes count in one file, each by reading it and writing only over what it has read: no
# count is lost.
. "$(dirname "$0")/../shell.sh"
cd "$dir"
printf 0 > counter

count_once() {
  while :; do
    read -r answer < <(echo '{"path":"counter","encoding":"text"}' | "$bin/fs_read_file")
    number=${answer#*\"content\":\"}; number=${number%%\"*}
    hash=${answer##*\"sha256\":\"}; hash=${hash%%\"*}
    ! echo "{\"path\":\"counter\",\"content\":\"$((number + 1))\",\"expectedSha256\":\"$hash\"}" \
      | "$bin/fs_write_file" > /dev/null 2> "err.$1" || return 0
    grep -q '"code":"CONFLICT"' "err.$1" || { cat "err.$1"; return 1; }
  done
}

pids=()
for worker in 1 2 3 4 5 6; do
  (for round in $(seq 20); do count_once "$worker" || exit 1; done) &
  pids+=($!)
done
for pid in "${pids[@]}"; do wait "$pid" || { echo "FAILED: a writer failed"; exit 1; }; done
[ "$(cat counter)" = 120 ] || { echo "FAILED: counted $(cat counter), not 120"; exit 1; }
[ -z "$(find . -name '.agentcli-tmp-*')" ] || { echo "FAILED: a temporary file was left"; exit 1; }
