# A journal names a directory that is not in the part of the workspace that a call may use
# (--within): the call does not try it, and it stays for one that may, however often.
. "$(dirname "$0")/../../shell.sh"
mkdir -m 700 -p "$dir/.agentcli/journal"
cd "$dir"
mkdir part other
identity() { stat -c '%i %s %.9Y' "$1" | sed 's/\./ /; s/ 0*\([0-9]\+\)$/ \1/; s/$/ /'; }
for place in part other; do
  echo new > $place/file
  echo old > $place/.agentcli-tmp-1
done
(umask 077; printf '%s\0' 'agentcli journal 1' 0 2 part file .agentcli-tmp-1 \
  "$(identity part/.agentcli-tmp-1)" other file .agentcli-tmp-1 \
  "$(identity other/.agentcli-tmp-1)" planned \
  "$(identity part/file)" "$(identity other/file)" prepared > .agentcli/journal/.agentcli-tmp-2)
for call in 1 2 3 4; do
  echo '{"path":"part/'$call'"}' | "$bin/fs_mkdirp" --within=part > out 2> err ||
    fail "call $call: $(cat err)"
  ! grep -q recovered out || fail "call $call: $(cat out)"
done
echo '{"path":"part/5","dryRun":true}' | "$bin/fs_mkdirp" --within=part > out
! grep -q recovers out || fail "a dry run says that the next call recovers: $(cat out)"
[ "$(ls -A .agentcli/journal)" = .agentcli-tmp-2 ] ||
  fail "the journal was tried: $(ls -A .agentcli/journal)"
[ "$(cat part/file other/file)" = $'new\nnew' ] || fail "a part of the journal was carried out"
echo '{"path":"part/6"}' | "$bin/fs_mkdirp" --within=part --within=other > out
grep -q '"recovered":\["other/file","part/file"\]' out || fail "the next call: $(cat out)"
[ "$(cat part/file other/file)" = $'old\nold' ] && [ ! -e .agentcli/journal ] ||
  fail "the next call does not recover"
