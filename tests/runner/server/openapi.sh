# The description of the server has each route that it answers, and the schemas that it checks by.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/server.bash"
says hello > "$dir/talk"
serve --replay "$dir/talk"
ask GET /openapi.json
is 200 '.openapi == "3.1.0" and (.components.schemas.ConversationRequest | (.properties
  | has("profile") and has("hostTools")) and .unevaluatedProperties == false)' 'OpenAPI'
printf '%s' "$answer" > "$dir/openapi"
# Each reference leads somewhere, and each operation has a name of its own.
jq -e '. as $all | [.. | objects | select(has("$ref"))["$ref"] | ltrimstr("#/") | split("/")]
  | all(. as $path | $all | getpath($path) != null)' "$dir/openapi" > /dev/null ||
  fail 'a reference'
# Each body has a named schema, and each object declares its members: for generators of clients, an
# object without declared members is empty.
jq -e '[(.paths, .webhooks)[][] | .requestBody?, .responses[] | .content? // {} | .[]]
  | all(.schema["$ref"] | startswith("#/components/schemas/"))' "$dir/openapi" > /dev/null ||
  fail 'a body without a schema'
jq -e '[.components.schemas | .. | objects
    | select(.type? == "object" or (.type? | arrays | index("object")))]
  | all(has("properties") or .additionalProperties == true)' "$dir/openapi" > /dev/null ||
  fail 'an object without members'
jq -e '[.paths[][].operationId] | length == (unique | length)' "$dir/openapi" > /dev/null ||
  fail 'two operations of a name'
# Every route of it is answered, and no other method.
jq -r '.paths | to_entries[] | .key as $path | .value | keys[] | "\(.) \($path)"' "$dir/openapi" \
  > "$dir/routes"
[ "$(wc -l < "$dir/routes")" -ge 18 ] || fail 'routes are missing'
while read -r method path; do
  ask PATCH "$(sed -E 's/\{[a-z]+\}/01M84QF9F3XS6W2ZVED4SENW44/' <<< "$path")"
  is 405 '.code // .error.code | ascii_upcase == "UNSUPPORTED"' "$path"
  field allow | tr ',' '\n' | tr -d ' ' | grep -qix "$method" || fail "$method $path is not allowed"
done < "$dir/routes"
# The page has the same ones.
jq -r '.paths | to_entries[] | .key as $path | .value | keys[] | "\(ascii_upcase) \($path)"' \
  "$dir/openapi" | sort > "$dir/routes"
grep -oE '^\| `(GET|POST|DELETE) /[^`]*`' "$source/docs/http.md" | cut -d'`' -f2 | sort |
  diff "$dir/routes" - > "$dir/out" || fail "docs/http.md has other routes: $(cat "$dir/out")"
stop
