# --debug=FILE appends the requests and responses to FILE, redacted; stderr gets none of them.
. "$(dirname "$0")/../../shell.sh"
cd "$dir"
cat > talk.ndjson << 'END'
{"asked":[{"role":"user","content":"<any>"}],"message":{"role":"assistant","content":"an answer"}}
END
run() { # FLAG…
  "$bin/agentcli" --replay talk.ndjson --system '' --prompt 'the key is hunter2hunter2' \
    --redact hunter2hunter2 "$@" 2> err
}
[ "$(run --debug=log.txt)" = 'an answer' ] || fail 'the answer is another'
[ ! -s err ] || fail 'stderr has something'
grep -q 'an answer' log.txt || fail 'the log has no response'
! grep -q hunter2 log.txt || fail 'the log has a secret'
[ "$(stat -c %a log.txt)" = 600 ] || fail 'others can read the log'
lines=$(wc -l < log.txt)
run --debug=log.txt > out
[ "$(wc -l < log.txt)" = $((2 * lines)) ] || fail 'a second run does not append'
run --debug > out
[ "$(wc -l < err)" = "$lines" ] || fail '--debug alone does not write to stderr'
[ "$(wc -l < log.txt)" = $((2 * lines)) ] || fail '--debug alone writes to the file'
run --debug=false > out
[ ! -s err ] || fail '--debug=false writes'

status=0
run --debug=no/such/log.txt > out || status=$?
[ $status = 2 ] && [ ! -s out ] || fail "a log that cannot be written: $status"
grep -q "cannot write the debug output to 'no/such/log.txt'" err || fail 'it does not name the log'
[ "$(run --debug=/dev/full)" = 'an answer' ] || fail 'a full disk ends the run'
[ "$(grep -c -- '--debug ends here' err)" = 1 ] || fail 'a full disk is not reported once'
ln -s /etc/agentcli.log link.txt
status=0
run --debug=link.txt > out || status=$?
[ $status = 2 ] && [ ! -e /etc/agentcli.log ] || fail 'the log follows a link out'

"$bin/agentcli" help run > out
grep -q -- '--debug\[=FILE\]' out || fail 'help does not show the file'
