# A file that is one line of 50 MB, with a short one behind it: its beginning, the way on in it and
# the line behind it are told, in memory that does not grow with it.
. "$(dirname "$0")/../shell.sh"
cd "$dir"
{ head -c 50000000 /dev/zero | tr '\0' x; printf '\nlast\n'; } > file
limited() { # COMMAND…: with little address space, but for the sanitizers, which need most of it
  is_sanitized || ulimit -v 24576
  "$@"
}
answer=$(echo '{"path":"file","maxBytes":10}' | limited "$bin/fs_read_lines")
[ "$answer" = \
  '{"content":"xxxxxxxxxx","startLine":1,"endLine":1,"eof":false,"nextLine":2,"nextOffset":10,"truncated":true}' ] \
  || { echo "FAILED: $answer"; exit 1; }
answer=$(echo '{"path":"file","startLine":2}' | limited "$bin/fs_read_lines")
[ "$answer" = '{"content":"last\n","startLine":2,"endLine":2,"eof":true,"truncated":false}' ] \
  || { echo "FAILED: $answer"; exit 1; }
answer=$(echo '{"path":"file","offsetBytes":49999990,"encoding":"text"}' | "$bin/fs_read_file")
[ "$answer" = '{"content":"xxxxxxxxxx\nlast\n","sizeBytes":50000006,"eof":true}' ] \
  || { echo "FAILED: $answer"; exit 1; }
