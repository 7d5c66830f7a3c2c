# What the server tells Prometheus is of its text format, and counts runs, calls, tokens, questions,
# streams, requests and bytes.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/server.bash"
waiting_talk > "$dir/talk"
serve --replay "$dir/talk"

# metrics: checks each line, and writes them to the file $dir/metrics
metrics() {
  ask GET /metrics
  [ "$status" = 200 ] || fail "metrics: $status $answer"
  [ "$(field content-type)" = 'text/plain; version=0.0.4; charset=utf-8' ] || fail 'its type'
  printf '%s\n' "$answer" > "$dir/metrics"
  awk '
    function bad(why) { print why ": " $0; failed = 1; exit 1 }
    /^# HELP (agentcli|process)_[a-z_]+ [A-Z][^\\]*\.$/ {
      if ($3 in helped) bad("a second help")
      helped[$3] = 1; current = $3; next
    }
    /^# TYPE [a-z_]+ (counter|gauge|histogram)$/ {
      if ($3 != current || $3 in typed) bad("a type without its help")
      if (($3 ~ /_total$/) != ($4 == "counter")) bad("a name of another type")
      typed[$3] = 1; next
    }
    /^[a-z_]+(\{[a-z]+="[^"\\]+"(,[a-z]+="[^"\\]+")?\})? [0-9.e+]+$/ {
      name = $1; sub(/\{.*/, "", name)
      if (name ~ /_seconds_(bucket|sum|count)$/) sub(/_[a-z]+$/, "", name)
      if (name != current || !(name in typed)) bad("a sample elsewhere")
      if ($1 in seen) bad("a sample twice")
      seen[$1] = 1; next
    }
    { bad("no line of the format") }
    END { if (!failed && length(typed) != 19) { print length(typed) " metrics"; exit 1 } }
  ' "$dir/metrics" > "$dir/out" || fail "$(cat "$dir/out")"
  ! command -v promtool > /dev/null || promtool check metrics < "$dir/metrics" > "$dir/out" 2>&1 ||
    fail "promtool: $(cat "$dir/out")"
}
has() { grep -qxF "agentcli_$1" "$dir/metrics" || fail "not $1: $(cat "$dir/metrics")"; } # LINE

metrics
for line in 'runs{state="queued"} 0' 'runs{state="running"} 0' 'runs{state="waiting"} 0' \
  'runs{state="ended"} 0' 'workers_started_total 0' 'runs_total{reason="answered"} 0' \
  'connections 1' 'streams 0' 'streams_behind 0' 'asks{kind="hostTool"} 0' 'run_seconds_count 0' \
  'tokens_total{kind="prompt"} 0'; do
  has "$line"
done

begin_run "$(waiting_run)"
follow "$dir/events"
metrics
for line in 'runs{state="waiting"} 1' 'workers_started_total 1' 'connections 2' 'streams 1' \
  'asks{kind="hostTool"} 1'; do
  has "$line"
done
ask POST "/v1/runs/$id/cancel"
wait $reader
for wrong in 1 2; do ask GET /nothing; done
ask POST /v1/runs '{"promt":"go"}'
ask GET /v1/runs '' -H 'Origin: http://evil.test'
metrics
for line in 'runs{state="waiting"} 0' 'runs{state="ended"} 1' 'workers_started_total 1' \
  'runs_total{reason="interrupted"} 1' 'runs_total{reason="answered"} 0' 'streams 0' \
  'asks{kind="hostTool"} 0' 'run_seconds_count 1' 'run_seconds_bucket{le="+Inf"} 1' \
  'stream_disconnects_total{why="end"} 1' 'stream_disconnects_total{why="left"} 0' \
  'http_requests_total{route="/v1/runs/{id}/cancel",code="202"} 1' \
  'http_requests_total{route="/v1/runs/{id}/events",code="200"} 1' \
  'http_requests_total{route="/v1/runs",code="201"} 1' \
  'http_requests_total{route="/v1/runs",code="422"} 1' \
  'http_requests_total{route="/v1/runs",code="403"} 1' \
  'http_requests_total{route="other",code="404"} 2'; do
  has "$line"
done
stop

# Calls and tokens.
{
  calls c1 fs_listdir '{}'
  then_says c1 'done' | jq -c '.usage = {prompt_tokens: 10, completion_tokens: 5}'
} > "$dir/talk"
"$bin/fs_listdir" --describe |
  jq -c --arg tool "$bin/fs_listdir" '{tools:[.command[0] = $tool]}' > "$dir/tools.json"
serve --replay "$dir/talk" --tools "$dir/tools.json"
ask POST /v1/runs '{"prompt":"list"}' -H 'Prefer: wait=20'
is 200 '.result.answer == "done"' 'a run with a call'
metrics
for line in 'tool_calls_total{tool="fs_listdir",outcome="ok"} 1' 'tokens_total{kind="prompt"} 10' \
  'tokens_total{kind="completion"} 5' 'runs_total{reason="answered"} 1'; do
  has "$line"
done
for name in process_open_fds process_resident_memory_bytes process_start_time_seconds; do
  grep -qE "^$name [1-9]" "$dir/metrics" || fail "no $name"
done
stop

# The next server measures what this one has left.
serve --replay "$dir/talk"
metrics
has 'runs{state="ended"} 2'
has 'runs_total{reason="interrupted"} 0'
bytes=$(find "$state" -type f -printf '%s\n' | awk '{ sum += $1 } END { print sum }')
has "state_bytes $bytes"
stop
