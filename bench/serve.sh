#!/usr/bin/env bash
# What `agentcli serve` costs: memory (proportional: a share of what processes share), what SSE adds
# to an event with STREAMS [1000] readers of 5 events a second, also if 100 of them take nothing,
# runs answered by replay, and requests; beside it the same run by `xargs -P8`, the pipe of a worker
# and `opencode serve`. Needs the release build, python3, curl and wrk; PEERS names a directory in
# which npm has installed opencode-ai (else it is fetched). It stops by itself.
. "$(dirname "$0")/shared.sh"
needs python3 curl
[ "$(id -u)" = 0 ] || { echo 'only root sees the memory of a server: run it as root'; exit 77; }
bench=$source/bench
processes=()
trap 'kill -KILL "${processes[@]}" 2> /dev/null; wait 2> /dev/null; rm -rf "$dir"' EXIT
export HOME=$dir XDG_RUNTIME_DIR=$dir
mkdir "$dir/workspace"
cd "$dir/workspace"
ulimit -n 8192
streams=${STREAMS:-$(size 1000 8)}
echo '{"asked":[{"role":"user","content":"<any>"}],"message":{"role":"assistant","content":"hi"}}' \
  > "$dir/talk"
measure() { python3 "$bench/serve.py" "$@"; }

serve() { # FLAG…: its processes are $server and $spawner
  rm -rf "$dir/state" "$dir/listening"
  "$bin/agentcli" serve --state "$dir/state" --system '' --listen "unix:$dir/serve.sock" \
    --listen 127.0.0.1:0 "$@" > "$dir/listening" 2> "$dir/err" &
  server=$!
  processes+=("$server")
  until [ -s "$dir/listening" ]; do kill -0 "$server"; sleep 0.05; done
  spawner=$(cat "/proc/$server/task/$server/children")
  spawner=${spawner%% *}
  port=$(grep -o '127.0.0.1:[0-9]*' "$dir/listening")
}
stop() { kill "$server"; wait "$server" || true; }

waiting='{"asked":[{"role":"user","content":"<any>"}],"message":{"role":"assistant","tool_calls":[
  {"id":"c1","type":"function","function":{"name":"slow","arguments":"{}"}}]}}'
echo $waiting > "$dir/waiting"
serve --replay "$dir/waiting" --drain 10ms
id=$(curl -s --unix-socket "$dir/serve.sock" -H 'Content-Type: application/json' -d '{"prompt":"go",
  "hostTools":[{"name":"slow","description":"Waits","schema":{"type":"object"},"changes":false,
  "timeoutSeconds":600}]}' http://agentcli/v1/runs |
  grep -o '"id":"[^"]*"' | head -1 | cut -d'"' -f4)
sleep 1
echo "memory: $(measure idle "$dir/serve.sock" "$streams" "/v1/runs/$id/events" \
  "$server" "$spawner")"
worker=$(tr ' ' '\n' < "/proc/$spawner/task/$spawner/children" | grep . | tail -1)
echo "a worker: $(awk '/^Pss:/ { printf "%.1f MB", $2 / 1024 }' "/proc/$worker/smaps_rollup")"
stop

coproc model { exec python3 "$bench/serve.py" model; }
processes+=("$model_PID")
read -r url <&"${model[0]}"
for stalled in 0 $(size 100 2); do
  serve --base-url "$url" --model m --drain 10ms
  measure streams "$dir/serve.sock" "$streams" "$stalled" "$(size 10 2)" \
    "$bin/agentcli" host --system '' --base-url "$url" --model m --sessions "$dir/sessions"
  echo "memory with them: $(awk '/^Pss:/ { sum += $2 } END { printf "%.1f MB", sum / 1024 }' \
    "/proc/$server/smaps_rollup" "/proc/$spawner/smaps_rollup")"
  stop
done

rounds=${ROUNDS:-3}
has_peer wrk || rounds=0
cat > "$dir/post.lua" << 'END'
wrk.method = "POST"
wrk.body = '{"prompt":"hello"}'
wrk.headers["Content-Type"] = "application/json"
wrk.headers["Prefer"] = "wait=60"
END
cp "$dir/talk" "$dir/plain"
calls=$(size 1000 20)
for round in $(seq "$rounds"); do
  serve --replay "$dir/talk"
  echo "Authorization: Bearer $(cat "$dir"/agentcli/*.token)" > "$dir/token"
  printf 'runs by replay, 8 at once: '
  wrk -t1 -c8 "-d$(size 5 1)" -s "$dir/post.lua" -H "$(cat "$dir/token")" "http://$port/v1/runs" |
    awk '/Requests\/sec/ { printf "%s a second", $2 } /Non-2xx/ { printf " (%s)", $0 }'
  began=$(date +%s%N)
  seq "$calls" | xargs -P8 -I{} "$bin/agentcli" --system '' --replay "$dir/plain" \
    --prompt hello > /dev/null 2>> "$dir/xargs"
  echo "; xargs -P8: $((calls * 1000000000 / ($(date +%s%N) - began))) a second"
  printf 'GET /healthz, 32 connections: '
  wrk -t1 -c32 "-d$(size 3 1)" "http://$port/healthz" |
    awk '/Requests\/sec/ { print $2 " a second" }'
  stop
done

if [ -z "${PEERS:-}" ] && is_tiny; then
  echo 'no peer: opencode: PEERS names no directory of npm'
  exit
elif [ -z "${PEERS:-}" ]; then
  PEERS=$dir/npm
  from_npm "$PEERS" opencode-ai
fi
"$PEERS/node_modules/.bin/opencode" serve --port 4599 > "$dir/peer.log" 2>&1 &
processes+=("$!")
until grep -q listening "$dir/peer.log"; do kill -0 "${processes[-1]}"; sleep 0.2; done
sleep 3
port=127.0.0.1:4599
peer=$(pgrep -f -- 'opencode serve --port 4599' | tail -1)
echo "opencode: $(measure idle "http://$port" 100 /event "$peer")"
printf 'opencode, GET /global/health, 32 connections: '
wrk -t1 -c32 "-d$(size 3 1)" "http://$port/global/health" |
  awk '/Requests\/sec/ { print $2 " a second" }'
