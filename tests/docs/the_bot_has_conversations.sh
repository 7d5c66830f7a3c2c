# The bot of examples/bot: its host tool and its context reach the model, it approves of one file
# and of nothing else, and it receives the end although cutting.py cuts its connections.
. "$(dirname "$0")/../shell.sh"
. "$(dirname "$0")/../runner/server/server.bash"
needs python3
bot=$source/examples/bot/bot.py
[ "$(wc -l < "$bot")" -le 60 ] || fail 'the bot has more than 60 lines'

write() { jq -cn --arg path "$1" '{path: $path, content: "late\n", createDirs: true}'; }
calls c1 open_orders '{}' |
  jq -c '.asked = [{role: "user", content: "<any>\"json\":{\"number\":\"4711\"}}]}"}] + .asked' \
    > "$dir/talk"
{ calls c2 fs_write_file "$(write notes/4711.md)"
  calls c3 fs_write_file "$(write notes/4712.md)"
  says 'Order 9 is late; I have made a note.'; } |
  jq -cs 'to_entries[] | .key as $key | .value |
    .asked = [{role: "tool", tool_call_id: "c\($key + 1)", content: "<any>"}]' >> "$dir/talk"
awk '$0 == "```" { inside = 0 } inside; $0 == "```text" { inside = 1 }' \
  "$source/examples/bot/README.md" > commands
read -r started flags < <(sed -n 's/^agentcli \(.*\) &$/\1/p' commands)
[ "$started" = serve ] || fail 'the README starts no server'
# shellcheck disable=SC2086 # words
serve --replay "$dir/talk" $flags
cp "$bot" .

mkdir -p "$dir/cut/agentcli"
cut_connections "$dir/cut/agentcli/serve.sock"

for runtime in "$dir/run" "$dir/cut"; do
  rm -rf notes
  [ "$runtime" = "$dir/run" ] || ask DELETE /v1/sessions/customer-4711
  grep -v '^agentcli' commands |
    XDG_RUNTIME_DIR=$runtime timeout 30 bash -eu > out 2> err || fail 'the bot fails'
  [ "$(cat out)" = 'Order 9 is late; I have made a note.' ] || fail 'the bot prints something else'
  [ "$(cat notes/4711.md)" = late ] || fail 'the note is missing'
  [ ! -e notes/4712.md ] || fail 'the bot approves of everything'
  ask GET '/v1/runs?limit=1'
  id=$(jq -r '.runs[0].id' <<< "$answer")
  events | jq -se '[.[] | select(.event == "result")] | (.[0].content | contains("2026-11-20"))
    and (.[2].content | contains("only notes/4711.md may be written"))' > /dev/null ||
    fail "the results: $(events)"
done
stop
[ "$status" = 0 ] || fail "the server ends with $status"
