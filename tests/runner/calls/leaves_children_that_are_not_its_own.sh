# When a tool kills its supervisor, what that tool started is killed at the end of its own call; and
# no other child, also none that it has from the program that it replaced.
. "$(dirname "$0")/../../shell.sh"
set -o pipefail
others=
at_end 'for one in $others; do kill -KILL "$one" 2> /dev/null || true; done'
cd "$dir"
# Bounded: what waits in the background ends by itself if the rest has failed.
cat > wait_for << 'END'
#!/bin/sh
for _ in $(seq 500); do
    missing=
    for file; do [ -s "$file" ] || missing=1; done
    [ -n "$missing" ] || exit 0
    sleep 0.02
done
exit 1
END
is_alive() { case $(cat "/proc/$1/stat" 2> /dev/null || true) in '' | *') Z '*) return 1 ;; esac; }
cat > rebel << 'END'
#!/bin/sh
setsid sh -c 'echo $$ > left; exec sleep 300' &
./wait_for left
kill -KILL $PPID
sleep 300
END
cat > look << 'END'
#!/bin/sh
./wait_for left
for _ in $(seq 100); do
    case $(cat "/proc/$(cat left)/stat" 2> /dev/null) in
    '' | *') Z '*) printf gone; exit ;;
    esac
    sleep 0.02
done
printf 'still there'
END
chmod +x rebel look wait_for
echo \
  '{"tools":[{"name":"rebel","schema":{},"command":["./rebel"],"timeoutSec":5},{"name":"look","schema":{},"command":["./look"],"timeoutSec":5}]}' > tools.json
cat > talk.ndjson << 'END'
{"asked":[{"role":"user","content":"<any>"}],"message":{"role":"assistant","tool_calls":[{"id":"a","type":"function","function":{"name":"rebel","arguments":"{}"}},{"id":"b","type":"function","function":{"name":"look","arguments":"{}"}}]}}
{"asked":[{"role":"tool","tool_call_id":"a","content":"<any>"},{"role":"tool","tool_call_id":"b","content":"gone"}],"message":{"role":"assistant","content":"done"}}
END
(
    sleep 300 &
    echo $! > child
    setsid sleep 300 &
    echo $! > leader
    (sh -c 'echo $$ > orphan; ./wait_for left && exec sleep 300' & ./wait_for orphan left || true) &
    ./wait_for child leader orphan
    exec "$1/agentcli" --tools tools.json --replay talk.ndjson --system '' --prompt hello
) > out 2> err || true
others="$(cat child leader orphan left)"
for one in child leader orphan; do
    is_alive "$(cat "$one")" || { echo "the $one was killed"; exit 1; }
done
[ "$(cat out err)" = done ] && exit
cat out err
exit 1
