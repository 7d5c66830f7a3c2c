# The password of a proxy, of a header and of a variable is found as it is, as URLs, JSON and base64
# write it, and as the Basic scheme sends it.
. "$(dirname "$0")/../../shell.sh"
set -o pipefail
fail() { echo "FAILED: $1: $2"; exit 1; }
basic=$(printf 'me:p@ss/w%%rd1' | base64)
spellings=('p@ss/w%rd1' 'p%40ss%2Fw%25rd1' 'p%40ss%2fw%25rd1' 'p@ss\/w%rd1' 'p\u0040ss/w%rd1' \
  'cEBzcy93JXJkM' "$basic")
check() { # NAME COMMAND…
    for text in "${spellings[@]}"; do
        shown=$(printf '<%s>' "$text" | "${@:2}")
        [ "$shown" = '<[redacted]>' ] || fail "$1" "$text -> $shown"
    done
}
for name in http_proxy HTTPS_PROXY all_proxy; do
    check "$name" env -i "$name=http://me:p%40ss%2Fw%25rd1@127.0.0.1:9" "$bin/agentcli" redact
done
check 'a variable' env -i 'A_TOKEN=p%40ss%2Fw%25rd1' "BASIC_TOKEN=$basic" "$bin/agentcli" redact

# Of flags that only a conversation has: in the error of a server that cannot be reached, and in
# what the model is sent.
cd "$dir"
env -i "$bin/agentcli" --model m --system= --dry-run --header "Authorization: Basic $basic" \
  --prompt "<${spellings[0]} ${spellings[1]} $basic>" > out
grep -qF '<[redacted] [redacted] [redacted]>' out || fail 'a header' "$(cat out)"
