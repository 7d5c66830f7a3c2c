# A file of some TiB costs an attacker nothing where it is a hole: no request takes the time that
# its size would. Either it is answered, or refused at once with the limit and a way on.
. "$(dirname "$0")/../../shell.sh"
cd "$dir"
fail() { echo "FAILED: $1: $(cut -c 1-400 out)"; exit 1; }
# call TOOL REQUEST: what the tool says, on stdout or stderr.
call() { echo "$2" | timeout 20 "$bin/$1" > out 2>&1 || [ $? != 124 ] || fail "$1 runs on"; }
too_large() {
  call "$1" "$2"
  grep -q '"code":"TOO_LARGE","hint":"' out || fail "$1 $2"
}
hash=$(printf '0%.0s' $(seq 64))

truncate -s 4T sparse 2> /dev/null || truncate -s 1T sparse 2> /dev/null \
  || { echo "skipped: no sparse file can be so large here"; exit 77; }
too_large fs_append_file '{"path":"sparse","content":"x"}'
too_large fs_stat '{"path":"sparse","hash":"sha256"}'
too_large fs_write_file "{\"path\":\"sparse\",\"content\":\"x\",\"expectedSha256\":\"$hash\"}"
too_large fs_edit '{"path":"sparse","oldString":"a","newString":"b"}'
too_large fs_edit_range '{"path":"sparse","startByte":0,"endByte":1,"replacement":"b"}'
too_large apply_patch '{"unifiedDiff":"--- a/sparse\n+++ b/sparse\n@@ -1 +1 @@\n-a\n+b\n"}'
call fs_search '{"query":"needle","path":"sparse"}'
grep -q '"skipped":1' out || fail "fs_search"
call fs_read_file '{"path":"sparse","maxBytes":4}'
grep -q '"contentBase64":"AAAAAA=="' out || fail "fs_read_file"
[ "$(ls)" = "$(printf 'out\nsparse')" ] || fail "something was left"

# One line of 64 GiB with holes in it, and lines behind it.
truncate -s 64G line
printf 'x' | dd of=line bs=1 seek=1G conv=notrunc status=none
printf 'end\nsecond\n' >> line
call fs_read_lines '{"path":"line","maxBytes":2}'
grep \
  -q '"content":"\\u0000\\u0000","startLine":1,"endLine":1,"eof":false,"nextLine":2,"nextOffset":2,"truncated":true}' out || fail "fs_read_lines"
call fs_read_lines '{"path":"line","startLine":2}'
grep -q '{"content":"second\\n","startLine":2,"endLine":2,"eof":true,"truncated":false}' out \
  || fail "the line behind it"
call fs_read_lines '{"path":"sparse","startLine":2}'
grep -q '"content":"","startLine":2,"endLine":1,"eof":true' out || fail "no second line"
