# Thousands of connections that send nothing (10,000, if there are so many descriptors) keep neither
# who has the token out, nor events from a reader, nor the server from ending.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/server.bash"
needs python3
ulimit -S -n "$(ulimit -H -n)"
waiting_talk > "$dir/talk"
serve --replay "$dir/talk" --listen 127.0.0.1:0 --listen "unix:$socket"
begin_run "$(waiting_run)"
follow "$dir/events"
cat > "$dir/silent.py" << 'END'
import errno, resource, selectors, socket, sys

wanted = min(10000, resource.getrlimit(resource.RLIMIT_NOFILE)[0] - 100)
kept = []
for _ in range(wanted):
    end = socket.socket()
    end.setblocking(False)
    end.connect_ex(("127.0.0.1", int(sys.argv[1])))
    kept.append(end)
print(len(kept), flush=True)
sys.stdin.read()
END
url=$(jq -r '.listen[0].url' "$dir/listening")
token=$(cat "$(jq -r '.listen[0].tokenFile' "$dir/listening")")
mkfifo "$dir/stdin" "$dir/stdout"
python3 "$dir/silent.py" "${url##*:}" < "$dir/stdin" > "$dir/stdout" &
silent=$!
at_end 'kill $silent 2> /dev/null'
exec 8> "$dir/stdin"
read -r count < "$dir/stdout"
[ "$count" -ge 500 ] || skip "there are descriptors for $count connections alone"
for number in 1 2 3; do
  curl -sS --max-time 100 --connect-timeout 100 -H "Authorization: Bearer $token" "$url/v1/runs" \
    > "$dir/answer" || fail 'who has the token is kept out'
  jq -e '.runs | length == 1' "$dir/answer" > /dev/null || fail "$(cat "$dir/answer")"
done
asked=$(jq -r 'select(.event == "ask").id' "$dir/events")
ask POST "/v1/runs/$id/answers" '{"id":"'$asked'","output":1}'
is 200 '.id' 'an answer at the Unix socket'
wait $reader || fail 'the reader is cut off'
tail -1 "$dir/events" | jq -e '.run.result.answer == "done"' > /dev/null || fail 'the end'
descriptors=$(ls "/proc/$server/fd" | wc -l)
[ "$descriptors" -lt 600 ] || fail "the server has $descriptors descriptors"
stop
[ "$status" = 0 ] || fail "it ends with $status"
