# A session is kept beneath XDG_STATE_HOME, private and redacted; it is gone on with, copied,
# listed, shown and deleted.
. "$(dirname "$0")/../../shell.sh"
set -o pipefail
mkdir "$dir/work"
cd "$dir/work"
export OAI_MODEL=m XDG_STATE_HOME=$dir/state OAI_API_KEY=sk-very-secret-key
sessions=$XDG_STATE_HOME/agentcli/sessions
fail() { echo "FAILED: $1"; cat "$dir/out" "$dir/err"; exit 1; }
run() { # STATUS ARGUMENT…
    local expected=$1 status=0
    shift
    "$bin/agentcli" "$@" > "$dir/out" 2> "$dir/err" || status=$?
    [ "$status" = "$expected" ] || fail "exit $status, not $expected: $*"
    ! grep -rq very-secret "$dir/out" "$dir/err" "$dir/state" || fail 'a secret is printed or kept'
}
prints() { printf '%s\n' "$@" | cmp -s - "$dir/out" || fail "it does not print: $*"; }
complains() { printf 'agentcli: %s\n' "$@" | cmp -s - "$dir/err" \
  || fail "it does not complain: $*"; }

echo '{"tools":[]}' > none.json
echo \
  '{"asked":[{"role":"user","content":"hello"}],"message":{"role":"assistant","content":"the key is sk-very-secret-key","reasoning":"hm"}}' > first
run 0 --system= --prompt hello --replay first -s one
[ "$(stat -c %a "$sessions" "$sessions/one.ndjson" | tr '\n' ' ')" = '700 600 ' ] \
  || fail 'others can read it'
run 0 --show-session one
prints 'user: hello' 'assistant: the key is [redacted]'
run 0 --show-session one --json
prints '[{"role":"user","content":"hello"},{"role":"assistant","content":"the key is [redacted]"}]'

# The whole past is sent, behind the system message of this run.
cat > second << 'END'
{"asked":[{"role":"system","content":"be brief"},{"role":"user","content":"hello"},{"role":"assistant","content":"the key is [redacted]"},{"role":"user","content":"and then?"}],"message":{"role":"assistant","content":"more"}}
END
run 0 --system 'be brief' --prompt 'and then?' --replay second -s one --fork two
run 0 session list
grep -Eq '^two  20[0-9-]+T[0-9:.]+Z  4 messages  hello$' "$dir/out" \
  && grep -Eq '^one  .*  2 messages  hello$' "$dir/out" || fail 'the list'
run 2 --tools none.json --prompt x --replay first -s one --fork two
complains "there is a session 'two' already"
run 0 session fork one three
run 0 session show three
prints 'user: hello' 'assistant: the key is [redacted]'
run 2 session fork one three
complains "there is a session 'three' already"
run 2 session fork none four
complains "there is no session 'none'; 'agentcli session list' lists them"
run 0 session delete three
run 0 session fork one old
touch -d '40 days ago' "$sessions/old.ndjson"
run 0 session prune --older-than 30d
prints old
run 2 session show old
run 0 session prune --older-than 30d
run 0 session show one
run 2 session prune
run 2 session show three
run 2 --prompt x --fork two
complains '--fork requires --session, which is missing'

# Another agentcli has it open.
exec 7< "$sessions/one.ndjson"
flock 7
run 2 --tools none.json --prompt x --replay first -s one
complains "the session 'one' is in use by another agentcli; --fork continues in a copy of it"
run 2 session delete one
exec 7<&-

run 0 --delete-session one
run 2 --delete-session one
complains "there is no session 'one'; 'agentcli session list' lists them"
run 2 --show-session one
for name in '' .x a/b ../a 'a b' -x; do
    [ -z "$name" ] || run 2 --tools none.json --prompt x --replay first -s="$name"
done
complains \
  "'-x' is no name of a session; 1 to 64 of a-z A-Z 0-9 . _ -, beginning with a letter or a digit"
ln -s /etc/passwd "$sessions/link.ndjson"
run 2 --prompt x --replay first -s link

# As plain JSON, there and back.
run 0 --system= --prompt hello --replay first --save-messages saved
printf '%s\n' '[' ' {' '  "role": "user",' | cmp -s - <(head -n 3 saved) || fail 'what is saved'
run 0 --system 'be brief' --prompt 'and then?' --replay second --load-messages saved
prints more
run 1 --prompt hello --base-url http://127.0.0.1:9 --save-messages saved
[ -s saved ] || fail 'nothing is saved where the run fails'
echo '[{"role":"user"}]' > saved
run 2 --prompt x --replay first --load-messages saved
complains "the messages in 'saved': message 1: its content is neither text nor parts"

# From a pipe, too, which has its text when it comes.
run 0 --system= --dry-run --prompt x --load-messages <(sleep 0.05
  echo '[{"role":"user","content":"by a pipe"}]')
grep -q 'by a pipe' "$dir/out" || fail 'what comes by a pipe'

# What others can read is made private; a recording without a role is kept as what it is; and lines
# that can't be read are told of once.
chmod 755 "$sessions"
printf '%s\n' bad '{"message":{"role":"user","content":"old"}}' worse \
  '{"message":{"role":"tool","tool_call_id":"x","content":""}}' \
    '{"message":{"role":"tool","tool_call_id":"y","content":""}}' > "$sessions/open.ndjson"
chmod 644 "$sessions/open.ndjson"
echo \
  '{"asked":[{"role":"user","content":"old"},{"role":"user","content":"new"}],"message":{"content":"bare"}}' > bare
run 0 --system= --prompt new --replay bare -s open
complains "the session 'open' was mended: a result that belongs to no call is left out (2 times)" \
    "the session 'open' was mended: 2 lines, the first of them line 1, can't be read, and are left out"
[ "$(stat -c %a "$sessions" "$sessions/open.ndjson" | tr '\n' ' ')" = '700 600 ' ] \
  || fail 'others can still read it'
run 0 --show-session open
prints 'user: old' 'user: new' 'assistant: bare'

# A server may call its own role as it likes; what it says is the assistant's, now and when it is
# loaded.
echo '{"asked":[{"role":"user","content":"hi"}],"message":{"role":"model","content":{"a":1}}}' > odd
run 0 --system= --prompt hi --replay odd -s odd
run 0 --show-session odd
prints 'user: hi' 'assistant: {"a":1}'
sed -i 's/"assistant"/"model"/' "$sessions/odd.ndjson"
run 0 --show-session odd
prints 'user: hi' 'assistant: {"a":1}'

# One that is too large can be listed and deleted, and no more.
truncate -s 300M "$sessions/huge.ndjson"
run 0 --list-sessions
grep \
  -Eq "^huge  20[0-9-]+T[0-9:.]+Z  the session 'huge' is larger than 256 MiB and can't be loaded$" \
  "$dir/out" && grep -q '^odd ' "$dir/out" || fail 'the list with a large one'
run 0 --list-sessions --json
grep -q '"name":"huge","changed":"[^"]*","messages":null,"prompt":null,"error":"' "$dir/out" \
  || fail 'the list as JSON'
run 2 --prompt x --replay first -s huge
complains \
  "the session 'huge' is larger than 256 MiB and can't be loaded; 'agentcli session delete' deletes it"
run 0 --delete-session huge
[ ! -e "$sessions/huge.ndjson" ] || fail 'it is not deleted'
