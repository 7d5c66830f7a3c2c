# What a clone or a command has put in place of a log of the audit, also of an older one, keeps no
# run waiting, and nothing is written into a file that has another name.
. "$(dirname "$0")/../../shell.sh"
cd "$dir"
echo '{"asked":[{"role":"user","content":"<any>"}],"message":{"content":"done"}}' > talk
echo '{"tools":[]}' > tools.json
echo mine > mine

refused() { # WHAT
  status=0
  timeout --signal=KILL 60 "$bin/agentcli" --tools tools.json --replay talk --system '' --prompt x \
    > out 2> err || status=$?
  [ "$status" = 1 ] && grep -q "the audit log '.agentcli/audit/.*' $1" err || fail "$1: $status"
  rm -rf .agentcli
}
plant() { mkdir -p -m 700 .agentcli/audit; }

for day in 20200101 "$(date -u +%Y%m%d)" 29990101; do
  plant && mkfifo .agentcli/audit/$day.log && refused 'is not a regular file'
  plant && mkdir .agentcli/audit/$day.log && refused 'is not a regular file\|: is a directory'
done
plant && ln mine .agentcli/audit/29990101.log && refused 'has another name'
[ "$(cat mine)" = mine ] || fail "a line in another file: $(cat mine)"
