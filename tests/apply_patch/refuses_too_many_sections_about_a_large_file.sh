# Each section reads and writes its file again: many about a large one are refused before they take
# long.
. "$(dirname "$0")/../shell.sh"
set -o pipefail
mkdir "$dir/tree"
{
    echo 0
    head -c 33554432 /dev/zero | tr '\0' x
} > "$dir/tree/large"
{
    printf '{"unifiedDiff":"'
    for number in $(seq 0 40); do
        printf -- '--- a/large\\n+++ b/large\\n@@ -1 +1 @@\\n-%d\\n+%d\\n' "$number" $((number + 1))
    done
    printf '"}'
} > "$dir/request"
status=0
"$1/apply_patch" --root "$dir/tree" < "$dir/request" > "$dir/answer" 2> "$dir/error" || status=$?
[ "$status" -eq 1 ] && grep -q '"code":"TOO_LARGE"' "$dir/error" \
  && [ "$(head -n 1 "$dir/tree/large")" = 0 ]
