# What agentcli cuts is redacted before: no beginning or end of a secret stays in AGENTS.md, what a
# tool prints to stderr, and the list of sessions.
. "$(dirname "$0")/../../shell.sh"
set -o pipefail
mkdir "$dir/work"
cd "$dir/work"
export OAI_MODEL=m XDG_STATE_HOME=$dir/state
export OAI_API_KEY=Zq7xK2mP9vLw4TtR
hides() { # WHAT FILE…: no three bytes of either end of the key
    local what=$1
    shift
    if grep -aqE 'Zq7|TtR' "$@"; then fail "$what shows a part of the key"; fi
}
filling() { head -c "$1" /dev/zero | tr '\0' g; }

for place in 32753 32758 32765; do
    { filling $place; echo "$OAI_API_KEY"; } > AGENTS.md
    "$bin/agentcli" --dry-run --prompt x < /dev/null > "$dir/out" 2> /dev/null
    hides "AGENTS.md at $place" "$dir/out"
    grep -q 'ggg' "$dir/out" || fail "AGENTS.md is not in the request"
done
rm AGENTS.md

echo \
  '{"tools":[{"name":"fail","schema":{"type":"object"},"command":["sh","-c","cat errors >&2; exit 1"]}]}' > tools.json
cat > tape.ndjson <<'END'
{"asked":[{"role":"user","content":"<any>"}],"message":{"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"fail","arguments":"{}"}}]},"finish_reason":"tool_calls"}
{"asked":[{"role":"tool","tool_call_id":"a","content":"<any>"}],"message":{"role":"assistant","content":"done"},"finish_reason":"stop"}
END
for place in 88 96 98; do
    { filling $place; printf %s "$OAI_API_KEY"; filling $((200 - 8)); } > errors
    "$bin/agentcli" --tools tools.json --system= --replay tape.ndjson --events --debug \
      --save-messages saved.json --prompt x \
        < /dev/null > "$dir/out" 2>&1 || fail "the run with stderr cut at $place: $(cat "$dir/out")"
    grep -q ggg saved.json || fail "the model is not told what the tool printed"
    hides "stderr at $place" "$dir/out" saved.json .agentcli/audit/*
done

for size in 44 55 58; do
    "$bin/agentcli" --tools tools.json --system= --replay tape.ndjson -s "cut$size" \
      --prompt "$(filling $size)Zq7xK2mP9vLw4TtR" \
        < /dev/null > "$dir/out" 2>&1 || fail "a session: $(cat "$dir/out")"
done
"$bin/agentcli" --list-sessions > "$dir/out"
grep -q ggg "$dir/out" || fail "no sessions are listed"
hides "the list of sessions" "$dir/out"
