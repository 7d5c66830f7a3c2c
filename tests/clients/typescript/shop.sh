# examples/embedding/typescript and the programs of docs/embedding.md work, compiled and as sources,
# with a child process and with a server. The tools and the page reach the model, and a refused call
# does not run.
. "$(dirname "$0")/../../shell.sh"
. "$source/tests/mcp/npm.bash"
from_npm tsc
. "$source/tests/runner/server/server.bash"
cp "$source/examples/embedding/typescript/shop.ts" "$source/clients/typescript/agentcli.ts" .
echo '{"type":"module"}' > package.json
quietly 120 tsc --strict --target es2022 --module nodenext --rewriteRelativeImportExtensions \
  --typeRoots "$AGENTCLI_NPM/node_modules/@types" --types node --outDir built shop.ts \
  > out 2>&1 || fail 'it does not compile'

write_talk() { # the model reads the orders, postpones order 9 and answers
  { calls c1 orders '{"state":"late"}' | jq -c --arg page '<any>"selected":[9]}}]}' \
      '.asked = [{role: "system", content: "<any>"}, {role: "user", content: $page}] + .asked'
    calls c2 postpone '{"order":9,"due":"2026-12-01"}' |
      jq -c '.asked = [{role: "tool", tool_call_id: "c1", content: "<any>"}]'
    then_says c2 'Order 9 is late.'; } > "$dir/talk"
}
ask_shop() { # ANSWER PROGRAM
  rm -rf "$HOME/.local" "$HOME/.agentcli"
  cp "$source/examples/embedding/typescript/shop.json" .
  write_talk
  echo "$1" | timeout -k 5 60 "${@:2}" 4711 'What is late?' > out 2> err || fail 'the shop fails'
  grep -q 'postpone {"order":9,"due":"2026-12-01"}? \[y/N\] ' out || fail 'the clerk is not asked'
  grep -q 'Order 9 is late\.$' out || fail 'there is no answer'
}
due() { jq -r '.[0].due' shop.json; }

# `agentcli` of the PATH, with a recording in place of a model.
mkdir "$dir/bin"
printf '#!/bin/sh\nexec %q "$@" --replay %q --system ""\n' "$bin/agentcli" "$dir/talk" \
  > "$dir/bin/agentcli"
chmod +x "$dir/bin/agentcli"
PATH=$dir/bin:$PATH
ask_shop y node built/shop.js
[ "$(due)" = 2026-12-01 ] || fail 'an approved call does not run'
ask_shop n node --no-warnings shop.ts
[ "$(due)" = 2026-11-20 ] || fail 'a refused call runs'

write_talk
serve --replay "$dir/talk"
SHOP_AGENT=unix://$socket ask_shop y node built/shop.js
[ "$(due)" = 2026-12-01 ] || fail 'a call that a run of the server makes does not run'
ask GET /v1/sessions/customer-4711
is 200 '.messages | length > 3' 'the session'

# The programs of the page.
awk '/^```/ { inside = 0 } inside { print > ("page" count ".ts") }
  $0 == "```ts" { inside = 1; ++count }' "$source/docs/embedding.md"
[ "$(ls page*.ts | wc -l)" = 2 ] || fail 'docs/embedding.md shows other programs'
for program in page*.ts; do
  quietly 120 tsc --strict --target es2022 --module nodenext --noEmit --allowImportingTsExtensions \
    --typeRoots "$AGENTCLI_NPM/node_modules/@types" --types node "$program" \
    > out 2>&1 || fail "$program does not compile"
  says 'This is the answer.' > "$dir/talk"
  timeout -k 5 60 node --no-warnings "$program" > out 2> err < /dev/null || fail "$program fails"
  grep -qE '^This is the answer\.|^[0-9]+ end$' out || fail "$program prints something else"
done
stop
[ "$status" = 0 ] || fail "the server ends with $status"
