# The disk takes no more while an event is written: the run ends as failed, its readers hear all of
# it, and the server is not ready until there is room.
. "$(dirname "$0")/../../shell.sh"
needs_root 'a file system of its own'
with_own_mounts
. "$(dirname "$0")/server.bash"
says long | jq -c '.message.content = ([range(30000)] | map(tostring) | join(" "))' > "$dir/talk"
mkdir -m 700 "$state" "$dir/sessions"
mount -t tmpfs -o size=200k,mode=700 none "$state"
at_end 'umount -l "$state"'
serve --replay "$dir/talk" --sessions "$dir/sessions"

ask POST /v1/runs '{"prompt":"go"}' -H 'Prefer: wait=20'
is 200 '.state == "ended" and .result.exitReason == "failed"
  and (.result.error.message | contains("disk"))' 'the run'
id=$(jq -r .id <<< "$answer")
events > "$dir/events"
jq -se 'map(.seq) == [range(1; length + 1)] and .[-1].event == "end"' "$dir/events" > /dev/null ||
  fail "its events: $(cut -c 1-200 "$dir/events")"
ask GET /v1/runs
is 200 '.runs | map(.state) == ["ended"]' 'the list'
for _ in 1 2; do
  ask GET /readyz
  is 503 '.code == "BUSY"' 'it is not ready'
  ask POST /v1/runs '{"prompt":"again"}' -H 'Idempotency-Key: a'
  is 503 '.code == "BUSY" and (.error | contains("state directory"))' 'a new run'
  [ -n "$(field retry-after)" ] || fail 'no Retry-After'
  cp /dev/zero "$state/more" 2> /dev/null || true # now nothing can be made either
done

rm "$state/more"
mount -o remount,size=2m "$state"
ask GET /readyz
is 200 '.status == "ready"' 'there is room'
cmp "$dir/events" "$state/runs/$id/events.ndjson" || fail 'what was not written'
ask POST /v1/runs '{"prompt":"again"}' -H 'Prefer: wait=20' -H 'Idempotency-Key: a'
is 200 '.result.exitReason == "answered"' 'a new run'
stop
[ "$status" = 0 ] || fail "it ends with $status"
