# A patch over more files than the usual limit of descriptors is applied as any other.
. "$(dirname "$0")/../shell.sh"
set -o pipefail
mkdir "$dir/tree"
files=1200
[ "$(ulimit -Hn)" = unlimited ] || [ "$(ulimit -Hn)" -gt 4096 ] || exit 77
ulimit -Sn 1024
for number in $(seq $files); do
    echo old > "$dir/tree/$number"
done
{
    printf '{"unifiedDiff":"'
    printf -- '--- a/%d\\n+++ b/%d\\n@@ -1 +1 @@\\n-old\\n+new\\n' $(seq $files | sed p)
    printf '"}'
} > "$dir/request"
"$1/apply_patch" --root "$dir/tree" < "$dir/request" > "$dir/answer"
[ "$(cat "$dir/tree/"* | sort | uniq -c | tr -s ' ')" = " $files new" ] \
  && [ "$(ls "$dir/tree" | wc -l)" -eq $files ]
