#!/usr/bin/env bash
# Each section reads and writes its file again: many about a large one are refused before they take long.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/tree"
{
    echo 0
    head -c 33554432 /dev/zero | tr '\0' x
} > "$work/tree/large"
{
    printf '{"unifiedDiff":"'
    for number in $(seq 0 40); do
        printf -- '--- a/large\\n+++ b/large\\n@@ -1 +1 @@\\n-%d\\n+%d\\n' "$number" $((number + 1))
    done
    printf '"}'
} > "$work/request"
status=0
"$1/apply_patch" --root "$work/tree" < "$work/request" > "$work/answer" 2> "$work/error" || status=$?
[ "$status" -eq 1 ] && grep -q '"code":"TOO_LARGE"' "$work/error" && [ "$(head -n 1 "$work/tree/large")" = 0 ]
