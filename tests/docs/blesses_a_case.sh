# BLESS=1 writes the answer and the after-sections into a case, which then passes. What is right
# stays as it is written.
. "$(dirname "$0")/../shell.sh"

bless() { # TOOL: of the text on stdin
  cat > "$dir/some.case"
  BLESS=1 "$bin/run_case" "$bin/$1" "$dir/some.case" \
    && "$bin/run_case" "$bin/$1" "$dir/some.case" > "$dir/out" \
    || fail "it does not pass: $(cat "$dir/some.case" "$dir/out")"
}

bless fs_write_file <<'CASE'
A file is written into a new directory.
-- before/old.txt --
old
-- request --
{"path":"$ROOT/a/new.txt","content":"é\r\nend","makeParents":true}
-- answer --
{"bytesWritten":1}
-- after/old.txt --
of another content
-- after/gone.txt --
CASE
diff "$dir/some.case" - <<'CASE' || fail 'this is not what was to be written'
A file is written into a new directory.
-- before/old.txt --
old
-- request --
{"path":"$ROOT/a/new.txt","content":"é\r\nend","makeParents":true}
-- answer --
{"bytesWritten":7,"created":true,"sha256":"4e704243acfe202cf21ad987fe2d52cd60a84278f75cc7c7f234c730d3f96d38"}
-- after/a/new.txt (escaped) --
\xc3\xa9\x0d\n
end
CASE

cat > "$dir/right" <<'CASE'
What is right stays as it is written.
-- before/d/one.txt --
1
-- before/d/two.txt (mode 0600) --
2
-- request --
{"path":"d","recursive":true}
-- answer --
{"removed":true,"entries":"<any>"}
-- after/d (absent) --
CASE
bless fs_rm < "$dir/right"
{ cat "$dir/right"
  printf '%s\n' '-- after/d/one.txt (absent) --' '-- after/d/two.txt (absent) --'; } \
    | diff "$dir/some.case" - \
  || fail 'after-sections of what is gone'

bless fs_read_file <<'CASE'
An answer becomes an error.
-- request --
{"path":"missing"}
-- answer --
{"content":""}
CASE
grep -qx -- '-- error --' "$dir/some.case" && grep -q '"code":"NOT_FOUND"' "$dir/some.case" \
  || fail 'an error is blessed as an answer'
