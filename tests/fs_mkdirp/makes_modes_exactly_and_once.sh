# A mode that is asked for is exact under any umask, set-group-ID is inherited, and of many
# processes that make the same path each succeeds and one has made it.
. "$(dirname "$0")/../shell.sh"
cd "$dir"
mkdir workspace
cd workspace
umask 022
(umask 077; echo '{"path":"a/b","modeOctal":"0775"}' | "$bin/fs_mkdirp" > /dev/null)
[ "$(stat -c %a a a/b | tr '\n' ' ')" = "700 775 " ] \
  || { echo "FAILED: modes $(stat -c %a a a/b)"; exit 1; }
mkdir group
chmod 2775 group
echo '{"path":"group/x/y"}' | "$bin/fs_mkdirp" > /dev/null
[ "$(stat -c %a group/x group/x/y | tr '\n' ' ')" = "2755 2755 " ] \
  || { echo "FAILED: set-group-ID $(stat -c %a group/x group/x/y)"; exit 1; }
for round in 1 2 3 4 5; do
  pids=()
  for worker in 1 2 3 4 5 6; do
    echo "{\"path\":\"race-$round/b/c/d\"}" | "$bin/fs_mkdirp" > "../out.$worker" &
    pids+=($!)
  done
  for pid in "${pids[@]}"; do wait "$pid" || { echo "FAILED: one failed"; exit 1; }; done
  [ "$(cat ../out.* | grep -c true)" = 1 ] \
    || { echo "FAILED: made $(cat ../out.* | grep -c true) times"; exit 1; }
  [ -d "race-$round/b/c/d" ] || { echo "FAILED: not made"; exit 1; }
done
[ -z "$(find . -name '.agentcli-tmp-*')" ] || { echo "FAILED: a temporary directory was left"
  exit 1; }
