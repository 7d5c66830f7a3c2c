# The default system message ends with the environment: the directory, the date, the system, the
# branch, and what commands may do.
. "$(dirname "$0")/../../shell.sh"
needs jq
set -o pipefail
export OAI_MODEL=m HOME=$dir XDG_CONFIG_HOME=$dir/config XDG_STATE_HOME=$dir/state
mkdir "$dir/work"
cd "$dir/work"
env_lines() { # FLAG…: the lines of the environment
  "$bin/agentcli" --dry-run --prompt x "$@" < /dev/null 2> err > out || fail 'no request is shown'
  jq -r '.messages[0].content' out | sed -n '/^<env>$/,/^<\/env>$/p'
}
has() { env_lines "${@:2}" > lines; grep -qxF -- "$1" lines || fail "no line '$1': $(cat lines)"; }
has_no() { env_lines "${@:2}" > lines; ! grep -qF -- "$1" lines || fail "there is '$1'"; }

has "directory: $dir/work" --tools none
has "date: $(date +%F)" --tools none
grep -q "^system: .*, $(uname -m)\$" lines || fail 'the system is not named'
has_no 'git branch' --tools none
has_no sandbox --tools none

mkdir -p .git
echo 'ref: refs/heads/topic/one' > .git/HEAD
has 'git branch: topic/one' --tools none
echo 0123456789012345678901234567890123456789 > .git/HEAD
has 'git branch: at 01234567' --tools none
for head in 'ref: refs/heads/a b' 'ref: refs/heads/' 'a text' '0123'; do
  echo "$head" > .git/HEAD
  has_no 'git branch' --tools none
done
rm .git/HEAD
mkfifo .git/HEAD
has_no 'git branch' --tools none
rm -r .git
mkdir "$dir/real"
echo 'ref: refs/heads/linked' > "$dir/real/HEAD"
echo 'gitdir: ../real' > .git
has_no 'git branch' --tools none # it is not that of a worktree
echo "$dir/elsewhere/.git" > "$dir/real/gitdir"
has_no 'git branch' --tools none
echo "$dir/work/.git" > "$dir/real/gitdir"
has 'git branch: linked' --tools none

tool() { printf '{"name":"%s","schema":{"type":"object"},"command":["true"],%s}' "$1" "$2"; }
tools() { printf '{"tools":[%s]}' "$1" > "$dir/tools.json"; } # ENTRY
tools "$(tool look '"effects":{"workspace":"read"}')"
has 'sandbox: tools only read' --tools "$dir/tools.json"
tools "$(tool run '"changesFiles":true,"effects":{"policy":"unrestricted","network":"on"}')"
has 'sandbox: unrestricted, network on' --tools "$dir/tools.json"
tools "$(tool write '"changesFiles":true')"
has_no sandbox --tools "$dir/tools.json"

# What takes the place of the default message has none.
has_no directory --tools none --system 'Be brief.'
echo 'Be brief.' > system.txt
has_no directory --tools none --system-file system.txt

# A recording has no environment, and is replayed in any.
said='"message":{"role":"assistant","content":"done"}'
asked='{"role":"system","content":"<any>"},{"role":"user","content":"x"}'
echo "{\"asked\":[$asked],$said}" > tape.ndjson
run() { "$bin/agentcli" --tools none --prompt x "$@" < /dev/null > out 2> err || fail "run $*"; }
run --replay tape.ndjson --record made.ndjson
grep -q 'precise assistant' made.ndjson || fail 'the recording has no system message'
! grep -qF "$dir" made.ndjson || fail 'the recording names the directory'
mkdir elsewhere
cd elsewhere
run --replay ../made.ndjson
