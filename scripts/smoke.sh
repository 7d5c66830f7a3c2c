#!/usr/bin/env bash
# The least that must work of a build (the first argument; build/release without one): each tool answers a sample request, and a whole run of the agent, by a
# recording, writes, reads, patches, searches and executes.
set -euo pipefail
cd "$(dirname "$0")/.."
bin=$PWD/${1:-build/release}/bin
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

call() { # TOOL REQUEST EXPECTED: the answer must have this in it
  local answer
  answer=$("$bin/$1" <<< "$2")
  [[ $answer == *"$3"* ]] || { echo "FAILED: $1 $2: $answer"; exit 1; }
  called+=("$1")
}
called=()
call get_time '{"timezone":"Europe/Berlin"}' '"timezone":"Europe/Berlin"'
call fs_mkdirp '{"path":"src"}' '"created":true'
call fs_write_file '{"path":"src/a.txt","content":"one\ntwo\n"}' '"created":true'
call fs_append_file '{"path":"src/a.txt","content":"three\n"}' '"bytesAppended":6'
call fs_read_file '{"path":"src/a.txt","encoding":"text"}' '"content":"one\ntwo\nthree\n"'
call fs_read_lines '{"path":"src/a.txt","startLine":2,"endLine":2}' '"content":"two\n"'
call fs_edit '{"path":"src/a.txt","oldString":"two","newString":"2"}' '"replacements":1'
call fs_edit_range '{"path":"src/a.txt","startByte":0,"endByte":3,"replacement":"1"}' '"bytesReplaced":3'
call apply_patch '{"unifiedDiff":"--- a/src/a.txt\n+++ b/src/a.txt\n@@ -1,3 +1,3 @@\n 1\n 2\n-three\n+3\n"}' '"filesChanged":1'
call fs_search '{"query":"3"}' '"line":3'
call fs_stat '{"path":"src/a.txt"}' '"sizeBytes":6'
call fs_listdir '{"path":"src"}' '"path":"src/a.txt"'
call fs_move '{"from":"src/a.txt","to":"b.txt"}' '"moved":true'
call fs_rm '{"path":"src","recursive":true}' '"removed":true'
call exec '{"cmd":"cat","args":["b.txt"]}' '"stdout":"1\n2\n3\n"'

entries=() missing=()
for tool in "$bin"/*; do
  entry=$("$tool" --describe 2> /dev/null < /dev/null) || continue
  [[ $entry == '{"name":'* ]] || continue
  entries+=("$entry")
  [[ " ${called[*]} " == *" ${tool##*/} "* ]] || missing+=("${tool##*/}")
done
[ ${#missing[@]} = 0 ] || { echo "FAILED: no sample request for: ${missing[*]}"; exit 1; }
(IFS=,; printf '{"tools":[%s]}' "${entries[*]}") > tools.json

exchange() { # ASKED CALL
  printf '{"asked":[%s],"message":%s}\n' "$1" "$2" >> talk.ndjson
}
calls() { # ID TOOL ARGUMENTS, which are escaped
  printf '{"role":"assistant","content":null,"tool_calls":[{"id":"%s","type":"function","function":{"name":"%s","arguments":"%s"}}]}' "$@"
}
answered() { printf '{"role":"tool","tool_call_id":"%s","content":"{}"}' "$1"; } # an answer, and no error
exchange '{"role":"user","content":"go"}' "$(calls a fs_write_file '{\"path\":\"made.txt\",\"content\":\"uno\\n\"}')"
exchange "$(answered a)" "$(calls b fs_read_file '{\"path\":\"made.txt\"}')"
exchange "$(answered b)" "$(calls c apply_patch '{\"unifiedDiff\":\"--- a/made.txt\\n+++ b/made.txt\\n@@ -1 +1 @@\\n-uno\\n+due\\n\"}')"
exchange "$(answered c)" "$(calls d fs_search '{\"query\":\"due\"}')"
exchange "$(answered d)" "$(calls e exec '{\"cmd\":\"cp\",\"args\":[\"made.txt\",\"copy.txt\"]}')"
exchange "$(answered e)" '{"role":"assistant","content":"all done"}'
answer=$("$bin/agentcli" --tools tools.json --replay talk.ndjson --system "" --prompt go < /dev/null)
[ "$answer" = 'all done' ] && [ "$(cat copy.txt)" = due ] || { echo "FAILED: the agent answers: $answer"; exit 1; }
"$bin/agentcli" audit verify
"$bin/agentcli" audit show
[ -z "$("$bin/agentcli" audit show --failed)" ] || { echo 'FAILED: a call has failed'; exit 1; }
echo "${#called[@]} tools and the agent answer"
