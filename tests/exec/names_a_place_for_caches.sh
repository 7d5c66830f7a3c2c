# A program that can't keep its cache beneath HOME gets a place where it can in the answer, and with
# that it works; other failures, and a command that went well, get none.
. "$(dirname "$0")/../shell.sh"
mkdir "$dir/work"
cd "$dir/work"
export HOME=$bin # outside of the workspace, so that commands can only read it
call() { echo "$1" | "$bin/exec" > ../out 2> ../err || fail "$1: $(cat ../err)"; }
call '{"command":"mkdir \"$HOME/.cache\""}'
[ ! -e "$HOME/.cache" ] || fail 'the home directory was written'
grep -q 'Read-only file system' ../out || skip 'there are no namespaces'
grep -q '"hint":"the home directory .*XDG_CACHE_HOME' ../out || fail "no place: $(cat ../out)"
place=$(sed 's/.*XDG_CACHE_HOME\\":\\"\([^\\]*\).*/\1/' ../out)
command='mkdir -p \"$XDG_CACHE_HOME\" && echo x > \"$XDG_CACHE_HOME/f\"'
call '{"command":"'"$command"'","env":{"XDG_CACHE_HOME":"'"$place"'"}}'
grep -q '"exitCode":0' ../out && ! grep -q '"hint"' ../out || fail "with it: $(cat ../out)"
call '{"command":"echo Read-only file system; false"}'
! grep -q '"hint"' ../out || fail "without a path: $(cat ../out)"
