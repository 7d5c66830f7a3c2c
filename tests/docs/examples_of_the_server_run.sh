# The commands of docs/http.md are answered without an error by a server as the page starts it, in
# the order of the page; each route that the page names is in one of them.
. "$(dirname "$0")/../shell.sh"
. "$(dirname "$0")/../runner/server/server.bash"
page=$source/docs/http.md
export PATH="$bin:$PATH"
curl --help all | grep -q -- --fail-with-body || skip 'curl is too old'
says 'Order 9 is late.' | tee says.ndjson > talk.ndjson
{ calls c1 open_orders '{}'
  then_says c1 'Order 9 is late.' | jq -c ".asked += [$any_user]"; } > calls.ndjson
{ calls c1 open_orders '{}'; then_says c1 'Order 9 is late.'; } > tools.ndjson
mkdir -p "$HOME/.config/agentcli/workflows"
cat > "$HOME/.config/agentcli/workflows/release.yaml" << 'END'
parameters: {version: {}}
steps: [{set: {released: "{{ params.version }}"}}]
END
serve --replay talk.ndjson --workflows release

# The shell of the page: blocks marked `sh`, but for the first one, which starts the server.
awk '/^```sh$/ { inside = 1; blocks++; next } /^```$/ { inside = 0 }
  inside && blocks > 1' "$page" > commands
[ -s commands ] || fail 'the page shows no commands'
cat - commands > script << 'END'
curl() { # a run with a tool replays another recording, and a workflow none
  case $* in
    *hostTools*) cp calls.ndjson talk.ndjson ;;
    *'"tools"'*) cp tools.ndjson talk.ndjson ;;
    *chat/completions*) cp says.ndjson talk.ndjson ;;
    *'"workflow"'*) : > talk.ndjson ;;
  esac
  command curl -sS --fail-with-body --max-time 30 "$@"
}
END
bash -eux -o pipefail script > out 2> err || fail 'a command of the page'
id=$(jq -r .id run.json)
events > /dev/null
ask GET '/v1/runs?limit=1'
jq -e '.runs[0].result.answer == "Order 9 is late."' <<< "$answer" > /dev/null ||
  fail "the last run: $answer"
ask GET '/v1/runs?limit=1000'
is 200 'any(.runs[].result; .runId == "release-7" and .output == {"released":"7"})' 'the workflow'
grep -oE '^\| `(GET|POST|DELETE) /[^`]*`' "$page" | cut -d'`' -f2 > routes
[ -s routes ] || fail 'the page has no routes'
while read -r method path; do
  pattern=$(sed -E 's/\{[a-z]+\}/[^ "\/]+/g' <<< "$path")
  case $method in
    GET) grep -E "http://agentcli$pattern([?\"' )]|$)" commands | grep -qv -- '-X' ;;
    DELETE) grep -E "http://agentcli$pattern([\"' )]|$)" commands | grep -q -- '-X DELETE' ;;
    POST) grep -E "http://agentcli$pattern([\"' )]|$)" commands | grep -qE -- "-X POST|-d " ;;
  esac || fail "the page shows no command for $method $path"
done < routes
