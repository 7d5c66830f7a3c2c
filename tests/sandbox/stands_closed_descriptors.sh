# A tool that is started without stdin, stdout or stderr neither crashes nor mistakes another file
# for them.
. "$(dirname "$0")/../shell.sh"
cd "$dir"
echo precious > notes.txt
request='{"path":"notes.txt"}'


status=0; "$bin/fs_read_file" <&- 2> err || status=$?
[ $status = 2 ] && grep -q "lacks 'path'" err || fail "no stdin: $status $(cat err)"

status=0; echo "$request" | "$bin/fs_read_file" >&- 2> err || status=$?
[ $status -le 1 ] || fail "no stdout: $status"

status=0; echo '{' | "$bin/fs_read_file" 2>&- || status=$?
[ $status = 2 ] || fail "no stderr: $status"

status=0; echo "$request" | "$bin/fs_read_file" > /dev/full 2> err || status=$?
[ $status = 1 ] && grep -q NO_SPACE err || fail "a full stdout: $status $(cat err)"

[ "$(cat notes.txt)" = precious ] || fail "the file changed"
