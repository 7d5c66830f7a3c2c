# Under a limit of the size of files (ulimit -f) a larger one is an error: nothing is changed, and
# nothing left.
. "$(dirname "$0")/../shell.sh"
cd "$dir"
mkdir root
echo old > root/file
{ printf '{"path":"file","content":"'; head -c 100000 /dev/zero | tr '\0' x
  printf '"}'; } > request
(ulimit -f 8; exec "$bin/fs_write_file" --root root < request > answer 2> error) \
  && { echo "FAILED: it is written"; exit 1; }
grep -q '"code":"TOO_LARGE"' error || { echo "FAILED: $(cat error)"; exit 1; }
[ "$(ls -A root)" = file ] && [ "$(cat root/file)" = old ] \
  || { echo "FAILED: left: $(ls -A root)"; exit 1; }
