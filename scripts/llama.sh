#!/usr/bin/env bash
# llama.sh [BUILD]: drives agentcli of a build (build/release without one) against a real server:
# llama-server of Debian sid, in a root that debootstrap makes once beneath
# ${XDG_CACHE_HOME:-~/.cache}/agentcli-llama, with a model that tests/llama/model.py writes. Not
# part of CI: run it before a release. Exit status 77, with a message, if it can't be run here. Ends
# with a line that counts the checks.
set -euo pipefail
cd "$(dirname "$0")/.."
bin=$PWD/${1:-build/release}/bin
skip() { echo "skipped: $1"; exit 77; }
[ "$(id -u)" = 0 ] || skip 'debootstrap requires root'
[ -x "$bin/agentcli" ] || { echo "there is no $bin/agentcli: build it first"; exit 1; }
# shellcheck source=scripts/packages.sh
source scripts/packages.sh

cache=${XDG_CACHE_HOME:-$HOME/.cache}/agentcli-llama
root=$cache/sid
make_root() {
  install debootstrap || skip 'debootstrap cannot be installed'
  local mirror
  # shellcheck disable=SC2016
  mirror=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' \
    | grep -m 1 -E '/debian/?$' || true)
  [ -n "$mirror" ] || skip 'apt has no mirror of Debian'
  rm -rf --one-file-system "$root"
  mkdir -p "$cache"
  debootstrap --variant=minbase --include=ca-certificates sid "$root" "$mirror" > "$cache/log" \
    2>&1 || { tail -n 5 "$cache/log"; skip 'debootstrap cannot make a root of sid'; }
  cp -L /etc/resolv.conf /etc/hosts "$root/etc/"
  # how this machine reaches the mirror
  apt-config dump Acquire::http Acquire::https > "$root/etc/apt/apt.conf.d/90llama"
  chroot "$root" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq \
    --no-install-recommends llama.cpp-tools python3-minimal > "$cache/log" 2>&1 ||
    { tail -n 5 "$cache/log"; skip 'sid has no llama-server for this machine'; }
  touch "$root/made"
}
[ -f "$root/made" ] || make_root
mkdir -p "$root/work"
for order in shortest fullest projector; do
  chroot "$root" python3 - "/work/$order.gguf" "$order" < tests/llama/model.py
done
chroot "$root" llama-server --version 2>&1 | head -n 1

dir=$(mktemp -d)
server=''
stop() {
  [ -n "$server" ] || return 0
  kill "$server" 2> /dev/null || true
  wait "$server" 2> /dev/null || true
  server=''
}
trap 'stop; rm -rf "$dir"' EXIT
mkdir "$dir/work"
cd "$dir/work"
echo Tea > notes.txt
export HOME=$dir OAI_API_KEY=key OAI_MODEL=bigrams
unset XDG_CONFIG_HOME XDG_STATE_HOME OAI_BASE_URL

serve() { # ORDER FLAG…: a server with that model, in place of the one before
  stop
  local order=$1 port
  shift
  for port in $(shuf -i 20000-30000 -n 5); do
    : > "$dir/log"
    nice -n 10 chroot "$root" llama-server -m "/work/$order.gguf" --host 127.0.0.1 --port "$port" \
      -t 1 -tb 1 --threads-http 2 -np 1 --temp 0 --no-ui --offline "$@" > "$dir/log" 2>&1 \
      < /dev/null &
    server=$!
    while kill -0 "$server" 2> /dev/null && ! grep -q 'listening on' "$dir/log"; do sleep 0.1; done
    export OAI_BASE_URL=http://127.0.0.1:$port/v1
    ! kill -0 "$server" 2> /dev/null || return 0
  done
  cat "$dir/log"
  echo 'FAILED: llama-server does not start'
  exit 1
}

checks=0
failed=0
fail() { failed=$((failed + 1)); echo "FAILED: $1"; head -c 2000 "$dir/out" "$dir/err"; }
run() { # STATUS FLAG…: agentcli ends so; its output is in $dir/out and $dir/err
  local expected=$1 status=0
  shift
  checks=$((checks + 1))
  timeout 300 "$bin/agentcli" "$@" > "$dir/out" 2> "$dir/err" < /dev/null || status=$?
  [ "$status" = "$expected" ] || fail "agentcli $(printf '%.60s ' "$@")exits with $status"
}
says() { checks=$((checks + 1)); grep -qE -- "$1" "$dir/out" || fail "stdout lacks $1"; }
warns() { checks=$((checks + 1)); grep -qE -- "$1" "$dir/err" || fail "stderr lacks $1"; }
# TEXT: the events have it in several pieces; redaction may hold the end of one back for the next
streams() {
  local pieces
  pieces=$(sed -n 's/.*"event":"text",.*"text":"\([^"]*\)".*/\1/p' "$dir/out")
  checks=$((checks + 1))
  [ "${pieces//$'\n'/}" = "$1" ] && [ "$(wc -l <<< "$pieces")" -gt 1 ] \
    || fail "stdout lacks the pieces of $1"
}
greeting='A real server says grüß dich 👋'

echo 'text, calls and schemas'
tools=$("$bin/agentcli" capabilities | sed -n 's/^\([a-z_]*\)  .*/\1/p')
[ "$(wc -w <<< "$tools")" -ge 15 ] || fail 'tools are missing'
serve shortest -c 32768 --sse-ping-interval 1
run 0 --prompt 'say hello'; says "^$greeting\$"
run 0 --stream --prompt 'say hello'; says "^$greeting\$"
run 0 --top-p 0.9 --seed 7 --stop ' says' --stop never --prompt 'say hello'; says '^A real server$'
run 0 --stream --events --prompt 'say hello'; streams "$greeting"; says "\"answer\":\"$greeting\""
for stream in '' --stream; do
  run 0 --events $stream --prompt 'exec please'; says '"event":"result".*from the model\\\\n'
  says '"answer":"The tools have answered."'
  run 0 --events $stream --prompt 'two please'
  says '"event":"result".*"tool":"get_time".*\+05:30'
  says '"event":"result".*"tool":"fs_read_file".*Tea\\\\n'
  run 0 --json $stream --prompt 'wrong please'; says '"tool":"fs_read_file","code":"NOT_FOUND"'
  says '"steps":2'
  run 0 --events $stream --max-tokens 4 --prompt 'exec please'
  says 'cut off at its limit of tokens'; says '"answer":"The tools have answered."'
  run 0 --json $stream --max-tokens 3 --prompt 'endless please'; says '"finishReason":"length"'
  warns 'limit of tokens'
done
run 0 -s llama --prompt 'exec please'; run 0 -s llama --prompt 'two please'
run 0 -s llama --prompt 'say hello'; says "^$greeting\$"

echo 'structured answers'
cat > "$dir/schema.json" <<'SCHEMA'
{"type":"object","properties":{"city":{"type":"string"},"n":{"type":"integer"},"tags":{"type":"array","items":{"enum":["a","b"]},"minItems":1}},"required":["city","n","tags"],"additionalProperties":false}
SCHEMA
echo '{"tools":[]}' > "$dir/none.json"
for flags in "--prompt say" "--prompt exec" "--prompt two" "--prompt silence" \
  "--prompt any --tools $dir/none.json"; do
  # shellcheck disable=SC2086
  run 0 $flags --output-schema "$dir/schema.json"; says '^\{"city":"","n":0,"tags":\["[ab]"\]\}$'
done

echo 'context'
run 1 --json --prompt 'long please'; says '--context-window 32768'
run 1 --stream --prompt 'long please'; warns '--context-window 32768'
run 0 --events --context-window 32768 --prompt 'long please'
says '"event":"context",.*"shortened":1'; says '"answer":"The tools have answered."'

echo \
  'each schema, in the fewest fields and with the others: the grammar of the server and the check of agentcli agree'
for order in shortest fullest; do
  serve "$order" -c 32768
  for tool in $tools; do
    rm -rf .agentcli
    run 0 --only-tools "$tool" --max-tokens 2000 --prompt 'call it'
    checks=$((checks + 1))
    # A call that does not fit the schema is not run, and has no exit status.
    grep -qE "\"tool\":\"$tool\".*\"exit\":[0-9]" .agentcli/audit/*.log \
      || fail "$order: $tool was not run: $(cat .agentcli/audit/*.log)"
  done
done

echo 'interruption and time'
serve shortest -c 262144 --context-shift
for signal in INT TERM; do
  checks=$((checks + 1))
  : > "$dir/out"
  env --default-signal=INT "$bin/agentcli" --stream --prompt 'endless please' > "$dir/out" \
    2> "$dir/err" < /dev/null &
  agent=$!
  while kill -0 "$agent" 2> /dev/null && [ ! -s "$dir/out" ]; do sleep 0.1; done
  kill -s "$signal" "$agent"
  status=0
  wait "$agent" || status=$?
  [ "$status" = $((128 + $(kill -l "$signal"))) ] || fail "SIG$signal ends it with $status"
  warns '^agentcli: interrupted$'
  run 0 --prompt 'say hello'; says "^$greeting\$" # the only slot is free again
done
run 124 --timeout 2 --prompt 'endless please'; warns 'no whole answer'
run 5 --stream --max-seconds 3 --prompt 'endless please'
run 0 --prompt 'say hello'; says "^$greeting\$"

echo 'images'
# A PNG of 28x28 red pixels.
base64 -d > red.png <<'PNG'
iVBORw0KGgoAAAANSUhEUgAAABwAAAAcCAIAAAD9b0jDAAAAJUlEQVR4nGP4z8BAdUR9E0cNHTV01NBRQ0cNHTV01NBRQweloQAOyg0e8L+IEAAAAABJRU5ErkJggg==
PNG
serve shortest -c 32768 --mmproj /work/projector.gguf
for api in chat responses; do
  run 0 --api $api --json --prompt 'say hello' --tools none
  without=$(sed -n 's/.*"prompt_tokens":\([0-9]*\).*/\1/p' "$dir/out")
  run 0 --api $api --json --prompt 'say hello' --tools none --image red.png
  says "\"answer\":\"$greeting\""
  with=$(sed -n 's/.*"prompt_tokens":\([0-9]*\).*/\1/p' "$dir/out")
  checks=$((checks + 1))
  [ "${with:-0}" -gt "${without:-0}" ] || fail "$api: the image has no tokens"
done
serve shortest -c 32768
for api in chat responses; do
  run 0 --api $api --prompt 'say hello' --tools none --image red.png; warns 'no images'
done

echo 'embeddings, keys, and a server without templates'
serve shortest -c 8192 --embeddings --pooling mean
run 0 embed --prompt hello; says '"embedding":\[[0-9.,e-]+\]'
printf 'one\ntwo words\n' > "$dir/lines"
checks=$((checks + 1))
"$bin/agentcli" embed --lines --prompt - < "$dir/lines" > "$dir/out" 2> "$dir/err" \
  || fail 'embed --lines'
says '"embeddings":\[\[[0-9.,e-]+\],\[[0-9.,e-]+\]\]'
serve shortest -c 32768 --api-key right
run 1 --prompt 'say hello'; warns '401'
run 0 --api-key right --prompt 'say hello'; says "^$greeting\$"
serve shortest -c 32768 --no-jinja
run 1 --prompt 'say hello'; warns '--jinja'
run 1 embed --prompt hello; warns '501'

echo "$checks checks, $failed failed"
[ "$failed" = 0 ]
