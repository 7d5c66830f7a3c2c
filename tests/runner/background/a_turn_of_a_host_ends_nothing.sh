# In agentcli host the end of a turn ends no command: the next turn reads its output. The end of the
# process ends it.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/runs.bash"
manifest workspace-write
marker=16180$$
{
  talk '{"command":"read line; echo got $line; exec sleep '$marker'","background":"web"}'
  first_id=10 talk '{"background":"web","stdin":"it\n","waitFor":"got it"}' \
    '{"command":"touch done"}' |
    sed 's/"content":"go"/"content":"more"/'
} > "$dir/talk"
mkfifo "$dir/in"
cd "$work"
"$bin/agentcli" host --tools "$dir/tools.json" --replay "$dir/talk" --system '' \
  < "$dir/in" > "$dir/events" 2> "$dir/err" &
host=$!
exec 9> "$dir/in"
ended() { grep -c '"event":"turn".*"state":"ends"' "$dir/events"; }
echo '{"do":"say","text":"go"}' >&9
for _ in $(seq 100); do [ "$(ended)" != 1 ] || break; sleep 0.1; done
echo '{"do":"say","text":"more"}' >&9
for _ in $(seq 100); do [ "$(ended)" != 2 ] || break; sleep 0.1; done
[ -e done ] || fail "the second turn: $(cat "$dir/events" "$dir/err")"
grep '"event":"result"' "$dir/events" | grep -qF 'got it' || fail "it reads no output of before"
grep -qaF "$marker" /proc/[0-9]*/cmdline || fail "nothing runs between the turns"
echo '{"do":"quit"}' >&9
exec 9>&-
wait $host || fail "the host: $(cat "$dir/err")"
for file in /proc/[0-9]*/cmdline; do
  ! { tr '\0' ' ' < "$file"; } 2> /dev/null | grep -q "^sleep $marker" || fail "it survives"
done
grep -q '"background":{"name":"web","state":"stopped"}' .agentcli/audit/*.log || fail "no end"
