# A dry run, also that before a question, changes nothing: it says what the next change puts right
# first. That change says what it has put right, also if it fails, and names the files that are run
# later.
. "$(dirname "$0")/../../shell.sh"
cd "$dir"
identity() { stat -c '%i %s %.9Y' "$1" | sed 's/\./ /; s/ 0*\([0-9]\+\)$/ \1/; s/$/ /'; }
begin() {
  mkdir -m 700 -p .agentcli/journal
  rm -f Makefile .agentcli-tmp-1 .agentcli/journal/.a*
  echo new > Makefile
  echo old > .agentcli-tmp-1
  echo text > notes
  (umask 077; printf '%s\0' 'agentcli journal 1' 0 1 . Makefile .agentcli-tmp-1 \
    "$(identity .agentcli-tmp-1)" planned "$(identity Makefile)" prepared \
    > .agentcli/journal/.agentcli-tmp-2)
}
state() { find . -path ./out -prune -o -type f -exec sha256sum {} + | sort; }
has() { grep -q "$1" out || fail "expected: $1"; }
edit='{"path":"notes","oldString":"text","newString":"changed"'
patch='{"unifiedDiff":"--- a/notes\n+++ b/notes\n@@ -1 +1 @@\n-text\n+changed\n"'
for tool in fs_edit apply_patch; do
  [ $tool = fs_edit ] && request=$edit || request=$patch
  begin
  before=$(state)
  echo "$request,\"dryRun\":true}" | "$bin/$tool" > out
  [ "$(state)" = "$before" ] || fail "$tool has changed something in a dry run"
  has '"recovers":\["Makefile"\]'
  has '"runsLater":\["Makefile"\]'
  echo "$request}" | "$bin/$tool" > out
  [ "$(cat Makefile notes)" = "$(printf 'old\nchanged')" ] || fail "$tool: $(cat Makefile notes)"
  [ ! -e .agentcli-tmp-1 ] || fail "$tool has left something"
  has '"recovered":\["Makefile"\]'
  has '"runsLater":\["Makefile"\]'
done
begin
echo '{"path":"missing"}' | "$bin/fs_rm" > out 2>&1 && fail "removed what is not there"
if [ "$(cat Makefile)" = old ]; then
  has '"recovered":\["Makefile"\]'
  has '"runsLater":\["Makefile"\]'
fi
begin
echo '{"path":"notes"}' | "$bin/fs_rm" > out
has '"recovered":\["Makefile"\]'
has '"runsLater":\["Makefile"\]'
begin
before=$(state)
echo '{"path":"made","dryRun":true}' | "$bin/fs_mkdirp" > out
[ "$(state)" = "$before" ] && [ ! -e made ] || fail "fs_mkdirp has changed something in a dry run"
has '"recovers":\["Makefile"\]'
has '"runsLater":\["Makefile"\]'
echo '{"path":"made"}' | "$bin/fs_mkdirp" > out
has '"recovered":\["Makefile"\]'
echo '{"path":"made"}' | "$bin/fs_mkdirp" > out
grep -q recovered out && fail "recovered twice"

# Directories that a killed call has made go, if they are empty.
mkdir -m 700 -p .agentcli/journal fresh/inner
(umask 077; printf '%s\0' 'agentcli journal 1' 2 fresh fresh/inner 0 planned \
  > .agentcli/journal/.agentcli-tmp-2)
echo '{"path":"notes","content":"text","dryRun":true}' | "$bin/fs_write_file" > out
[ -d fresh/inner ] || fail "a dry run has removed a directory"
has '"recovers":\["fresh","fresh/inner"\]'
echo '{"path":"made"}' | "$bin/fs_mkdirp" > out
[ ! -e fresh ] || fail "a directory is left"
has '"recovered":\["fresh","fresh/inner"\]'
exit 0
