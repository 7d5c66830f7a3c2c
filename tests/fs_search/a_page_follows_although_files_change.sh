# The next page begins after the place of the cursor, whatever has happened to the files before it
# and to the file that it names. A file that was changed after a page in the order of changes comes
# on no later page again.
. "$(dirname "$0")/../shell.sh"
needs jq
cd "$dir"
mkdir tree
for name in a b c d; do
    printf 'needle 1\nneedle 2\n' > "tree/$name"
    touch -d "2020-01-01 10:00:0$((16#$name - 10))" "tree/$name"
done

ask() { "$bin/fs_search" --root tree <<< "$1" > out 2> err || fail "$1"; }
next() { jq -r .nextCursor out; }
expect() { # FILES AND LINES
    actual=$(jq -r '[.files[] | .path + "=" + (.lines | gsub("\n"; ","))] | join(" ")' out)
    [ "$actual" = "$1" ] || fail "expected $1, not $actual"
}

ask '{"query":"needle","maxResults":3}'
expect 'a=1:needle 1,2:needle 2 b=1:needle 1'
cursor=$(next)
rm tree/b
echo needle > tree/0
ask "{\"query\":\"needle\",\"maxResults\":3,\"cursor\":\"$cursor\"}"
expect 'c=1:needle 1,2:needle 2 d=1:needle 1'

mkdir tree/b
echo needle > tree/b/new
ask "{\"query\":\"needle\",\"maxResults\":1,\"cursor\":\"$cursor\"}"
expect 'b/new=1:needle'

rm -r tree/0 tree/b
ask '{"query":"needle","sort":"modified","maxResults":3}'
expect 'd=1:needle 1,2:needle 2 c=1:needle 1'
cursor=$(next)
touch tree/a tree/d
ask "{\"query\":\"needle\",\"sort\":\"modified\",\"maxResults\":9,\"cursor\":\"$cursor\"}"
expect 'c=2:needle 2'
