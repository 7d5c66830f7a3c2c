# What the cookbook shows that needs a model, or another program to start it, works: the job of
# ci.md, the line of cron.md's crontab, and what local-server.md types in. A server on loopback
# takes the model's place, calls get_time once, and says "done".
. "$(dirname "$0")/../shell.sh"
command -v jq > /dev/null || exit 77
exec 3< <(exec perl "$source/bench/chat_server.pl")
server=$!
at_end 'kill "$server"'
read -r port <&3
fail() { echo "FAILED: $1"; cat "$dir/out" "$dir/err"; exit 1; }

block() { # PAGE: its block, with what is here in place of what a reader has
  awk '$0 == "```" { inside = 0 } inside; $0 == "```text" { inside = 1 }' "$source/examples/$1" |
    sed "s|/usr/share/agentcli/|$bin/../share/agentcli/|; s|127.0.0.1:8080/v1|127.0.0.1:$port/1/v1|"
}
try() { # NAME COMMAND…: in a directory of its own
  mkdir -p "$dir/$1"
  (cd "$dir/$1" && shift && "$@" > "$dir/out" 2> "$dir/err" < /dev/null) || fail "$1 exits with $?"
  [ ! -s "$dir/err" ] || fail "$1 complains"
}
[ "$(cat "$source"/examples/*.md | grep -c '^```text')" = 3 ] \
  || fail 'a block of the cookbook is run by no test'

try ci env "PATH=$bin:$PATH" "OAI_BASE_URL=http://127.0.0.1:$port/1/v1" OAI_API_KEY=of-the-job \
  bash -euo pipefail -c "$(block ci.md)"
[ "$(head -n 1 "$dir/out")" = done ] && grep -q '^2 lines, unbroken' "$dir/out" \
  || fail 'the job says something else'
[ "$(jq -r '.calls[].tool' "$dir/ci/review.json")" = get_time ] \
  || fail 'the job calls something else'

# As cron reads it: variables, then five fields and what sh is given.
line=$(block cron.md | tail -n 1)
[[ $line =~ ^([^\ ]+\ +){5}(.*)$ ]] || fail 'the crontab has no line'
[[ ${BASH_REMATCH[2]} != *%* ]] || fail 'cron would take a percent sign for a line break'
mkdir -p "$dir/home/notes"
try cron env -i "HOME=$dir/home" "PATH=$bin:/usr/bin:/bin" "$(block cron.md \
  | head -n 1)" sh -c "${BASH_REMATCH[2]}"
[ "$(cat "$dir/out")" = done ] || fail 'cron would mail something else'
[ -d "$dir/home/notes/.agentcli/audit" ] || fail 'it runs in another directory'

mkdir "$dir/programs"
printf '#!/bin/sh\necho "$*" > started\n' > "$dir/programs/llama-server"
chmod +x "$dir/programs/llama-server"
mkdir "$dir/local"
try local env "PATH=$dir/programs:$bin:$PATH" bash -eu -c "$(block local-server.md)
wait"
[ "$(cat "$dir/out")" = done ] || fail 'the local server says something else'
[ "$(cat "$dir/local/started")" = '-m model.gguf --port 8080 --jinja' ] \
  || fail 'the server is started by something else'
