# examples/embedding/python and the Python programs and commands of docs/embedding.md work, with a
# child process and with a server.
. "$(dirname "$0")/../../shell.sh"
. "$source/tests/runner/server/server.bash"
needs_python 3.11
export PATH="$bin:$PATH" PYTHONDONTWRITEBYTECODE=1
page=$source/docs/embedding.md
start_server "$source/tests/model.py" "$dir/log" '[]' '{"late": "call orders {\"state\":\"late\"}",
  "postpone": "call postpone {\"order\":9,\"due\":\"2026-12-05\"}"}'
export OAI_BASE_URL=http://127.0.0.1:$port/v1 OAI_MODEL=model
cp "$source/clients/python/agentcli.py" "$source"/examples/embedding/{shop.sql,python/shop.py} .

# Extracts the programs of the section on Python.
awk '/^## TypeScript/ { exit } $0 == "```" { inside = 0 } inside { print > "program" count ".py" }
  $0 == "```python" { inside = 1; count++ }' "$page"
[ "$(ls program*.py | wc -l)" = 4 ] || fail 'docs/embedding.md shows other programs'
cmp program2.py shop.py || fail 'docs/embedding.md shows another shop'

shop() { # ANSWER QUESTION: sets $result to the result of the call that the model makes
  echo "$1" | timeout 60 python3 shop.py 4711 "$2" > out 2> err || fail "the shop: $2"
  grep -qE '[0-9]+ messages$' out || fail "the shop prints no answer to: $2"
  result=$(tail -n 1 "$dir/log" | jq -r '.messages[-1] | select(.role == "tool").content')
}
make_database() {
  rm -f shop.db
  python3 -c 'import sqlite3; sqlite3.connect("shop.db").executescript(open("shop.sql").read())'
  : > "$dir/log"
}
converse() {
  make_database
  shop '' 'What is late?'
  [ "$result" = '[{"id":9,"item":"kettle","due":"2026-11-20"}]' ] || fail "the order: $result"
  grep -q '/customers/4711/orders' "$dir/log" || fail 'the model does not get the page'
  shop n 'Postpone it.'
  [[ $result == *'was not run'* ]] || fail "a refused call runs: $result"
  shop y 'Postpone it.'
  [ "$result" = 'order 9 is due on 2026-12-05' ] || fail "an approved call fails: $result"
  tail -n 1 "$dir/log" | grep -q 'What is late' || fail 'the session does not continue'
  shop '' 'What is late?'
  [ "$result" = '[]' ] || fail "the database has not changed: $result"
}
converse

for program in 1 3; do
  timeout 60 python3 "program$program.py" > out 2> err || fail "program $program of the page"
  grep -qE '[0-9]+ messages' out || fail "program $program of the page prints no answer"
done

awk '/^## TypeScript/ { exit } $0 == "```" { inside = 0 } inside; $0 == "```text" { inside = 1 }' \
  "$page" > commands
sqlite3() { make_database; } # replaces the program
export -f sqlite3 make_database
grep -v -e '^agentcli' -e '^SHOP_AGENT' commands | dir=$dir timeout 60 bash -eux > out 2> err ||
  fail 'the commands of the page'
jq -r '.messages[-1] | select(.role == "tool").content' "$dir/log" > results
grep -q '2026-11-20' results && grep -q 'order 9 is due' results ||
  fail "the commands of the page do something else: $(cat results)"
read -r -a flags < <(sed -n 's/^agentcli serve \(.*\) &$/\1/p' commands)
serve "${flags[@]}"
SHOP_AGENT=$(grep -o 'SHOP_AGENT=[^ ]*' commands | sed "s|.*=||; s|\$XDG_RUNTIME_DIR|$dir/run|")
export SHOP_AGENT
converse
timeout 60 python3 program4.py > out 2> err || fail 'program 4 of the page'
[ "$(tail -n 1 out | cut -d' ' -f2)" = end ] || fail 'program 4 of the page does not get the end'
stop
[ "$status" = 0 ] || fail "the server ends with $status"
