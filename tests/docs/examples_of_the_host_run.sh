# The examples of docs/host.md, in Python and in shell, drive a run: they answer its question and
# print the model's answer.
. "$(dirname "$0")/../shell.sh"
cd "$dir"

sed -n '/^```python$/,/^```$/p' "$source/docs/host.md" | sed '1d;$d' > host.py
sed -n '/^```bash$/,/^```$/p' "$source/docs/host.md" | sed '1d;$d' > host.sh
[ -s host.py ] && [ -s host.sh ] || fail 'docs/host.md has no examples'
cat > recording << 'END'
{"asked":[{"role":"system","content":"<any>"},{"role":"user","content":"What is late?"}],"message":{"role":"assistant","content":null,"tool_calls":[{"id":"c","type":"function","function":{"name":"open_orders","arguments":"{}"}}]}}
{"asked":[{"role":"tool","tool_call_id":"c","content":"<any>"}],"message":{"role":"assistant","content":"Order 9 is two days late."}}
END
echo '{"tools":[]}' > tools.json
export PATH="$bin:$PATH" HOME="$dir"
flags='-replay recording -tools tools.json'

# shellcheck disable=SC2086 # words
answer=$(bash host.sh $flags) || fail "the shell's example exits with $?"
[ "$answer" = 'Order 9 is two days late.' ] || fail "the shell's example prints: $answer"
command -v python3 > /dev/null || { echo 'no python3: its example is not run'; exit 77; }
# shellcheck disable=SC2086
answer=$(python3 host.py $flags) || fail "Python's example exits with $?"
[ "$answer" = 'Order 9 is two days late.' ] || fail "Python's example prints: $answer"
