#!/usr/bin/env bash
# A patch over more files than the usual limit of descriptors is applied as any other.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/tree"
files=1200
[ "$(ulimit -Hn)" = unlimited ] || [ "$(ulimit -Hn)" -gt 4096 ] || exit 77
ulimit -Sn 1024
for number in $(seq $files); do
    echo old > "$work/tree/$number"
done
{
    printf '{"unifiedDiff":"'
    printf -- '--- a/%d\\n+++ b/%d\\n@@ -1 +1 @@\\n-old\\n+new\\n' $(seq $files | sed p)
    printf '"}'
} > "$work/request"
"$1/apply_patch" --root "$work/tree" < "$work/request" > "$work/answer"
[ "$(cat "$work/tree/"* | sort | uniq -c | tr -s ' ')" = " $files new" ] && [ "$(ls "$work/tree" | wc -l)" -eq $files ]
