# Killed at any instant, a run leaves a session that can be loaded, in which each call has one
# result.
. "$(dirname "$0")/../../shell.sh"
set -o pipefail
mkdir "$dir/work"
cd "$dir/work"
export OAI_MODEL=m XDG_STATE_HOME=$dir/state
echo '{"tools": [{"name": "echo", "schema": {"type": "object"}, "command": ["cat"]}]}' > tools.json
call() { # ID
    printf '{"id":"%s","type":"function","function":{"name":"echo","arguments":"{}"}}' "$1"
}
{
    printf \
      '{"asked":[{"role":"user","content":"go"}],"message":{"role":"assistant","content":null,"tool_calls":[%s,%s]}}\n' "$(call a)" "$(call b)"
    printf \
      '{"asked":[{"role":"tool","tool_call_id":"a","content":"{}"},{"role":"tool","tool_call_id":"b","content":"{}"}],"message":{"role":"assistant","content":null,"tool_calls":[%s]}}\n' "$(call c)"
    echo \
      '{"asked":[{"role":"tool","tool_call_id":"c","content":"{}"}],"message":{"role":"assistant","content":"done"}}'
} > recording

kill_after() { # SIGNAL SECONDS NAME
    "$bin/agentcli" --tools tools.json --system= --prompt go --replay recording -s "$3" > out 2>&1 &
    sleep "$2"
    kill "-$1" $! 2> /dev/null || true
    wait $! 2> /dev/null || true
}
count=0
instants='0 1 2 3 4 5 6 8 10 13 16 20'
if is_sanitized; then instants='0 2 5 10 16'; fi # a start takes thirty times as long
# On a slow machine the same instants come later: until most runs have got as far as their session.
for slower in 1 5 25 125; do
    for signal in KILL INT; do
        for milliseconds in $instants; do
            count=$((count + 1))
            kill_after "$signal" "$(printf 0.%03d "$milliseconds" \
              | awk -v n=$slower '{ print $1 * n }')" "k$count"
        done
    done
    begun=$(find "$dir" -name '*.ndjson' -size +0 | wc -l)
    [ "$begun" -le 12 ] || break
done
# Not before: a child that is killed before it is agentcli would do it, too.

for file in "$XDG_STATE_HOME"/agentcli/sessions/*; do
    name=$(basename "$file" .ndjson)
    # It can be gone on with, and is said to be mended but once.
    status=0
    "$bin/agentcli" --tools tools.json --prompt more --base-url http://127.0.0.1:9 -s "$name" \
      > out 2> err || status=$?
    [ "$status" = 1 ] || { echo "FAILED: $name can't be gone on with"; cat err "$file"; exit 1; }
    "$bin/agentcli" --show-session "$name" --json >> shown 2> err
    [ ! -s err ]
done
perl -MJSON::PP -ne '
    my @open;
    for my $message (@{decode_json($_)}) {
        if ($message->{role} eq "tool") {
            (shift @open // "") eq $message->{tool_call_id} or die "a result without its call: $_"
        } else {
            @open and die "a call without its result: $_";
            @open = map { $_->{id} } @{$message->{tool_calls} // []}
        }
    }
    @open and die "a call without its result: $_"' shown
[ "$(wc -l < shown)" -gt 10 ]
