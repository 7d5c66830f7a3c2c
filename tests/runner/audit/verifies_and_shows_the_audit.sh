# `agentcli audit verify` follows the chain of what a run has written and names the line that was
# changed; `agentcli audit show` prints it, filtered; both read a folder, a file, or stdin.
. "$(dirname "$0")/../../shell.sh"
cd "$dir"
agentcli() { # STATUS ARGUMENT…
  local expected=$1 status=0
  shift
  "$bin/agentcli" "$@" > out 2> err || status=$?
  [ "$status" = "$expected" ] || fail "$* exits with $status, not $expected"
}
says() { grep -Eq -- "$1" out err || fail "it does not say: $1"; }

echo \
  '{"tools":[{"name":"good","schema":{},"command":["cat"]},{"name":"bad","schema":{},"command":["false"]}]}' > tools.json
cat > talk.ndjson <<'END'
{"asked":[{"role":"user","content":"<any>"}],"message":{"role":"assistant","tool_calls":[{"id":"a","type":"function","function":{"name":"good","arguments":"{}"}},{"id":"b","type":"function","function":{"name":"bad","arguments":"{}"}}]}}
{"asked":[{"role":"tool","tool_call_id":"a","content":"{}"},{"role":"tool","tool_call_id":"b","content":"<any>"}],"message":{"role":"assistant","content":"done"}}
END
agentcli 2 audit verify
says "cannot read the audit trail '.agentcli/audit': no such file or directory"
agentcli 0 --tools tools.json --replay talk.ndjson --system '' --prompt hello
agentcli 0 --tools tools.json --replay talk.ndjson --system '' --prompt hello
agentcli 0 audit verify
says '^6 lines, unbroken; the last hash is [0-9a-f]{64}$'
hash=$(sed 's/.* //' out)
agentcli 0 audit verify --json --expect "$hash"
says '^\{"ok":true,"lines":6,"lastSha256":"[0-9a-f]{64}"\}$'

# Only the last line has the hash that is expected, and only a trail that continues a put-away one
# follows another.
third=$(sed -n 3p .agentcli/audit/*.log | tr -d '\n' | sha256sum | cut -d ' ' -f 1)
agentcli 1 audit verify --expect "$third"
says "line 3 has the hash '$third', and is not the last one: 3 were written after it"
sed 1,3d .agentcli/audit/*.log > later.log
agentcli 1 audit verify later.log
says 'is the first one here, and has the number 4'
agentcli 0 audit verify --after "$third" --expect "$hash" later.log
agentcli 1 audit verify --after "$third"
says "line 1, is the first one here, and does not follow the line with the hash '$third'"
echo "{\"seq\":5,\"prev\":\"$hash\",\"end\":\"answered\"}" > forged.log
agentcli 1 audit verify --expect "$hash" forged.log
agentcli 1 audit verify --after "$hash" --expect "$hash" forged.log
says "no line has the hash '$hash'"

agentcli 0 audit show
[ "$(wc -l < out)" = 6 ] || fail 'not each line is shown'
says '^2[0-9-]+T[0-9:.]+Z  [0-9a-f]{8}  good  +ok  +[0-9]+ ms +2 bytes +sandbox: unknown$'
says '  \(end\)  +answered  2 steps  2 calls$'
agentcli 0 audit show --failed
[ "$(wc -l < out)" = 2 ] || fail 'not what failed is shown'
says '  bad  +exit 1  '
agentcli 0 audit show --tool good --since 1h --json
[ "$(wc -l < out)" = 2 ] || fail 'not the calls of the tool are shown'
agentcli 0 audit verify - < .agentcli/audit/*.log
says '^6 lines'
agentcli 0 audit show --since 1h --run none
[ ! -s out ] || fail 'a run is shown that is none'
printf '%s\n' \
  '{"ts":"2026","tool":"q\u001b[2K\u001b[1A\r\n2026 good\u009b\u202e","failure":"un\u001b\nknown"}' "$(printf 'x\033[2K\rgood')" | agentcli 0 audit show -
[ "$(wc -l < out)" = 2 ] || fail 'a name makes lines of its own'
says '^2026 .*q \[2K \[1A 2026 good\\u\{9b\}\\u\{202e\}  failed .*un known$'
says '^not a line of a trail: x \[2K good$'
echo '{"ts":"2026","tool":"t","exit":0,"runsLater":["Makefile","a\nb"],"runsLaterMore":2}' \
  | agentcli 0 audit show -
says '^2026 .* t .* ok .*  run later: Makefile, a b, and 2 more$'
echo \
  '{"ts":"2026","tool":"t","exit":0,"gitObeys":[".git/x"],"gitObeysIncomplete":true,"gitRemoved":[".git/y"]}' | agentcli 0 audit show -
says '^2026 .* t .* ok .*  git obeys: .git/x, not all was looked at; git removed: .git/y$'
printf \
  '{"ts":"2026","tool":"x%60s2026  good  ok","exit":0}\n{"ts":"2026","tool":"%060d"}\n{"ts":"2026","tool":"a\\u200bb"}\n' '' 7 | agentcli 0 audit show -
says '^2026 +x 2026 good ok  +ok$'
says '^2026 +0{39}…  failed$|^2026 +0{39}…  ok$'
says '^2026 +a\\u\{200b\}b '
# What a tool, the operator or a forger has made long takes no row of its own.
long=$(printf '%0500d' 7)
printf \
  '{"ts":"%s","tool":"t","failure":"why %s","approval":"no: %s","repairs":["%s","%s"],"sandbox":{"level":"%s"},"runsLater":["%s"]}\n{"end":"%s"}\nnone %s\n' \
  "$long" "$long" "$long" "$long" "$long" "$long" "$long" "$long" "$long" | agentcli 0 audit show -
says '  why 0+…  approval: no: 0+…  repaired: 0+…  sandbox: 0+…  run later: 0+…$'
! grep -q '0\{121\}' out || fail 'a row is as long as what is in it'
agentcli 2 audit show --since yesterday
says "'yesterday' is not a time such as 2h"
agentcli 2 audit
says "'audit' needs a second word; one of 'audit verify', 'audit show'"

mkdir empty
agentcli 1 audit verify empty
says '^agentcli: there are no lines: nothing was written, or all of it was removed$'
agentcli 1 audit verify --json - < /dev/null
says '^\{"ok":false,"lines":0,"error":"there are no lines: .*"\}$'
: > empty/20260101.log
agentcli 1 audit verify empty
agentcli 1 audit verify --expect "$hash" empty
says '^agentcli: there are no lines: '

sed -i '2s/"exit":1/"exit":0/' .agentcli/audit/*.log
agentcli 1 audit verify
says '^agentcli: .agentcli/audit/[0-9]*.log, line 2, was changed$'
agentcli 1 audit verify --json
says '^\{"ok":false,"lines":[0-9]*,"error":".*line 2, was changed"\}$'
