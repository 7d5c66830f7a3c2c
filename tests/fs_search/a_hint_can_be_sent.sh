# What a hint or a note has after its words is a request: sent as it is, it finds something.
. "$(dirname "$0")/../shell.sh"
needs jq
cd "$dir"
mkdir -p tree/src tree/logs
printf 'needle(1)\nneedle(2)\n' > tree/src/test_a.py
echo '*.log' > tree/.ignore
echo needle > tree/logs/a.log

check() { # REQUEST
    "$bin/fs_search" --root tree <<< "$1" > out 2> err || true
    [ -s out ] || cp err out
    jq -r '.hint // .note' out | sed 's/^[^{]*: {/{/' > request
    "$bin/fs_search" --root tree < request > out 2> err || fail "$1: $(< request) is refused"
    ! grep -qF '"files":[]' out || fail "$1: $(< request) finds nothing"
}
check '{"pattern":"needle","query":"other"}'
check '{"globs":["*.py"]}'
check '{"pattern":""}'
check '{"pattern":"needle(","path":"src","-C":1}'
check '{"pattern":"needle\\(1\\)\nneedle","-i":true}'
check '{"query":"needle\\(\\d","type":"py"}'
check '{"pattern":"needle(1)","glob":"*.py","head_limit":5}'
check '{"pattern":"**/test_*.py"}'
check '{"pattern":"test_*.py","path":"src"}'
check '{"pattern":"needle","path":"src/*.py"}'
check '{"pattern":"needle","path":"logs"}'
check '{"pattern":"needle","include":"*.ts"}'
check '{"pattern":"needle","max_matches_per_file":1}'
check '{"pattern":"needle","offset":7}'
check '{"pattern":"needle","cursor":"1:1:1:0:a"}'
check '{"pattern":"needle","ignoreCase":true,"caseSensitive":true}'
check '{"pattern":"needle","mode":"files","output_mode":"content"}'
