# A path that is longer than the kernel takes is refused by its length, not walked name by name.
. "$(dirname "$0")/../shell.sh"
cd "$dir"
mkdir a
echo text > file
{ printf '{"content":"new","path":"'; head -c 4000 /dev/zero | sed 's|\x00|a/../|g'
  printf 'file"}'; } > request
"$bin/fs_write_file" < request > answer 2> error && { echo "FAILED: it is written"; exit 1; }
grep -q 'file name too long' error || { echo "FAILED: $(cat error)"; exit 1; }
