#!/usr/bin/env bash
# smoke.sh [BUILD [KEPT]]: the least that must work of a build (build/release): each tool passes its
# first case, and a whole run of the agent, by a recording, writes, reads, patches, searches and
# executes. KEPT gets its workspace: the manifest, the recording, the files and the audit trail,
# also if something has failed.
set -euo pipefail
cd "$(dirname "$0")/.."
source=$PWD
bin=$PWD/${1:-build/release}/bin
kept=${2:+$(realpath -m "$2")}
dir=$(mktemp -d)
finish() {
  [ -z "$kept" ] || { mkdir -p "$kept" && cp -r "$dir/." "$kept"; }
  rm -rf "$dir"
}
trap finish EXIT
cd "$dir"

# A tool's first case with an answer is its sample request, so that there is no list of tools.
sample_of() { # TOOL
  local cases
  mapfile -t cases < <(grep -lx -- '-- answer --' "$source/tests/$1"/*.case)
  [ ${#cases[@]} != 0 ] && echo "${cases[0]}"
}
entries=()
for tool in "$bin"/*; do
  entry=$("$tool" --describe 2> /dev/null < /dev/null) || continue
  [[ $entry == '{"name":'* ]] || continue
  name=${tool##*/}
  sample=$(sample_of "$name") || { echo "FAILED: no case of $name has an answer"; exit 1; }
  "$bin/run_case" "$tool" "$sample" || { echo "FAILED: $sample"; exit 1; }
  entries+=("$entry")
done
[ ${#entries[@]} != 0 ] || { echo "FAILED: there are no tools in $bin"; exit 1; }
(IFS=,; printf '{"tools":[%s]}' "${entries[*]}") > tools.json

exchange() { # ASKED CALL
  printf '{"asked":[%s],"message":%s}\n' "$1" "$2" >> talk.ndjson
}
calls() { # ID TOOL ARGUMENTS, which are escaped
  printf \
    '{"role":"assistant","content":null,"tool_calls":[{"id":"%s","type":"function","function":{"name":"%s","arguments":"%s"}}]}' "$@"
}
# an answer, and no error
answered() { printf '{"role":"tool","tool_call_id":"%s","content":"{}"}' "$1"; }
exchange '{"role":"user","content":"go"}' \
  "$(calls a fs_write_file '{\"path\":\"made.txt\",\"content\":\"uno\\n\"}')"
exchange "$(answered a)" "$(calls b fs_read_file '{\"path\":\"made.txt\"}')"
exchange "$(answered b)" "$(calls c apply_patch \
  '{\"unifiedDiff\":\"--- a/made.txt\\n+++ b/made.txt\\n@@ -1 +1 @@\\n-uno\\n+due\\n\"}')"
exchange "$(answered c)" "$(calls d fs_search '{\"query\":\"due\"}')"
exchange "$(answered d)" "$(calls e exec '{\"cmd\":\"cp\",\"args\":[\"made.txt\",\"copy.txt\"]}')"
exchange "$(answered e)" '{"role":"assistant","content":"all done"}'
answer=$("$bin/agentcli" --tools tools.json --replay talk.ndjson --system "" --prompt go \
  < /dev/null)
[ "$answer" = 'all done' ] && [ "$(cat copy.txt)" = due ] \
  || { echo "FAILED: the agent answers: $answer"; exit 1; }
"$bin/agentcli" audit verify
"$bin/agentcli" audit show
[ -z "$("$bin/agentcli" audit show --failed)" ] || { echo 'FAILED: a call has failed'; exit 1; }
echo "${#entries[@]} tools and the agent answer"
