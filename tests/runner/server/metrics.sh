# What the server tells Prometheus is of its text format, and counts runs, streams, refusals and
# bytes.
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
    /^# HELP [a-z_]+ [A-Z][^\\]*\.$/ {
      if ($3 in helped) bad("a second help")
      helped[$3] = 1; current = $3; next
    }
    /^# TYPE [a-z_]+ (counter|gauge)$/ {
      if ($3 != current || $3 in typed) bad("a type without its help")
      if (($3 ~ /_total$/) != ($4 == "counter")) bad("a name of another type")
      typed[$3] = 1; next
    }
    /^[a-z_]+(\{[a-z]+="[a-z0-9-]+"\})? [0-9]+$/ {
      name = $1; sub(/\{.*/, "", name)
      if (name != current || !(name in typed)) bad("a sample elsewhere")
      if ($1 in seen) bad("a sample twice")
      seen[$1] = 1; next
    }
    { bad("no line of the format") }
    END { if (!failed && length(typed) != 7) { print length(typed) " metrics"; exit 1 } }
  ' "$dir/metrics" > "$dir/out" || fail "$(cat "$dir/out")"
  ! command -v promtool > /dev/null || promtool check metrics < "$dir/metrics" > "$dir/out" 2>&1 ||
    fail "promtool: $(cat "$dir/out")"
}
has() { grep -qxF "agentcli_$1" "$dir/metrics" || fail "not $1: $(cat "$dir/metrics")"; } # LINE

metrics
for line in 'runs{state="queued"} 0' 'runs{state="running"} 0' 'runs{state="waiting"} 0' \
  'runs{state="ended"} 0' 'runs_started_total 0' 'runs_ended_total{reason="answered"} 0' \
  'connections 1' 'streams 0'; do
  has "$line"
done

begin_run "$(waiting_run)"
follow "$dir/events"
metrics
for line in 'runs{state="waiting"} 1' 'runs_started_total 1' 'connections 2' 'streams 1'; do
  has "$line"
done
ask POST "/v1/runs/$id/cancel"
wait $reader
for wrong in 1 2; do ask GET /nothing; done
ask POST /v1/runs '{"promt":"go"}'
ask GET /v1/runs '' -H 'Origin: http://evil.test'
metrics
for line in 'runs{state="waiting"} 0' 'runs{state="ended"} 1' 'runs_started_total 1' \
  'runs_ended_total{reason="interrupted"} 1' 'runs_ended_total{reason="answered"} 0' 'streams 0' \
  'requests_refused_total{status="403"} 1' 'requests_refused_total{status="404"} 2' \
  'requests_refused_total{status="422"} 1'; do
  has "$line"
done
stop

# The next server measures what this one has left.
serve --replay "$dir/talk"
metrics
has 'runs{state="ended"} 1'
has 'runs_ended_total{reason="interrupted"} 0'
bytes=$(find "$state" -type f -printf '%s\n' | awk '{ sum += $1 } END { print sum }')
has "state_bytes $bytes"
stop
