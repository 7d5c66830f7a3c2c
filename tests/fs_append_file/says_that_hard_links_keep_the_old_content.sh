# A changed file's other names lead to the old content, and the answer says so.
. "$(dirname "$0")/../shell.sh"
set -o pipefail
printf old > "$dir/file"
ln "$dir/file" "$dir/other"
answer=$("$1/fs_append_file" --root "$dir" <<< '{"path":"file","content":"new"}')
[[ $answer == *'"notKept":["hard links"]'* ]] || { echo "not said: $answer"; exit 1; }
[ "$(cat "$dir/other")" = old ]
