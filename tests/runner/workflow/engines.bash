# After runs.bash: many items by an engine, whose tasks are killed at random instants. AGENTCLI_ITEMS
# is how many [40], AGENTCLI_KILLS how many kills [10]. Each item has to get one result, no step with
# once: true may be done twice, and the audit trail has to verify.
items=${AGENTCLI_ITEMS:-40}
kills=${AGENTCLI_KILLS:-10}
state=$dir/runs
agentcli=("$bin/agentcli" --tools "$dir/tools.json")

kill_at_random() { # COUNT: one process of a run every so often, until there were so many kills
  AGENTCLI_KILL_COUNT=$1 exec python3 - "$state" << 'END'
import os, random, signal, sys, time
left = int(os.environ["AGENTCLI_KILL_COUNT"])
def runs():
    for number in filter(str.isdigit, os.listdir("/proc")):
        try:
            words = open(f"/proc/{number}/cmdline").read().split("\0")
        except OSError:
            continue
        if words[0].endswith("/agentcli") and sys.argv[1] in words:
            yield int(number) # or a worker, or a supervisor of tools
end = time.monotonic() + 600
while left > 0 and time.monotonic() < end:
    time.sleep(random.uniform(0.01, 0.2))
    found = list(runs())
    if not found:
        continue
    try:
        os.kill(random.choice(found), random.choice([signal.SIGKILL, signal.SIGTERM]))
        left -= 1
        print("killed", flush=True)
    except OSError:
        pass
END
}

# As an operator who looks: continues a run that nobody knows the state of. ARGUMENT…: of agentcli
finish_run() {
  local status=0 step word
  for _ in 1 2 3 4 5 6 7 8; do
    status=0
    "${agentcli[@]}" --batch --json "$@" > "$dir/out" 2> "$dir/err" || status=$?
    [ $status != 0 ] || return 0
    grep -q UNCERTAIN "$dir/out" || { cat "$dir/out" "$dir/err"; fail "a run has ended with $status"; }
    step=$(sed -n 's/.*--assume \([^ ]*\)=done or .*/\1/p' "$dir/out" | head -n 1)
    word=$(sed 's/.*\[\([0-9]*\)\].*/\1/' <<< "$step")
    [ "$word" != "$step" ] || word=$(sed 's/.*--run-id \([0-9]*\).*/\1/' <<< "$*")
    if grep -qx "$word" once.log; then
      "${agentcli[@]}" --batch "$@" --assume "$step=done" > "$dir/out" 2> "$dir/err" || continue
    else
      "${agentcli[@]}" --batch "$@" --assume "$step=undone" > "$dir/out" 2> "$dir/err" || continue
    fi
  done
  fail "a run has not finished: $*"
}

check_items() { # FILE: the indices of the items that have results, a line each
  [ "$(sort -n "$1")" = "$(seq 0 $((items - 1)))" ] || fail 'not each item has one result'
  [ "$(sort -n once.log)" = "$(seq 0 $((items - 1)))" ] ||
    fail "steps with once: true were done again or not at all: $(sort -n once.log | uniq -d | head)"
  "$bin/agentcli" audit verify > "$dir/out" || fail 'the audit trail is broken'
}
