# A tool that is killed, or its supervisor, at any moment of a command that commits, packs, and
# removes names: the next calls take over what was added, and nothing that was named is lost.
place=/var/tmp # /tmp of a command is another one
. "$(dirname "$0")/../shell.sh"
. "$(dirname "$0")/history.bash"

line='echo k >> f; git commit -qam killed; git repack -q -a -d; git branch -qD gone
  git stash clear; echo l >> f; git commit -qam again; git tag -d v2'
jq -cn --arg line "$line" '{command: $line, timeoutSec: 60}' > "$dir/request"

# Nothing holds a slot any more when the processes of the killed command have ended.
recovered() {
  local attempt
  for attempt in $(seq 200); do
    inside true
    [ -n "$(find "$root"/.git/agentcli/q-* -size +0 -type f ! -path '*/info/*')" ] \
      || ! git -C "$root" rev-parse -q --verify 'HEAD^{commit}' > "$dir/out" 2>&1 || return 0
    sleep 0.05
  done
  fail "$name: not taken over: $(find "$root"/.git/agentcli -ls) $(cat "$dir/answer")"
}
for victim in tool supervisor; do
  for milliseconds in 2 4 6 8 10 12 14 16 18 20 23 26 30 35 40 50 60 80 100; do
    name="the $victim is killed after $milliseconds ms"
    fresh "$([ $((milliseconds % 4)) = 0 ] && echo loose || echo packed)"
    "$bin/exec" --root "$root" --require namespaces --env HOME < "$dir/request" > "$dir/out" 2>&1 &
    tool=$!
    sleep "$(printf 0.%03d "$milliseconds")"
    killed=$tool
    [ "$victim" = tool ] || killed=$(pgrep -P "$tool" | head -n 1) || killed=$tool
    kill -9 "$killed" 2> "$dir/out" || true
    wait "$tool" 2> "$dir/out" || true
    recovered
    # Left by a git that was killed: it asks a person to remove them.
    find "$root/.git" '(' -name '*.lock' -o -name packed-refs.new ')' -delete
    check
  done
done
