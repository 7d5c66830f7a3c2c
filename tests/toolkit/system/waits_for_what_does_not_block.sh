# A request that comes in pieces by a non-blocking stdin is read whole, and an answer or an error
# that does not fit into a non-blocking stdout or stderr is written whole.
. "$(dirname "$0")/../../shell.sh"
mkdir "$dir/root"
cd "$dir/root"
fail() { echo "FAILED: $1: $(head -c 500 ../err)"; exit 1; }
head -c 700000 /dev/zero | tr '\0' x > large
in_pieces() { printf '%s' "${1:0:9}"; sleep 0.1; printf '%s' "${1:9}"; } # REQUEST
late() { sleep 0.1; cat; }

in_pieces '{"path":"large","encoding":"text"}' \
  | "$bin/without_blocking" "$bin/fs_read_file" 2> ../err | late > ../out || fail "read"
[ "$(tr -cd x < ../out | wc -c)" -ge 700000 ] && [ "$(tail -c 3 ../out)" = '"}' ] \
  || fail "the answer is not whole"
in_pieces '{"path":"new","content":"text"}' \
  | "$bin/without_blocking" "$bin/fs_write_file" 2> ../err | late > ../out || fail "write"
[ "$(cat new)" = text ] || fail "nothing was written"
grep -q '"created":true' ../out || fail "there is no answer to a change that was made"
in_pieces '{"cmd":"head","args":["-c","60000","large"]}' | "$bin/without_blocking" "$bin/exec" \
  --max-output-bytes=65536 2> ../err | late > ../out || fail "exec"
grep -q '"exitCode":0' ../out || fail "exec did not answer"
status=0
{ in_pieces '{"path":"missing"}' | "$bin/without_blocking" "$bin/fs_read_file" 2>&1 > /dev/null \
  || echo "status $?"; } | late > ../err
grep -q '"code":"NOT_FOUND"' ../err && grep -q 'status 1' ../err || fail "the error is not whole"

{ head -c 300000 large; sleep 0.1; head -c 300000 large; } \
  | "$bin/without_blocking" "$bin/agentcli" redact 2> ../err | late > ../out || fail "redact"
[ "$(wc -c < ../out)" = 600000 ] || fail "redact lost something"
