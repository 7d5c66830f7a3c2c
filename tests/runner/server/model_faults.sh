# A model that sends one byte a second, 64 MiB in a line, an answer without an end, or nothing: its
# run ends as failed, by its limit or by a client; other runs are answered meanwhile, and SIGTERM
# ends all of them in order.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/server.bash"
needs python3
mkfifo "$dir/port"
python3 -B "$source/tests/runner/server/model.py" > "$dir/port" &
model=$!
at_end 'kill $model'
read -r port < "$dir/port"
model_flags=(--base-url "http://127.0.0.1:$port/v1" --model m --http-retries 0)
serve "${model_flags[@]}"
answers_another() { # WHILE
  ask POST /v1/runs '{"prompt":"go"}' -H 'Prefer: wait=120' --max-time 130
  is 200 '.result.answer == "hello"' "another run, while $1"
}
ends_with() { # REASON WHILE: of the run $id; its events are numbered through
  events --max-time 300 > "$dir/events" || fail "the events of $2"
  tail -1 "$dir/events" | jq -e --arg reason "$1" '.event == "end" and
    .run.result.exitReason == $reason and (.run.result.error | length > 0)' > /dev/null ||
    fail "$2: $(tail -1 "$dir/events")"
  sed -n 's/^{"event":"[a-z]*","seq":\([0-9]*\),.*/\1/p' "$dir/events" > "$dir/numbers"
  seq "$(wc -l < "$dir/events")" | cmp - "$dir/numbers" || fail "the numbers of $2"
}
begin_run '{"prompt":"drip"}'
drip=$id
begin_run '{"prompt":"silent"}'
silent=$id
answers_another 'others say nothing'
begin_run '{"prompt":"drip","limits":{"seconds":0.2}}'
ends_with max-seconds 'a byte a second'
for id in $drip $silent; do
  ask GET "/v1/runs/$id"
  is 200 '.state == "running"' 'it goes on'
  ask POST "/v1/runs/$id/cancel"
  ends_with interrupted 'one that says nothing'
done
begin_run '{"prompt":"line"}'
ends_with failed '64 MiB in a line'
begin_run '{"prompt":"endless"}'
answers_another 'one does not end'
ends_with failed 'an answer without an end'
stop
[ "$status" = 0 ] || fail "it ends with $status"

# SIGTERM while each of them goes on.
serve "${model_flags[@]}"
began() { grep -q '"event":"turn"' "$state/runs/$id/events.ndjson"; }
readers=()
for prompt in drip silent quiet line endless; do
  begin_run '{"prompt":"'$prompt'"}'
  for _ in $(seq 500); do ! began || break; sleep 0.02; done
  events --max-time 120 > "$dir/$prompt" 2> /dev/null &
  readers+=($!)
done
for _ in $(seq 500); do # all of them read
  ask GET /metrics
  [ "$(sed -n 's/^agentcli_streams //p' <<< "$answer")" -lt 4 ] || break
  sleep 0.02
done
stop
[ "$status" = 0 ] || fail "it ends with $status after SIGTERM"
wait "${readers[@]}" || true
for prompt in drip silent quiet; do
  tail -1 "$dir/$prompt" | jq -e '.run.result.exitReason == "interrupted"' > /dev/null ||
    fail "the end of $prompt: $(tail -1 "$dir/$prompt")"
done
for run in "$state"/runs/*/events.ndjson; do
  tail -1 "$run" | grep -q '^{"event":"end"' || fail "$run has no end"
done
