# Appending to a file with holes leaves them holes, and its content as it was.
. "$(dirname "$0")/../shell.sh"
set -o pipefail
printf begin > "$dir/file"
printf middle | dd of="$dir/file" bs=1 seek=4M conv=notrunc status=none
truncate -s 16M "$dir/file"
cp --sparse=always "$dir/file" "$dir/copy"
printf end >> "$dir/copy"
"$1/fs_append_file" --root "$dir" > /dev/null <<< '{"path":"file","content":"end"}'
cmp "$dir/file" "$dir/copy"
blocks=$(stat -c %b "$dir/file")
[ "$blocks" -lt 4096 ] || { echo "of 16 MiB, nearly all of them holes, $blocks blocks are taken"
  exit 1; }
