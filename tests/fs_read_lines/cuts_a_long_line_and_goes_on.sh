# Of several lines a very long one is cut with a note, and the lines after it are there; the line
# alone is read up to maxBytes, and fs_read_file reads the rest.
. "$(dirname "$0")/../shell.sh"
cd "$dir"
{ echo one; head -c 5000 /dev/zero | tr '\0' x; printf '\nlast\n'; } > file
answer=$(echo '{"path":"file"}' | "$bin/fs_read_lines")
begin=$(head -c 4000 /dev/zero | tr '\0' x)
expected='{"content":"one\n'$begin'… [1001 more bytes]\nlast\n","startLine":1,"endLine":3,'
expected+='"eof":true,"cutLines":[{"line":2,"nextOffset":4004}],"truncated":true}'
[ "$answer" = "$expected" ] || fail "$answer"
answer=$(echo '{"path":"file","startLine":2,"endLine":2}' | "$bin/fs_read_lines")
[ ${#answer} -gt 5000 ] || fail "$answer"
! grep -q cutLines <<< "$answer" || fail "$answer"
answer=$(echo '{"path":"file","offsetBytes":4004,"encoding":"text"}' | "$bin/fs_read_file")
[ ${#answer} -gt 1006 ] && grep -q 'x.nlast.n"' <<< "$answer" || fail "$answer"
