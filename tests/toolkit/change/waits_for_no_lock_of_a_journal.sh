# A journal names a directory whose lock another program holds, which needs no more than to read it:
# a change elsewhere does not wait, and the journal stays for the next call, however often.
. "$(dirname "$0")/../../shell.sh"
mkdir -m 700 -p "$dir/.agentcli/journal"
cd "$dir"
mkdir busy elsewhere
identity() { stat -c '%i %s %.9Y' "$1" | sed 's/\./ /; s/ 0*\([0-9]\+\)$/ \1/; s/$/ /'; }
echo new > busy/file
echo old > busy/.agentcli-tmp-1
(umask 077; printf '%s\0' 'agentcli journal 1' 0 1 busy file .agentcli-tmp-1 \
  "$(identity busy/.agentcli-tmp-1)" planned \
  "$(identity busy/file)" prepared > .agentcli/journal/.agentcli-tmp-2)
exec 9< busy
flock -s 9
for call in 1 2 3 4; do
  echo '{"path":"elsewhere/file","content":"x"}' | timeout 8 "$bin/fs_write_file" > out 2> err \
    || fail "call $call waits for a lock"
  echo "{\"path\":\"elsewhere/$call\"}" | timeout 8 "$bin/fs_mkdirp" > out 2> err \
    || fail "fs_mkdirp waits for a lock"
done
[ "$(ls -A .agentcli/journal)" = .agentcli-tmp-2 ] \
  || fail "the journal was tried: $(ls -A .agentcli/journal)"
[ "$(cat busy/file)" = new ] || fail "a directory was changed without its lock"
exec 9<&-
echo '{"path":"elsewhere/file","content":"x"}' | "$bin/fs_write_file" > out
[ "$(cat busy/file)" = old ] && [ -z "$(ls -A .agentcli/journal)" ] \
  || fail "the next call does not recover"
