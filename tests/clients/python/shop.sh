# examples/embedding/python and the programs of docs/embedding.md work as that page shows them, with
# a child process and with a server.
. "$(dirname "$0")/../../shell.sh"
. "$source/tests/runner/server/server.bash"
needs python3
python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' || skip 'Python is older than 3.11'
export PATH="$bin:$PATH" PYTHONDONTWRITEBYTECODE=1
page=$source/docs/embedding.md
exec 3< <(exec python3 "$source/tests/clients/model.py" "$dir/log")
model=$!
at_end 'kill $model'
read -r port <&3
export OAI_BASE_URL=http://127.0.0.1:$port/v1 OAI_MODEL=model
cp "$source/clients/python/agentcli.py" "$source"/examples/embedding/{shop.sql,python/shop.py} .

# The programs of the section on Python, each in a file of its own.
awk '/^## TypeScript/ { exit } $0 == "```" { inside = 0 } inside { print > "program" count ".py" }
  $0 == "```python" { inside = 1; count++ }' "$page"
[ "$(ls program*.py | wc -l)" = 4 ] || fail 'docs/embedding.md shows other programs'
cmp program2.py shop.py || fail 'docs/embedding.md shows another shop'

shop() { # ANSWER QUESTION: prints what the shop says
  echo "$1" | timeout 60 python3 shop.py 4711 "$2" 2> err || fail "the shop: $2"
}
make_database() {
  rm -f shop.db
  python3 -c 'import sqlite3; sqlite3.connect("shop.db").executescript(open("shop.sql").read())'
  : > "$dir/log"
}
converse() {
  make_database
  [[ $(shop '' 'What is late?') == *'[{"id":9,"item":"kettle","due":"2026-11-20"}]'* ]] ||
    fail "the shop does not find the order"
  grep -q '/customers/4711/orders' "$dir/log" || fail 'the model does not get the page'
  [[ $(shop n 'Postpone it.') == *'was not run'* ]] || fail 'a call that was refused is run'
  [[ $(shop y 'Postpone it.') == *'order 9 is due on 2026-12-05'* ]] || fail 'a call is refused'
  tail -n 1 "$dir/log" | grep -q 'What is late' || fail 'the session does not continue'
  [[ $(shop '' 'What is late?') == *'[]'* ]] || fail 'the database has not changed'
}
converse

for program in 1 3; do
  timeout 60 python3 "program$program.py" > out 2> err || fail "program $program of the page"
  grep -q Hello out || fail "program $program of the page prints something else"
done

awk '/^## TypeScript/ { exit } $0 == "```" { inside = 0 } inside; $0 == "```text" { inside = 1 }' \
  "$page" > commands
sqlite3() { make_database; } # in place of the program
export -f sqlite3 make_database
grep -v -e '^agentcli' -e '^SHOP_AGENT' commands | dir=$dir timeout 60 bash -eux > out 2> err ||
  fail 'the commands of the page'
grep -q '2026-11-20' out && grep -q 'order 9 is due' out || fail 'the commands print more'
read -r -a flags < <(sed -n 's/^agentcli serve \(.*\) &$/\1/p' commands)
serve "${flags[@]}"
SHOP_AGENT=$(grep -o 'SHOP_AGENT=[^ ]*' commands | sed "s|.*=||; s|\$XDG_RUNTIME_DIR|$dir/run|")
export SHOP_AGENT
converse
timeout 60 python3 program4.py > out 2> err || fail 'program 4 of the page'
[ "$(tail -n 1 out | cut -d' ' -f2)" = end ] || fail 'program 4 of the page does not get the end'
stop
[ "$status" = 0 ] || fail "the server ends with $status"
